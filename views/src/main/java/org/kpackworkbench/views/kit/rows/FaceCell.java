package org.kpackworkbench.views.kit.rows;

import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.HBox;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.CellCut;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** A cell with a face of its own: icon, text and colour, and all of it in words as tooltip. */
final class FaceCell<R> extends StyledCell<R> {
  private static final CornerRadii ROUND = new CornerRadii(3);
  private static final Insets AROUND = new Insets(2, 3, 2, 3);

  private final ObservableValue<OwnerColors> colors;
  private final boolean matrix;
  private final Consumer<RowColumn.Face> told;
  private @Nullable KpackIcon icon;
  private final CellCut cut;
  private @Nullable CellPicture picture;

  FaceCell(
      ObservableValue<OwnerColors> colors,
      boolean matrix,
      boolean later,
      Consumer<RowColumn.Face> told) {
    this.colors = colors;
    this.told = told;
    this.matrix = matrix;
    // Values that are read when a row becomes visible are not read for other rows.
    this.cut = new CellCut(this, at -> later || matrix ? null : textAt(at));
    getStyleClass().add(matrix ? "matrix-cell" : "face-cell");
    CellTips.install(this, () -> getItem() == null ? "" : words(getItem()));
  }

  private @Nullable String textAt(int at) {
    return getTableColumn().getCellData(at) instanceof RowColumn.Face face
        ? VisibleText.of(face.text())
        : null;
  }

  private static String words(RowColumn.Face face) {
    return VisibleText.of(face.words().isEmpty() ? face.text() : face.words());
  }

  @Override
  protected void updateItem(RowColumn.@Nullable Face face, boolean empty) {
    super.updateItem(face, empty);
    RowColumn.@Nullable Face shown = empty ? null : face;
    style(shown);
    graphic(shown);
    if (shown != null) {
      told.accept(shown);
    }
    boolean marked = shown != null && shown.drawing() instanceof CellDrawing.Marked;
    cut.show(shown == null || marked ? null : VisibleText.of(shown.text()));
    setAccessibleText(shown == null ? null : words(shown));
    RowColumn.Tint tint = shown == null ? null : shown.tint();
    if (matrix) {
      Color color = tint == null ? Color.GRAY : colors.getValue().of(tint.kind(), tint.target());
      boolean filled = tint != null && tint.filled();
      setBackground(filled ? new Background(new BackgroundFill(color, ROUND, AROUND)) : null);
      setTextFill(filled ? OwnerColors.textOn(color) : color);
      if (shown != null && shown.drawing() instanceof CellDrawing.Depth depth) {
        depth(depth);
      }
    }
  }

  /** Whether an event is on a text that leads somewhere. */
  boolean isLink(MouseEvent event) {
    return getStyleClass().contains(RowColumn.LINK)
        && getChildren().stream()
            .anyMatch(
                child ->
                    child instanceof Text
                        && child.getBoundsInParent().contains(event.getX(), event.getY()));
  }

  private void graphic(RowColumn.@Nullable Face shown) {
    CellDrawing drawing = shown == null ? null : shown.drawing();
    if (shown != null && drawing instanceof CellDrawing.Marked(int start, int end)) {
      icon = null;
      setGraphic(marked(shown.text(), start, end));
      return;
    }
    if (drawing != null && !matrix) {
      CellPicture made = picture == null ? new CellPicture(colors) : picture;
      picture = made;
      made.show(drawing);
      icon = null;
      setGraphic(made);
      return;
    }
    KpackIcon sign = shown == null ? null : shown.icon();
    if (sign != icon || getGraphic() instanceof CellPicture || getGraphic() instanceof HBox) {
      icon = sign;
      setGraphic(sign == null ? null : sign.node());
    }
  }

  /** Both ends of the text give way before the part between them. */
  private static HBox marked(String text, int start, int end) {
    Label before = new Label(VisibleText.of(text.substring(0, start)));
    before.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
    Label hit =
        Controls.whole(Controls.label(VisibleText.of(text.substring(start, end)), "search-hit"));
    Label after = new Label(VisibleText.of(text.substring(end)));
    before.setMinWidth(0);
    after.setMinWidth(0);
    return Controls.styled(new HBox(before, hit, after), "marked-text");
  }

  private void depth(CellDrawing.Depth depth) {
    RowColumn.Tint tint = depth.tint();
    Color color =
        colors
            .getValue()
            .depth(
                tint == null ? OwnerKind.UNOWNED : tint.kind(),
                tint == null ? null : tint.target(),
                tint == null ? 0 : depth.share());
    setBackground(new Background(new BackgroundFill(color, ROUND, AROUND)));
    setTextFill(OwnerColors.textOn(color));
  }
}
