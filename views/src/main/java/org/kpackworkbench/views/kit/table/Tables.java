package org.kpackworkbench.views.kit.table;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javafx.beans.InvalidationListener;
import javafx.beans.value.ObservableValue;
import javafx.collections.ObservableList;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableView;
import javafx.scene.text.TextAlignment;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.Remembered;

/**
 * Makes tables behave alike: several rows can be selected and copied, columns fit their contents,
 * an empty table says what to do. UI thread only.
 */
public final class Tables {
  private Tables() {}

  /**
   * Dresses a table whose columns nothing remembers.
   *
   * @param id its name for tests and stylesheets
   * @param what what it lists, for screen readers, e.g. {@code "Sections"}
   * @param empty what it says while it has no rows
   * @return the handlers attached to it, for further actions
   */
  public static ActionHandlers dress(TableView<?> table, String id, String what, String empty) {
    return dress(table, id, what, empty, Remembered.inMemory());
  }

  /**
   * Dresses a table; its columns are there already.
   *
   * @param id its name for tests, stylesheets and what is remembered
   * @param what what it lists, for screen readers, e.g. {@code "Sections"}
   * @param empty what it says while it has no rows
   * @param remembered where it is kept what the user makes of its columns
   * @return the handlers attached to it, for further actions
   */
  public static ActionHandlers dress(
      TableView<?> table, String id, String what, String empty, Remembered remembered) {
    look(table, id, what);
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setPlaceholder(placeholder(empty));
    table.setTableMenuButtonVisible(true);
    LastColumn.mark(table);
    Sampled.follow(
        ColumnFit.of(table, remembered, id),
        table.getColumns(),
        table.itemsProperty().flatMap(Sampled.SizeOf::new),
        0);
    ActionHandlers handlers = new ActionHandlers();
    handlers.on(ActionId.COPY, () -> RowCopy.toClipboard(RowCopy.text(table)));
    handlers.attachTo(table);
    return handlers;
  }

  /** Dresses a tree with columns; also gives it the keys of {@link TreeKeys}. */
  public static ActionHandlers dress(
      TreeTableView<?> table, String id, String what, String empty, Remembered remembered) {
    look(table, id, what);
    table.setShowRoot(false);
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setPlaceholder(placeholder(empty));
    table.setTableMenuButtonVisible(true);
    LastColumn.mark(table);
    Sampled.follow(
        ColumnFit.of(table, remembered, id),
        table.getColumns(),
        table.expandedItemCountProperty(),
        Sampled.ARROWS_EMS);
    ActionHandlers handlers = TreeKeys.install(table, new ActionHandlers());
    handlers.on(ActionId.COPY, () -> RowCopy.toClipboard(RowCopy.text(table)));
    handlers.attachTo(table);
    return handlers;
  }

  private static void look(Control table, String id, String what) {
    table.setId(id);
    table.getStyleClass().addAll("dense", "edge-to-edge", "data-table");
    table.setAccessibleText(what);
  }

  /** What a table or list says while it is empty. */
  public static Label placeholder(String text) {
    Label label = new Label(text);
    label.getStyleClass().addAll("empty-state", "muted");
    label.setWrapText(true);
    label.setTextAlignment(TextAlignment.CENTER);
    return label;
  }

  /**
   * What columns hold: looks at some rows spread over the table, so that a long table costs no more
   * than a short one.
   */
  private static final class Sampled {
    private static final int ROWS_LOOKED_AT = 300;
    private static final double AROUND_EMS = 1.3;
    private static final double SIGN_EMS = 2;
    private static final double SHORTEST_EMS = 10;

    /** The first column of a tree also holds arrows, swatches and the steps of two levels. */
    static final double ARROWS_EMS = 5.5;

    private Sampled() {}

    /** Fits the columns when rows come. */
    static void follow(
        ColumnFit fit,
        ObservableList<? extends TableColumnBase<?, ?>> columns,
        ObservableValue<? extends Number> rows,
        double roomForArrowsEms) {
      Runnable look = () -> fit.contents(contents(columns, rows(rows), roomForArrowsEms));
      fit.columns(look, column -> ColumnMemory.id(column.getText()));
      rows.addListener((InvalidationListener) changed -> look.run());
      columns.addListener((InvalidationListener) changed -> look.run());
    }

    private static int rows(ObservableValue<? extends Number> rows) {
      Number count = rows.getValue();
      return count == null ? 0 : count.intValue();
    }

    private static Map<TableColumnBase<?, ?>, ColumnFit.Contents> contents(
        List<? extends TableColumnBase<?, ?>> columns, int rows, double roomForArrowsEms) {
      Map<TableColumnBase<?, ?>, ColumnFit.Contents> contents = new IdentityHashMap<>();
      int step = Math.max(1, rows / ROWS_LOOKED_AT);
      for (int i = 0; i < columns.size(); i++) {
        TableColumnBase<?, ?> column = columns.get(i);
        List<ColumnFit.Held> texts =
            IntStream.iterate(0, row -> row < rows, row -> row + step)
                .mapToObj(row -> shown(column, row))
                .distinct()
                .map(ColumnFit.Held::plain)
                .toList();
        boolean figures = column.getStyleClass().contains(CellLook.NUMBER.styleClass());
        boolean mono =
            column.getStyleClass().contains(CellLook.MONOSPACE.styleClass())
                || column.getUserData() == NumberLook.ADDRESS;
        contents.put(
            column,
            new ColumnFit.Contents(
                ColumnMemory.id(column.getText()),
                figures
                    ? ColumnFit.Kind.FIGURE
                    : i == 0 && roomForArrowsEms > 0 ? ColumnFit.Kind.TREE : ColumnFit.Kind.TEXT,
                texts,
                mono,
                AROUND_EMS
                    + (i == 0 ? roomForArrowsEms : 0)
                    + (column.getUserData() instanceof Columns.Says<?>
                            && !(i == 0 && roomForArrowsEms > 0)
                        ? SIGN_EMS
                        : 0),
                0,
                SHORTEST_EMS,
                false));
      }
      return contents;
    }

    private static String shown(TableColumnBase<?, ?> column, int row) {
      Object value = column.getCellData(row);
      if (value instanceof Number number) {
        return number.longValue() < 0 ? Columns.UNKNOWN : looked(column, number);
      }
      if (column.getUserData() instanceof Columns.Says<?> says) {
        return says.text(value);
      }
      return value instanceof String text ? VisibleText.of(text) : "";
    }

    /** What the cell will say, not how the number is stored. */
    private static String looked(TableColumnBase<?, ?> column, Number number) {
      return column.getUserData() instanceof NumberLook look
          ? look.text(number)
          : number.toString();
    }

    /** The number of items in a list, observed; also told when there are others as many. */
    private static final class SizeOf extends javafx.beans.binding.IntegerBinding {
      private final List<?> items;

      SizeOf(javafx.collections.ObservableList<?> items) {
        this.items = items;
        bind(items);
      }

      @Override
      protected int computeValue() {
        return items.size();
      }
    }
  }
}
