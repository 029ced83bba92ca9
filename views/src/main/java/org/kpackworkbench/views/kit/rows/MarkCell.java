package org.kpackworkbench.views.kit.rows;

import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;

/** The cell before a row's name: the colour of what it is, and a sign where something is wrong. */
final class MarkCell<R> extends TableCell<Row<R>, RowMark> {
  private static final double WIDTH = 48;

  private final ObservableValue<OwnerColors> colors;

  private MarkCell(ObservableValue<OwnerColors> colors) {
    this.colors = colors;
    getStyleClass().add("mark-cell");
    CellTips.install(this, () -> getItem() == null ? "" : words(getItem()));
  }

  /** The column of marks. */
  static <R> TableColumn<Row<R>, RowMark> column(
      RowsSpec<R> spec, ObservableValue<OwnerColors> colors) {
    TableColumn<Row<R>, RowMark> column = new TableColumn<>("Mark");
    column.setId("mark");
    column.setPrefWidth(WIDTH);
    column.setMinWidth(WIDTH);
    column.setMaxWidth(WIDTH);
    column.setSortable(false);
    column.setReorderable(false);
    column.setCellValueFactory(cell -> cell.getValue().contentProperty().map(spec::mark));
    column.setCellFactory(made -> new MarkCell<>(colors));
    return column;
  }

  @Override
  protected void updateItem(@Nullable RowMark mark, boolean empty) {
    super.updateItem(mark, empty);
    setText(null);
    setGraphic(null);
    setAccessibleText(null);
    if (empty || mark == null) {
      return;
    }
    HBox box = new HBox();
    box.getStyleClass().add("mark-box");
    OwnerKind kind = mark.kind();
    if (kind != null) {
      box.getChildren().add(new Swatch(colors.getValue(), kind, mark.target()));
    }
    if (!mark.problem().isEmpty()) {
      Label sign = new Label("⚠");
      sign.getStyleClass().add("problem-sign");
      box.getChildren().add(sign);
    }
    setGraphic(box.getChildren().isEmpty() ? null : box);
    setAccessibleText(words(mark));
  }

  private static String words(RowMark mark) {
    OwnerKind kind = mark.kind();
    String what = kind == null ? "" : kind.words();
    if (mark.problem().isEmpty()) {
      return what;
    }
    return what.isEmpty() ? mark.problem() : what + ". " + mark.problem();
  }
}
