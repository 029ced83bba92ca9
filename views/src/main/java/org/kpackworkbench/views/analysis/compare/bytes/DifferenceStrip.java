package org.kpackworkbench.views.analysis.compare.bytes;

import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * All bytes or rows from top to bottom: where differences are, and what is seen. What only one side
 * has is drawn on that side's half. A click goes there. UI thread only.
 */
public abstract class DifferenceStrip extends DrawnRegion {
  /** The width of a strip. */
  public static final double WIDTH_PIXELS = 18;

  /** A difference that only the first side has. */
  protected static final byte FIRST = 1;

  /** A difference that only the last side has. */
  protected static final byte LAST = 2;

  /** A difference that both sides have. */
  protected static final byte BOTH = FIRST | LAST;

  private @Nullable Object drawn;
  private byte[] pixels = new byte[0];

  /** A strip that shows nothing yet. */
  protected DifferenceStrip(String id, ObservableValue<OwnerColors> palette) {
    super(palette);
    setCursor(Cursor.HAND);
    setId(id);
    setMinWidth(WIDTH_PIXELS);
    setPrefWidth(WIDTH_PIXELS);
    // JavaFX hides plain nodes from screen readers.
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleRoleDescription("overview of differences");
    setAccessibleText("Where differences are; Alt+Down goes to the next one");
    setOnMousePressed(this::clicked);
    setOnMouseDragged(this::clicked);
  }

  /** The compared sides as they are known now; null before anything is known. */
  protected abstract @Nullable Object compared();

  /** How many bytes or rows there are. */
  protected abstract long length();

  /** The bytes or rows that are seen. */
  protected abstract ByteRange seen();

  /** Marks all differences. */
  protected abstract void markAll();

  /**
   * Goes to a place.
   *
   * @param part where it is among all, 0 to 1
   */
  protected abstract void goTo(double part);

  /** Draws what is below the differences; nothing by default. */
  protected void drawBelow(GraphicsContext graphics, double width, double height) {}

  /** How many pixels are drawn. */
  protected final int pixels() {
    return pixels.length;
  }

  /** Marks a difference, which is seen however small it is among all. */
  protected final void mark(byte kind, long start, long end) {
    double scale = (double) pixels.length / length();
    int from = (int) Math.min(pixels.length - 1, start * scale);
    int to = Math.clamp((long) Math.ceil(end * scale), from + 1, pixels.length);
    for (int y = from; y < Math.max(to, Math.min(pixels.length, from + 2)); y++) {
      pixels[y] |= kind;
    }
  }

  private void clicked(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY && length() > 0 && getHeight() > 0) {
      goTo(Math.clamp(event.getY() / getHeight(), 0, 1));
    }
    event.consume();
  }

  @Override
  protected final void draw(GraphicsContext graphics, double width, double height) {
    graphics.setFill(inks().raised());
    graphics.fillRect(0, 0, width, height);
    graphics.setStroke(inks().line());
    graphics.setLineWidth(1);
    graphics.strokeLine(0.5, 0, 0.5, height);
    if (length() == 0) {
      return;
    }
    drawBelow(graphics, width, height);
    Object now = compared();
    if (now == null || !now.equals(drawn) || pixels.length != (int) Math.ceil(height)) {
      drawn = now;
      pixels = new byte[(int) Math.ceil(height)];
      markAll();
    }
    double left = 4;
    double inner = width - left - 3;
    for (int y = 0; y < pixels.length; y++) {
      if (pixels[y] == BOTH) {
        graphics.setFill(inks().danger());
        graphics.fillRect(left, y, inner, 1);
      } else if (pixels[y] != 0) {
        graphics.setFill(inks().accent());
        graphics.fillRect(pixels[y] == FIRST ? left : left + inner / 2, y, inner / 2, 1);
      }
    }
    double scale = height / length();
    double y = Math.min(Math.rint(seen().start() * scale), height - 4) + 0.5;
    double seenHeight = Math.min(Math.rint(seen().end() * scale) - y, height - y - 1);
    graphics.setStroke(inks().text());
    graphics.strokeRect(1.5, y, width - 3, Math.max(3, seenHeight));
  }
}
