package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.views.analysis.compare.CompareModel.DifferenceOrder;
import org.kpackworkbench.views.analysis.compare.CompareModel.DifferenceOrder.By;
import org.kpackworkbench.views.analysis.compare.DifferenceWords.ChangeLook;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsFit;
import org.kpackworkbench.views.kit.rows.RowsWidths;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.LastColumn;
import org.kpackworkbench.views.kit.table.RowHeight;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.FunctionName;
import org.kpackworkbench.views.spi.ViewContext;

/** The rows of a comparison: what became of each, what every side has, and what differs. */
final class CompareTable extends TableView<org.kpackworkbench.views.kit.rows.LoadedRow<Row>> {

  /** A column, and how its text comes from a row. */
  private record Meaning(By by, int side, Function<Row, String> text) {}

  private static final int MOST_SIDE = 16;

  private final CompareModel model;
  private final TableComparison comparison;
  private final ViewContext context;
  private final Map<TableColumn<?, ?>, Meaning> meanings = new IdentityHashMap<>();
  private boolean replacing;
  private int chosen = -1;

  /**
   * @param names the sides' names
   * @param open opens what lies below a row
   */
  CompareTable(CompareModel model, List<String> names, ViewContext context, IntConsumer open) {
    this.model = model;
    this.comparison = model.comparison();
    this.context = context;
    setId("compare-rows");
    getStyleClass().addAll("dense", "edge-to-edge", "data-table", "compare-table");
    setAccessibleText("What differs");
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    setTableMenuButtonVisible(true);
    setPlaceholder(Tables.placeholder("Reading…"));
    columns(names);
    LastColumn.mark(this);
    Label fontProbe = new Label();
    fontProbe.setManaged(false);
    fontProbe.setVisible(false);
    getChildren().add(fontProbe);
    RowHeight.fix(fixedCellSizeProperty(), fontProbe);
    setSortPolicy(
        table -> {
          sortAsAsked();
          return true;
        });
    setRowFactory(table -> new Line(open));
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          int row = selectedRow();
          if (event.getCode() == KeyCode.ENTER && !event.isAltDown() && row >= 0) {
            open.accept(row);
            event.consume();
          }
        });
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            line -> {
              if (!replacing && line != null) {
                chosen = line.index();
              }
            });
    model.shownProperty().subscribe(this::show);
    fit();
  }

  private void columns(List<String> names) {
    add("change", changeColumn(), new Meaning(By.CHANGE, 0, row -> word(row)));
    add(
        "name",
        text("Name", CompareTable::brief, CellLook.TEXT),
        new Meaning(By.NAME, 0, DifferenceWords::name));
    if (comparison.groups().size() > 1) {
      add("kind", text("Kind", Row::group, CellLook.MUTED), new Meaning(By.KIND, 0, Row::group));
    }
    for (int side = 0; side < comparison.sides().size(); side++) {
      int at = side;
      Function<Row, String> words = row -> DifferenceWords.matrixCell(row, at);
      String name = side < names.size() ? names.get(side) : "Side " + (side + 1);
      add("side-" + side, text(name, words, CellLook.TEXT), new Meaning(By.SIDE, side, words));
    }
    Function<Row, String> growth = row -> DifferenceWords.growth(row.delta(last()));
    add("delta", text("Growth", growth, CellLook.NUMBER), new Meaning(By.DELTA, 0, growth));
    add(
        "details",
        text("Differs in", DifferenceWords::details, CellLook.TEXT),
        new Meaning(By.DETAILS, 0, DifferenceWords::details));
  }

  private int last() {
    return comparison.sides().size() - 1;
  }

  private void add(
      String id,
      TableColumn<org.kpackworkbench.views.kit.rows.LoadedRow<Row>, ?> column,
      Meaning meaning) {
    column.setId("compare-" + id);
    meanings.put(column, meaning);
    getColumns().add(column);
  }

  private static TableColumn<org.kpackworkbench.views.kit.rows.LoadedRow<Row>, String> text(
      String title, Function<Row, String> text, CellLook look) {
    TableColumn<org.kpackworkbench.views.kit.rows.LoadedRow<Row>, String> column =
        Columns.text(title, line -> "", look);
    column.setCellValueFactory(cell -> cell.getValue().contentProperty().map(text));
    return column;
  }

  private static TableColumn<org.kpackworkbench.views.kit.rows.LoadedRow<Row>, Row> changeColumn() {
    TableColumn<org.kpackworkbench.views.kit.rows.LoadedRow<Row>, Row> column =
        new TableColumn<>("Change");
    column.setCellValueFactory(cell -> cell.getValue().contentProperty());
    column.setCellFactory(made -> new ChangeCell());
    return column;
  }

  /** A function's name without its result and scopes; anything else as it is. */
  private static String brief(Row row) {
    String name = DifferenceWords.name(row);
    return name.equals(row.key()) ? name : FunctionName.brief(name);
  }

  private static String word(Row row) {
    ChangeLook look = ChangeLook.of(row.change());
    return look.sign() + "  " + look.word();
  }

  private void sortAsAsked() {
    DifferenceOrder order = null;
    if (!getSortOrder().isEmpty()) {
      TableColumn<?, ?> column = getSortOrder().getFirst();
      Meaning meaning = meanings.get(column);
      if (meaning != null) {
        boolean up = column.getSortType() == TableColumn.SortType.ASCENDING;
        order = new DifferenceOrder(meaning.by(), meaning.side(), up);
      }
    }
    model.shownRows(model.shownRowsProperty().get().order(order));
  }

  private void show(CompareModel.@Nullable Shown shown) {
    if (shown == null) {
      return;
    }
    replacing = true;
    try {
      setItems(shown.rows());
      setPlaceholder(
          Tables.placeholder(
              comparison.rowCount() == 0
                  ? "There is nothing to compare: no side has any rows."
                  : "No row is left by the filter."));
      int position = chosen < 0 ? -1 : shown.rows().positionOf(chosen);
      if (position >= 0) {
        getSelectionModel().clearAndSelect(position);
        Reveal.row(this, position);
      } else {
        getSelectionModel().clearSelection();
      }
    } finally {
      replacing = false;
    }
  }

  /** The number of the row that was selected last; -1 for none. */
  int selectedRow() {
    org.kpackworkbench.views.kit.rows.LoadedRow<Row> line = getSelectionModel().getSelectedItem();
    return line == null ? -1 : line.index();
  }

  /** The selected rows, from top to bottom. */
  List<Integer> selectedRows() {
    return getSelectionModel().getSelectedIndices().stream()
        .sorted()
        .distinct()
        .map(position -> getItems().get(position).index())
        .toList();
  }

  /** Selects the row of that number, where it is shown. */
  boolean pick(int row) {
    CompareModel.Shown shown = model.shownProperty().get();
    int position = shown == null ? -1 : shown.rows().positionOf(row);
    if (position < 0) {
      return false;
    }
    pickPosition(position);
    return true;
  }

  /** Goes to the next row that differs, down or up; false where there is none. */
  boolean step(int by) {
    int position = model.nextDifference(getSelectionModel().getSelectedIndex(), by);
    if (position >= 0) {
      pickPosition(position);
    }
    return position >= 0;
  }

  private void pickPosition(int position) {
    getSelectionModel().clearAndSelect(position);
    getFocusModel().focus(position);
    Reveal.row(this, position);
  }

  /** The titles of the columns that are shown. */
  List<String> titles() {
    return getVisibleLeafColumns().stream().map(TableColumn::getText).toList();
  }

  /** What a row says in the columns that are shown. */
  List<Function<Row, String>> texts() {
    return getVisibleLeafColumns().stream()
        .map(meanings::get)
        .filter(meaning -> meaning != null)
        .map(Meaning::text)
        .toList();
  }

  /** Makes the columns as wide as what is found in some of the rows. */
  private void fit() {
    List<TableColumn<?, ?>> columns = new ArrayList<>(getColumns());
    List<RowColumn<Row>> texts = new ArrayList<>();
    for (TableColumn<?, ?> column : columns) {
      Meaning meaning = meanings.get(column);
      texts.add(RowColumn.text(column.getText(), row -> fitted(meaning, row)));
    }
    context
        .background()
        .run(
            () -> RowsFit.longest(new Source(comparison), texts),
            longest -> {
              List<RowsWidths.Found> found = new ArrayList<>();
              for (int i = 0; i < columns.size(); i++) {
                found.add(new RowsWidths.Found(columns.get(i), false, longest.get(i)));
              }
              RowsWidths.fit(this, found);
            },
            failure -> setPlaceholder(Tables.placeholder("The rows could not be read.")));
  }

  /** What a column makes room for: sizes, not all that a side may have to say. */
  private static String fitted(@Nullable Meaning meaning, Row row) {
    String text = meaning == null ? "" : meaning.text().apply(row);
    return meaning != null && meaning.by() == By.SIDE && text.length() > MOST_SIDE
        ? text.substring(0, MOST_SIDE)
        : text;
  }

  private record Source(TableComparison comparison) implements RowSource<Row> {
    @Override
    public int size() {
      return comparison.rowCount();
    }

    @Override
    public Row row(int index) throws java.io.IOException {
      return comparison.row(index);
    }
  }

  /** A line that opens what lies below it. */
  private static final class Line
      extends TableRow<org.kpackworkbench.views.kit.rows.LoadedRow<Row>> {
    Line(IntConsumer open) {
      setOnMouseClicked(
          event -> {
            org.kpackworkbench.views.kit.rows.LoadedRow<Row> line = getItem();
            if (line != null
                && event.getClickCount() == 2
                && event.getButton() == MouseButton.PRIMARY) {
              open.accept(line.index());
            }
          });
    }
  }

  /** What became of a row: sign, word and colour. */
  private static final class ChangeCell
      extends TableCell<org.kpackworkbench.views.kit.rows.LoadedRow<Row>, Row> {
    private @Nullable ChangeLook shown;

    ChangeCell() {
      getStyleClass().add("change-cell");
      CellTips.install(this, () -> getItem() == null ? "" : getItem().change().words());
    }

    @Override
    protected void updateItem(@Nullable Row row, boolean empty) {
      super.updateItem(row, empty);
      ChangeLook look = empty || row == null ? null : ChangeLook.of(row.change());
      if (look == shown) {
        return;
      }
      if (shown != null) {
        getStyleClass().remove(shown.styleClass());
      }
      shown = look;
      if (look == null || row == null) {
        setText(null);
        setAccessibleText(null);
        return;
      }
      getStyleClass().add(look.styleClass());
      setText(look.sign() + "  " + look.word());
      setAccessibleText(row.change().words());
    }
  }
}
