package org.kpackworkbench.views.analysis.compare.code;

import java.util.function.IntConsumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * All rows from top to bottom: where differences are, and where the user is. What only some sides
 * have is drawn on a half. A click goes there.
 */
final class CodeStrip extends DrawnRegion {
  static final double WIDTH_PIXELS = 18;
  private static final byte FIRST = 1;
  private static final byte LAST = 2;

  private final CodeCompareModel model;
  private @Nullable AlignedCode drawn;
  private byte[] pixels = new byte[0];

  CodeStrip(CodeCompareModel model, IntConsumer goTo, ObservableValue<OwnerColors> palette) {
    super(palette);
    this.model = model;
    setId("code-strip");
    setCursor(Cursor.HAND);
    setMinWidth(WIDTH_PIXELS);
    setPrefWidth(WIDTH_PIXELS);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleRoleDescription("overview of differences");
    setAccessibleText("Where differences are; Alt+Down goes to the next one");
    setOnMousePressed(event -> clicked(event, goTo));
    setOnMouseDragged(event -> clicked(event, goTo));
    model.rowsProperty().subscribe(this::redraw);
    model.caretProperty().subscribe(this::redraw);
  }

  private void clicked(MouseEvent event, IntConsumer goTo) {
    AlignedCode code = model.code();
    if (event.getButton() == MouseButton.PRIMARY && code != null && code.rowCount() > 0) {
      double part = Math.clamp(event.getY() / Math.max(1, getHeight()), 0, 1);
      int row = Math.min(code.rowCount() - 1, (int) (part * code.rowCount()));
      // A pixel is many rows: the difference that is drawn there is meant.
      int reach = (int) Math.ceil(3 * code.rowCount() / Math.max(1, getHeight()));
      int difference = code.nextDifference(Math.max(0, row - reach));
      goTo.accept(difference >= 0 && difference <= row + reach ? difference : row);
    }
    event.consume();
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    graphics.setFill(inks().raised());
    graphics.fillRect(0, 0, width, height);
    graphics.setStroke(inks().line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0.5, 0, 0.5, height);
    AlignedCode code = model.code();
    if (code == null || code.rowCount() == 0) {
      return;
    }
    fill(code, (int) Math.ceil(height));
    double left = 4;
    double inner = width - left - 3;
    for (int y = 0; y < pixels.length; y++) {
      if (pixels[y] == FIRST + LAST) {
        graphics.setFill(inks().danger());
        graphics.fillRect(left, y, inner, 1);
      } else if (pixels[y] != 0) {
        graphics.setFill(inks().accent());
        graphics.fillRect(pixels[y] == FIRST ? left : left + inner / 2, y, inner / 2, 1);
      }
    }
    graphics.setStroke(inks().text());
    double y = Math.rint(height * model.caretProperty().get() / code.rowCount());
    graphics.strokeRect(1.5, Math.min(y, height - 4) + 0.5, width - 3, 3);
  }

  private void fill(AlignedCode code, int height) {
    if (code.equals(drawn) && pixels.length == height) {
      return;
    }
    drawn = code;
    pixels = new byte[height];
    double scale = (double) height / code.rowCount();
    for (int row = code.nextDifference(0); row >= 0; row = code.nextDifference(row + 1)) {
      Change change = code.change(row);
      byte kind = change == Change.REMOVED ? FIRST : change == Change.ADDED ? LAST : FIRST + LAST;
      int from = (int) Math.min(height - 1, row * scale);
      int to = Math.clamp((long) Math.ceil((row + 1) * scale), from + 1, height);
      for (int y = from; y < Math.max(to, Math.min(height, from + 2)); y++) {
        pixels[y] |= kind;
      }
    }
  }
}
