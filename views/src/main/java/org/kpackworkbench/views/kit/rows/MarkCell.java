package org.kpackworkbench.views.kit.rows;

import javafx.beans.value.ObservableValue;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.FoundPlaces;
import org.kpackworkbench.views.spi.ViewContext;

/** The cell before a row's name: the colour of what it is, and a sign where something is wrong. */
final class MarkCell<R> extends TableCell<LoadedRow<R>, RowMark> {
  private final ObservableValue<OwnerColors> colors;

  private MarkCell(ObservableValue<OwnerColors> colors) {
    this.colors = colors;
    getStyleClass().add("mark-cell");
    CellTips.install(this, () -> getItem() == null ? "" : words(getItem()));
  }

  /** The column of marks. */
  static <R> TableColumn<LoadedRow<R>, RowMark> column(RowsSpec<R> spec, ViewContext context) {
    TableColumn<LoadedRow<R>, RowMark> column = new TableColumn<>("Mark");
    column.setId("mark");
    column.setResizable(false);
    column.setSortable(false);
    column.setReorderable(false);
    column.setCellValueFactory(
        cell -> cell.getValue().contentProperty().map(row -> mark(spec, row, context.found())));
    column.setCellFactory(made -> new MarkCell<>(context.ownerColors()));
    return column;
  }

  /** Returns the mark of a row, with what verification found if no problem is known. */
  private static <R> RowMark mark(RowsSpec<R> spec, R row, FoundPlaces found) {
    RowMark mark = spec.mark(row);
    return mark.problem().isEmpty() ? mark.problem(found(found, spec, row)) : mark;
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
    HBox box = Controls.styled(new HBox(), "mark-box");
    OwnerKind kind = mark.kind();
    if (kind != null) {
      box.getChildren().add(new Swatch(colors.getValue(), kind, mark.target()));
    }
    if (!mark.problem().isEmpty()) {
      box.getChildren().add(Controls.label("⚠", "problem-sign"));
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

  /** Returns what verification found at the place of a row; empty if nothing was. */
  static <R> String found(FoundPlaces found, RowsSpec<R> spec, R row) {
    return found.isEmpty() ? "" : found.at(spec.place(row));
  }
}
