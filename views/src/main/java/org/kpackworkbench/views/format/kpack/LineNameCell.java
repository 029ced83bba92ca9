package org.kpackworkbench.views.format.kpack;

import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;

/** The name of a line: indented, with an arrow where it can be opened and its target's colour. */
final class LineNameCell extends TableCell<Line, Line> {
  private static final PseudoClass OPEN = PseudoClass.getPseudoClass("open");
  private static final double INDENT_EM = 1.3;

  private final LineWords words;
  private final ObservableValue<OwnerColors> colors;
  private final StackPane arrow = new StackPane(new Region());
  private final Label name = new Label();
  private final Label detail = new Label();
  private final HBox content = new HBox(arrow, name, detail);

  /**
   * A cell.
   *
   * @param toggle opens and closes the group at an index
   */
  LineNameCell(
      LineWords words, ObservableValue<OwnerColors> colors, java.util.function.IntConsumer toggle) {
    this.words = words;
    this.colors = colors;
    getStyleClass().add("line-name-cell");
    arrow.getStyleClass().add("line-arrow");
    arrow.getChildren().getFirst().getStyleClass().add("line-arrow-shape");
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    name.setMinWidth(24);
    HBox.setHgrow(name, Priority.SOMETIMES);
    detail.getStyleClass().add("line-detail");
    detail.setMinWidth(0);
    content.getStyleClass().add("line-content");
    CellTips.install(this, () -> getItem() == null ? "" : VisibleText.of(words.full(getItem())));
    arrow.setOnMousePressed(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && !isEmpty()) {
            toggle.accept(getIndex());
            event.consume();
          }
        });
  }

  @Override
  protected void updateItem(@Nullable Line line, boolean empty) {
    super.updateItem(line, empty);
    setTooltip(null);
    if (empty || line == null) {
      setGraphic(null);
      setAccessibleText(null);
      return;
    }
    name.setText(VisibleText.of(words.name(line)));
    name.setGraphic(swatch(line));
    detail.setText(words.detail(line));
    boolean tree = words.grouping().isTree();
    arrow.setManaged(tree);
    arrow.setVisible(line instanceof Line.Group);
    arrow.pseudoClassStateChanged(OPEN, line instanceof Line.Group group && group.open());
    HBox.setMargin(arrow, new Insets(0, 0, 0, line.depth() * INDENT_EM * getFont().getSize()));
    setGraphic(content);
    setAccessibleText(words.spoken(line));
  }

  private @Nullable Node swatch(Line line) {
    String target = words.markedTarget(line);
    return target == null ? null : new Swatch(colors.getValue(), OwnerKind.DEVICE_CODE, target);
  }
}
