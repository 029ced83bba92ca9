package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.LastColumn;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.ViewContext;

/** The table itself: columns as the spec says, sorted by the model. */
final class RowsTable<R> extends TableView<LoadedRow<R>> {
  private final RowsModel<R> model;
  private final List<RowColumn<R>> columns;
  private final Map<TableColumn<LoadedRow<R>, ?>, RowColumn<R>> meanings = new IdentityHashMap<>();
  private Consumer<LoadedRow<R>> onFollow = row -> {};

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
      TableColumn<LoadedRow<R>, ?> made = column(column);
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
  void onFollow(Consumer<LoadedRow<R>> action) {
    onFollow = action;
  }

  /** What the columns are, in their first order. */
  List<RowColumn<R>> columns() {
    return columns;
  }

  /** The column that a table's column represents; null for the one with the marks. */
  @Nullable RowColumn<R> meaning(TableColumn<LoadedRow<R>, ?> column) {
    return meanings.get(column);
  }

  private void sort(List<? extends TableColumn<LoadedRow<R>, ?>> order) {
    List<RowsModel.Sorting<R>> wishes = new ArrayList<>();
    for (TableColumn<LoadedRow<R>, ?> column : order) {
      RowColumn<R> meaning = meanings.get(column);
      if (meaning != null) {
        wishes.add(new RowsModel.Sorting<>(meaning, column.getSortType() == SortType.ASCENDING));
      }
    }
    model.sort(wishes);
  }

  private static <R> TableColumn<LoadedRow<R>, ?> column(RowColumn<R> column) {
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

  private static <R> TableColumn<LoadedRow<R>, ?> text(RowColumn<R> column, CellLook look) {
    var text = Objects.requireNonNull(column.text());
    TableColumn<LoadedRow<R>, String> made = Columns.text(column.title(), row -> "", look);
    made.setCellValueFactory(cell -> cell.getValue().contentProperty().map(text::apply));
    return made;
  }

  private static <R> TableColumn<LoadedRow<R>, ?> number(
      RowColumn<R> column, TableColumn<LoadedRow<R>, Number> made) {
    var number = Objects.requireNonNull(column.number());
    made.setCellValueFactory(
        cell -> cell.getValue().contentProperty().map(row -> (Number) number.applyAsLong(row)));
    return made;
  }

  /** A line of the table that is highlighted where something is wrong with what it shows. */
  private static final class MarkedRow<R> extends TableRow<LoadedRow<R>> {
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

    private final RowsSpec<R> spec;
    private Subscription content = Subscription.EMPTY;

    MarkedRow(RowsSpec<R> spec, Consumer<LoadedRow<R>> onDoubleClick) {
      this.spec = spec;
      setOnMouseClicked(
          event -> {
            LoadedRow<R> row = getItem();
            boolean twice = event.getClickCount() == 2 && event.getButton() == MouseButton.PRIMARY;
            if (twice && row != null) {
              onDoubleClick.accept(row);
            }
          });
    }

    @Override
    protected void updateItem(@Nullable LoadedRow<R> row, boolean empty) {
      super.updateItem(row, empty);
      content.unsubscribe();
      content = Subscription.EMPTY;
      if (row == null || empty || !spec.marked()) {
        pseudoClassStateChanged(PROBLEM, false);
        return;
      }
      content =
          row.contentProperty()
              .subscribe(
                  now ->
                      pseudoClassStateChanged(
                          PROBLEM, now != null && !spec.mark(now).problem().isEmpty()));
    }
  }

  /**
   * The cell before a row's name: the colour of what it is, and a sign where something is wrong.
   */
  private static final class MarkCell<R> extends TableCell<LoadedRow<R>, RowMark> {
    private static final double WIDTH = 48;

    private final ObservableValue<OwnerColors> colors;

    private MarkCell(ObservableValue<OwnerColors> colors) {
      this.colors = colors;
      getStyleClass().add("mark-cell");
      CellTips.install(this, () -> getItem() == null ? "" : words(getItem()));
    }

    /** The column of marks. */
    static <R> TableColumn<LoadedRow<R>, RowMark> column(
        RowsSpec<R> spec, ObservableValue<OwnerColors> colors) {
      TableColumn<LoadedRow<R>, RowMark> column = new TableColumn<>("Mark");
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
}
