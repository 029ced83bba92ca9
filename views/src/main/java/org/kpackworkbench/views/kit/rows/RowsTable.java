package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.LastColumn;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.spi.ViewContext;

/** The table itself: columns as the spec says, sorted by the model. */
final class RowsTable<R> extends TableView<Row<R>> {
  private final RowsModel<R> model;
  private final List<RowColumn<R>> columns;
  private final Map<TableColumn<Row<R>, ?>, RowColumn<R>> meanings = new IdentityHashMap<>();
  private Consumer<Row<R>> onFollow = row -> {};

  RowsTable(RowsSpec<R> spec, RowsModel<R> model, ViewContext context) {
    this.model = model;
    this.columns = List.copyOf(spec.columns());
    setId(spec.id());
    getStyleClass().addAll("dense", "edge-to-edge", "data-table", "rows-table");
    setAccessibleText(spec.title());
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    setTableMenuButtonVisible(true);
    setPlaceholder(Tables.placeholder("Reading…"));
    if (spec.marked()) {
      getColumns().add(MarkCell.column(spec, context.ownerColors()));
      Following.of(this, context.ownerColors(), colors -> refresh());
    }
    for (RowColumn<R> column : columns) {
      TableColumn<Row<R>, ?> made = column(column);
      made.setVisible(column.shownAtFirst());
      meanings.put(made, column);
      getColumns().add(made);
    }
    LastColumn.mark(this);
    setRowFactory(table -> new MarkedRow<>(spec, row -> onFollow.accept(row)));
    setSortPolicy(
        table -> {
          sort(table.getSortOrder());
          return true;
        });
  }

  /** What a double click on a row does. */
  void onFollow(Consumer<Row<R>> action) {
    onFollow = action;
  }

  /** What the columns are, in their first order. */
  List<RowColumn<R>> columns() {
    return columns;
  }

  /** The column that a table's column stands for; null for the one with the marks. */
  @Nullable RowColumn<R> meaning(TableColumn<Row<R>, ?> column) {
    return meanings.get(column);
  }

  private void sort(List<? extends TableColumn<Row<R>, ?>> order) {
    List<RowsModel.Sorting<R>> wishes = new ArrayList<>();
    for (TableColumn<Row<R>, ?> column : order) {
      RowColumn<R> meaning = meanings.get(column);
      if (meaning != null) {
        wishes.add(new RowsModel.Sorting<>(meaning, column.getSortType() == SortType.ASCENDING));
      }
    }
    model.sort(wishes);
  }

  private static <R> TableColumn<Row<R>, ?> column(RowColumn<R> column) {
    return switch (column.look()) {
      case TEXT -> text(column, CellLook.TEXT);
      case FUNCTION -> text(column, CellLook.FUNCTION);
      case MONOSPACE -> text(column, CellLook.MONOSPACE);
      case MUTED -> text(column, CellLook.MUTED);
      case SIZE -> number(column, Columns.size(column.title(), row -> -1));
      case COUNT -> number(column, Columns.count(column.title(), row -> -1));
      case ADDRESS -> number(column, Columns.address(column.title(), row -> -1));
    };
  }

  private static <R> TableColumn<Row<R>, ?> text(RowColumn<R> column, CellLook look) {
    var text = Objects.requireNonNull(column.text());
    TableColumn<Row<R>, String> made = Columns.text(column.title(), row -> "", look);
    made.setCellValueFactory(cell -> cell.getValue().contentProperty().map(text::apply));
    return made;
  }

  private static <R> TableColumn<Row<R>, ?> number(
      RowColumn<R> column, TableColumn<Row<R>, Number> made) {
    var number = Objects.requireNonNull(column.number());
    made.setCellValueFactory(
        cell -> cell.getValue().contentProperty().map(row -> (Number) number.applyAsLong(row)));
    return made;
  }
}
