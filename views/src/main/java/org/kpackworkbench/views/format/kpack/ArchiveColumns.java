package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.TableColumn;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** The columns of an archive's table. UI thread only. */
final class ArchiveColumns {
  private static final int NAMES_LOOKED_AT = 200;
  private static final double NARROWEST_NAME_EM = 14;
  private static final double MOST_OF_TABLE = 0.55;

  private final LineWords words;
  private final List<TableColumn<Line, ?>> all = new ArrayList<>();
  private final Map<TableColumn<Line, ?>, SortColumn> sortedBy = new LinkedHashMap<>();
  private final TableColumn<Line, Line> name = new TableColumn<>("Name");
  private final TableColumn<Line, String> index;
  private final TableColumn<Line, String> target;
  private final TableColumn<Line, String> statedTarget;
  private final TableColumn<Line, String> state = new TableColumn<>("State");

  /**
   * The columns.
   *
   * @param toggle opens and closes the group at an index
   */
  ArchiveColumns(
      LineWords words,
      Summaries summaries,
      Summaries stated,
      ObservableValue<OwnerColors> colors,
      IntConsumer toggle) {
    this.words = words;
    name.setCellValueFactory(line -> new ReadOnlyObjectWrapper<>(line.getValue()));
    name.setCellFactory(made -> new LineNameCell(words, colors, toggle));
    name.setReorderable(false);
    add("name", name, SortColumn.NAME, 24);
    index = Columns.text("Index", words::indexColumn, CellLook.NUMBER);
    add("index", index, SortColumn.INDEX, 5);
    target = Columns.text("Target", words::target);
    add("target", target, SortColumn.TARGET, 10);
    statedTarget = summary("States", stated);
    statedTarget.setCellFactory(made -> new StatedCell());
    add("stated", statedTarget, null, 9);
    state.setCellValueFactory(line -> new ReadOnlyObjectWrapper<>(words.problem(line.getValue())));
    state.setCellFactory(made -> new ProblemCell());
    add("state", state, SortColumn.STATE, 10);
    add("stored", Columns.size("Stored", words::storedBytes), SortColumn.STORED, 6.5);
    add("original", Columns.size("Original", words::originalBytes), SortColumn.ORIGINAL, 6.5);
    add("ratio", Columns.text("Ratio", words::ratio, CellLook.NUMBER), SortColumn.RATIO, 5.5);
    add("type", Columns.text("Type", words::type), SortColumn.TYPE, 4.5);
    add("ordinal", Columns.text("Ordinal", words::ordinal, CellLook.NUMBER), SortColumn.ORDINAL, 6);
    add("metadata", summary("Metadata", summaries), null, 30);
  }

  private TableColumn<Line, String> summary(String title, Summaries summaries) {
    TableColumn<Line, String> column = Columns.text(title, line -> "", CellLook.MUTED);
    column.setSortable(false);
    column.setCellValueFactory(
        line ->
            line.getValue() instanceof Line.Row(int row, _)
                ? summaries.of(words.rows(), row)
                : new ReadOnlyStringWrapper(""));
    return column;
  }

  private void add(
      String id, TableColumn<Line, ?> column, @Nullable SortColumn by, double widthEm) {
    column.setId(id);
    column.setPrefWidth(widthEm * em());
    column.setMinWidth(3 * em());
    if (by != null) {
      sortedBy.put(column, by);
    }
    all.add(column);
  }

  List<TableColumn<Line, ?>> all() {
    return List.copyOf(all);
  }

  /** What the user wants to have sorted, from the columns that he clicked. */
  List<SortKey> keys(List<? extends TableColumn<Line, ?>> order) {
    List<SortKey> keys = new ArrayList<>();
    for (TableColumn<Line, ?> column : order) {
      SortColumn by = sortedBy.get(column);
      if (by != null && column.getSortType() != null) {
        keys.add(new SortKey(by, column.getSortType() == TableColumn.SortType.DESCENDING));
      }
    }
    return keys;
  }

  /** Fits the columns to what is shown: flat or grouped, with problems or without. */
  void arrange(Arrangement shown) {
    boolean flat = !shown.grouping().isTree();
    name.setText(
        switch (shown.grouping()) {
          case FLAT -> "Binary";
          case BY_BINARY ->
              shown.source().free() ? "Folder ▸ name ▸ target" : "Binary ▸ index ▸ target";
          case BY_TARGET ->
              shown.source().free() ? "Target ▸ folder ▸ name" : "Target ▸ binary ▸ index";
        });
    index.setVisible(flat);
    target.setVisible(flat);
    state.setVisible(shown.source().problemCount() > 0);
  }

  /**
   * Makes the name column as wide as the names, within reason.
   *
   * @param tableWidth how wide the table is
   */
  void fitNames(ArchiveRows rows, double tableWidth) {
    int step = Math.max(1, rows.count() / NAMES_LOOKED_AT);
    double widest = 0;
    for (int row = 0; row < rows.count(); row += step) {
      widest = Math.max(widest, width(rows.binaryName(row)));
    }
    double widestTarget = widestOf(rows, row -> width(rows.targetText(row)), step);
    double room = 9 * em();
    // Targets stand in it, too, two steps to the right, and must not be cut.
    double least = Math.max(NARROWEST_NAME_EM * em(), widestTarget + room);
    double most = Math.max(least, MOST_OF_TABLE * tableWidth);
    name.setPrefWidth(Math.clamp(widest + room, least, most));
    statedTarget.setPrefWidth(Math.max(8 * em(), widestTarget + 3.5 * em()));
    target.setPrefWidth(Math.max(6 * em(), widestTarget + 2 * em()));
  }

  private static double widestOf(ArchiveRows rows, ToDoubleFunction<Integer> width, int step) {
    double widest = 0;
    for (int row = 0; row < rows.count(); row += step) {
      widest = Math.max(widest, width.applyAsDouble(row));
    }
    return widest;
  }

  private static double width(String text) {
    return new Text(text).getLayoutBounds().getWidth();
  }

  private static double em() {
    return Font.getDefault().getSize();
  }
}
