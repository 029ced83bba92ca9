package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableColumnBase;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.ColumnFit;
import org.kpackworkbench.views.kit.table.ColumnMemory;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.NumberLook;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The columns of a table as its specification says them: what they show, how wide, in what order.
 */
final class RowsColumns<R> {
  private static final int MOST_MEASURED = 1000;

  private final RowsTable<R> table;
  private final RowsModel<R> model;
  private final ViewContext context;
  private final ColumnFit fit;
  private final Map<String, List<ColumnFit.Held>> longest = new HashMap<>();
  private final Map<TableColumn<LoadedRow<R>, ?>, RowColumn<R>> meanings = new IdentityHashMap<>();
  private List<String> shownColumns = List.of();
  private @Nullable RowSource<R> fitted;
  private boolean fitting;

  RowsColumns(RowsTable<R> table, ViewContext context, ColumnFit fit) {
    this.table = table;
    this.model = table.model();
    this.context = context;
    this.fit = fit;
    sortAsRemembered();
    columns();
  }

  /** Columns for rows that are shown now: other ones, or the same with other contents. */
  void arrived() {
    List<RowColumn<R>> columns = model.spec().columns();
    if (names(columns).equals(shownColumns)) {
      renew(columns);
    } else {
      columns();
    }
  }

  /** Fits the columns to rows, where they have not been fitted to these. */
  void fit(RowSource<R> source) {
    if (source instanceof TreeRows<?> tree) {
      fit(opened(), tree.size());
      return;
    }
    RowSource<R> sample = model.spec().sample(source);
    if (!sample.equals(fitted) && (fitted == null || !model.spec().edited())) {
      fitted = sample;
      fit(sample, sample.size());
    }
  }

  /** Fits the columns again to the same rows. */
  void fitAgain() {
    if (fitted != null) {
      fit(fitted, fitted.size());
    }
  }

  /** Returns what is fixed when columns are made: their names, titles and looks. */
  private static <R> List<String> names(List<RowColumn<R>> columns) {
    return columns.stream()
        .map(
            column ->
                column.id()
                    + " "
                    + column.look()
                    + (column.edit() == null ? " " : " edited ")
                    + column.title())
        .toList();
  }

  /** Columns stay where they are, and say of rows what the spec says now. */
  private void renew(List<RowColumn<R>> columns) {
    Map<String, RowColumn<R>> now = new HashMap<>();
    columns.forEach(column -> now.put(column.id(), column));
    meanings.replaceAll((column, before) -> now.getOrDefault(before.id(), before));
    contents();
  }

  /** Returns the current meaning of a column; that from when it was made may be of older data. */
  private RowColumn<R> now(TableColumnBase<?, ?> column, RowColumn<R> atFirst) {
    return meanings.getOrDefault(column, atFirst);
  }

  /** Makes the columns again that the spec says; those of the same name stay as they were. */
  private void columns() {
    Map<String, TableColumn<LoadedRow<R>, ?>> before = new HashMap<>();
    meanings.forEach((column, meaning) -> before.put(meaning.id(), column));
    meanings.clear();
    List<RowColumn<R>> columns = model.spec().columns();
    shownColumns = names(columns);
    List<TableColumn<LoadedRow<R>, ?>> made = new ArrayList<>();
    if (model.spec().marked()) {
      made.add(MarkCell.column(model.spec(), context));
    }
    for (RowColumn<R> meaning : columns) {
      TableColumn<LoadedRow<R>, ?> column = column(meaning);
      column.setSortable(meaning.sortable());
      column.setEditable(meaning.edit() != null);
      TableColumn<LoadedRow<R>, ?> was = before.get(meaning.id());
      column.setVisible(
          was == null ? meaning.shownAtFirst() : was.isVisible() || fit.isSetAside(was));
      if (meaning.givenId() != null) {
        column.setId(meaning.givenId());
      }
      meanings.put(column, meaning);
      made.add(column);
    }
    if (!before.keySet().containsAll(columns.stream().map(RowColumn::id).toList())) {
      fitted = null;
    }
    // There is nothing to choose of one column.
    table.setTableMenuButtonVisible(columns.size() > 1);
    table.setEditable(columns.stream().anyMatch(column -> column.edit() != null));
    List<RowsModel.Sorting> sorting = model.sorting();
    fit.columns(
        () -> {
          table.getColumns().setAll(made);
          contents();
        },
        column -> {
          RowColumn<R> meaning = meaning(column);
          return meaning == null || meaning.look() == RowColumn.Look.MATRIX
              ? ""
              : ColumnMemory.id(meaning.id());
        });
    // Columns that change places leave the order.
    showOrder(sorting);
  }

  /** Marks the columns by which the model sorts. */
  void showOrder(List<RowsModel.Sorting> sorting) {
    List<TableColumn<LoadedRow<R>, ?>> order = new ArrayList<>();
    for (RowsModel.Sorting wish : sorting) {
      for (TableColumn<LoadedRow<R>, ?> column : table.getColumns()) {
        RowColumn<R> meaning = meaning(column);
        if (meaning != null && meaning.id().equals(wish.column())) {
          column.setSortType(wish.ascending() ? SortType.ASCENDING : SortType.DESCENDING);
          order.add(column);
        }
      }
    }
    table.getSortOrder().setAll(order);
  }

  private void contents() {
    Map<TableColumnBase<?, ?>, ColumnFit.Contents> contents = new IdentityHashMap<>();
    for (TableColumn<LoadedRow<R>, ?> column : table.getColumns()) {
      RowColumn<R> meaning = meaning(column);
      contents.put(
          column,
          meaning == null
              ? RowsWidths.marks()
              : RowsWidths.contents(meaning, longest.getOrDefault(meaning.id(), List.of())));
    }
    fit.contents(contents);
  }

  private void fit(RowSource<R> source, int size) {
    List<RowColumn<R>> columns = List.copyOf(meanings.values());
    boolean signed = !context.found().isEmpty();
    context
        .background()
        .run(
            () -> RowsWidths.longest(model.spec(), source, size, columns, signed),
            found -> {
              longest.keySet().retainAll(later(columns));
              for (int i = 0; i < columns.size(); i++) {
                longest.merge(columns.get(i).id(), found.get(i), RowsWidths::widest);
              }
              contents();
            },
            model::fail);
  }

  private static <R> List<String> later(List<RowColumn<R>> columns) {
    return columns.stream().filter(each -> each.later() != null).map(RowColumn::id).toList();
  }

  /** A cell shows what was not known when columns were measured. */
  private void shown(RowColumn<R> column, RowColumn.Face face) {
    List<ColumnFit.Held> more = RowsWidths.with(longest.getOrDefault(column.id(), List.of()), face);
    if (more != null) {
      longest.put(column.id(), more);
      if (!fitting) {
        fitting = true;
        Platform.runLater(
            () -> {
              fitting = false;
              contents();
            });
      }
    }
  }

  void sort(List<? extends TableColumn<LoadedRow<R>, ?>> order) {
    List<RowsModel.Sorting> wishes = new ArrayList<>();
    for (TableColumn<LoadedRow<R>, ?> column : order) {
      RowColumn<R> meaning = meanings.get(column);
      if (meaning != null) {
        wishes.add(new RowsModel.Sorting(meaning.id(), column.getSortType() == SortType.ASCENDING));
      }
    }
    model.sort(wishes);
    fit.keepSorting(
        wishes.stream()
            .map(wish -> new ColumnMemory.Sorted(ColumnMemory.id(wish.column()), wish.ascending()))
            .toList());
  }

  private TableColumn<LoadedRow<R>, ?> column(RowColumn<R> column) {
    return switch (column.look()) {
      case TEXT -> text(column, CellLook.TEXT);
      case FUNCTION -> text(column, CellLook.FUNCTION);
      case MONOSPACE -> text(column, CellLook.MONOSPACE);
      case MUTED -> text(column, CellLook.MUTED);
      case FIGURE -> text(column, CellLook.NUMBER);
      case PATH -> text(column, CellLook.PATH);
      case SIZE -> number(column, NumberLook.SIZE);
      case COUNT -> number(column, NumberLook.COUNT);
      case ADDRESS -> number(column, NumberLook.ADDRESS);
      case FACE, MATRIX, TREE -> face(column);
    };
  }

  private TableColumn<LoadedRow<R>, ?> text(RowColumn<R> column, CellLook look) {
    TableColumn<LoadedRow<R>, String> made = Columns.text(column.title(), row -> "", look);
    made.setCellValueFactory(
        cell -> cell.getValue().contentProperty().map(row -> now(made, column).text(row)));
    if (column.edit() != null) {
      made.setCellFactory(
          each ->
              new EditCell<>(column, () -> Objects.requireNonNull(now(made, column).edit()), look));
    }
    return made;
  }

  private TableColumn<LoadedRow<R>, ?> number(RowColumn<R> column, NumberLook look) {
    TableColumn<LoadedRow<R>, Number> made = Columns.number(column.title(), look);
    made.setCellValueFactory(
        cell ->
            cell.getValue()
                .contentProperty()
                .map(
                    row ->
                        (Number)
                            Objects.requireNonNull(now(made, column).number()).applyAsLong(row)));
    return made;
  }

  private TableColumn<LoadedRow<R>, ?> face(RowColumn<R> column) {
    TableColumn<LoadedRow<R>, RowColumn.Face> made = new TableColumn<>(column.title());
    made.setCellValueFactory(
        cell -> {
          RowColumn<R> now = now(made, column);
          Function<? super R, ObservableValue<RowColumn.Face>> later = now.later();
          return later == null
              ? cell.getValue().contentProperty().map(now::face)
              : cell.getValue().contentProperty().flatMap(later);
        });
    boolean matrix = column.look() == RowColumn.Look.MATRIX;
    if (matrix) {
      made.getStyleClass().add("matrix-column");
    }
    if (column.look() == RowColumn.Look.TREE) {
      made.setReorderable(false);
    }
    made.setCellFactory(
        each ->
            column.look() == RowColumn.Look.TREE
                ? new TreeCell<>(model, context.ownerColors(), context.found())
                : faceCell(column));
    return made;
  }

  private FaceCell<R> faceCell(RowColumn<R> column) {
    boolean matrix = column.look() == RowColumn.Look.MATRIX;
    FaceCell<R> cell =
        new FaceCell<>(
            context.ownerColors(),
            matrix,
            column.later() != null,
            matrix ? face -> {} : face -> shown(column, face));
    cell.setOnMouseClicked(
        event -> {
          RowsTable.Cell<R> clicked = table.focusedCell();
          if ((matrix || cell.isLink(event))
              && clicked != null
              && event.getButton() == MouseButton.PRIMARY
              && event.isStillSincePress()
              && !event.isShortcutDown()
              && !event.isShiftDown()) {
            table.clicked(clicked);
          }
        });
    return cell;
  }

  private void sortAsRemembered() {
    List<RowsModel.Sorting> wishes = new ArrayList<>();
    for (ColumnMemory.Sorted sorted : fit.memory().sorting()) {
      for (RowColumn<R> column : model.spec().columns()) {
        if (column.sortable() && ColumnMemory.id(column.id()).equals(sorted.id())) {
          wishes.add(new RowsModel.Sorting(column.id(), sorted.ascending()));
        }
      }
    }
    if (!wishes.isEmpty()) {
      model.sort(wishes);
    }
  }

  /** The rows of a tree that are in open groups: what cannot be seen takes no room from others. */
  private RowSource<R> opened() {
    return RowSource.of(
        model.rows().stream()
            .limit(MOST_MEASURED)
            .map(LoadedRow::content)
            .filter(Objects::nonNull)
            .<R>map(Objects::requireNonNull)
            .toList());
  }

  /** The line above the table with the columns that are the same in all rows. */
  SharedColumns<R> shared() {
    return new SharedColumns<>(table, fit, context.background(), context.remembered());
  }

  /** The columns that the user sees, from the left, those above the table among them. */
  List<RowColumn<R>> visible() {
    return table.getColumns().stream()
        .filter(column -> column.isVisible() || fit.isSetAside(column))
        .map(meanings::get)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }

  /** The column that a table's column represents; null for the one with the marks. */
  @Nullable RowColumn<R> meaning(@Nullable TableColumnBase<?, ?> column) {
    return column == null ? null : meanings.get(column);
  }
}
