package org.kpackworkbench.views.kit.table;

import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.InvalidationListener;
import javafx.beans.Observable;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableView;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;

/**
 * Makes tables behave alike: several rows can be selected and copied, columns fit their contents,
 * an empty table says what to do. UI thread only.
 */
public final class Tables {
  private Tables() {}

  /**
   * Dresses a table.
   *
   * @param id its name for tests and stylesheets
   * @param what what it lists, for screen readers, e.g. {@code "Sections"}
   * @param empty what it says while it has no rows
   * @return the handlers attached to it, for further actions
   */
  public static ActionHandlers dress(TableView<?> table, String id, String what, String empty) {
    table.setId(id);
    table.getStyleClass().addAll("dense", "edge-to-edge", "data-table");
    table.setAccessibleText(what);
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setPlaceholder(placeholder(empty));
    table.setTableMenuButtonVisible(true);
    LastColumn.mark(table);
    ColumnFit.once(table);
    ActionHandlers handlers = new ActionHandlers();
    handlers.on(ActionId.COPY, () -> RowCopy.toClipboard(RowCopy.text(table)));
    handlers.attachTo(table);
    return handlers;
  }

  /** Dresses a tree with columns; also gives it the keys of {@link TreeKeys}. */
  public static ActionHandlers dress(TreeTableView<?> table, String id, String what, String empty) {
    table.setId(id);
    table.getStyleClass().addAll("dense", "edge-to-edge", "data-table");
    table.setAccessibleText(what);
    table.setShowRoot(false);
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setPlaceholder(placeholder(empty));
    table.setTableMenuButtonVisible(true);
    LastColumn.mark(table);
    ColumnFit.once(table);
    ActionHandlers handlers = TreeKeys.install(table, new ActionHandlers());
    handlers.on(ActionId.COPY, () -> RowCopy.toClipboard(RowCopy.text(table)));
    handlers.attachTo(table);
    return handlers;
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
   * Makes columns as wide as their contents: looks at the title and at some rows spread over the
   * table, so that a long table costs no more than a short one.
   */
  private static final class ColumnFit {
    private static final int ROWS_LOOKED_AT = 200;
    private static final double NARROWEST = 48;
    private static final double WIDEST = 420;
    private static final double ROOM_AROUND = 28;
    private static final double USUAL_SIZE = 14;

    private ColumnFit() {}

    /** Fits the columns when the table first has rows and a width. */
    public static void once(TableView<?> table) {
      when(
          table.widthProperty(),
          table.itemsProperty().flatMap(items -> new SizeOf(items)),
          () -> fit(table.getVisibleLeafColumns(), table.getItems().size(), 0, font(table)));
    }

    /** Fits the columns when the tree first has rows and a width. */
    public static void once(TreeTableView<?> table) {
      when(
          table.widthProperty(),
          table.expandedItemCountProperty(),
          () ->
              fit(
                  table.getVisibleLeafColumns(),
                  table.getExpandedItemCount(),
                  // The first column also holds arrows, swatches and the steps of two levels.
                  5.5 * Font.getDefault().getSize(),
                  font(table)));
    }

    /** Fits columns now. */
    static void fit(
        List<? extends TableColumnBase<?, ?>> columns, int rows, double roomForArrows, Font font) {
      for (int i = 0; i < columns.size(); i++) {
        TableColumnBase<?, ?> column = columns.get(i);
        double widest = width(column.getText(), false, font) + 16;
        boolean mono = column.getStyleClass().contains(CellLook.MONOSPACE.styleClass());
        int step = Math.max(1, rows / ROWS_LOOKED_AT);
        widest =
            Math.max(
                widest,
                IntStream.iterate(0, row -> row < rows, row -> row + step)
                    .mapToDouble(row -> width(shown(column, row), mono, font))
                    .max()
                    .orElse(0));
        double room = ROOM_AROUND + (i == 0 ? roomForArrows : 0);
        if (i == columns.size() - 1) {
          // The button that chooses columns lies over the last heading.
          room += font.getSize();
        }
        column.setPrefWidth(Math.clamp(widest + room, NARROWEST, WIDEST));
      }
    }

    private static String shown(TableColumnBase<?, ?> column, int row) {
      Object value = column.getCellData(row);
      if (value instanceof Number number && column.getCellObservableValue(row) != null) {
        return number.longValue() < 0 ? Columns.UNKNOWN : looked(column, number);
      }
      return value == null ? "" : value.toString();
    }

    /** What the cell will say, not how the number is stored. */
    private static String looked(TableColumnBase<?, ?> column, Number number) {
      return column.getUserData() instanceof NumberLook look
          ? look.text(number)
          : number.toString();
    }

    /** The font of the cells; before there are any, that of the theme at its usual size. */
    private static Font font(Control table) {
      return table.lookup(table instanceof TreeTableView ? ".tree-table-cell" : ".table-cell")
              instanceof Labeled cell
          ? cell.getFont()
          : Font.font(Font.getDefault().getFamily(), USUAL_SIZE);
    }

    private static double width(String text, boolean mono, Font font) {
      Text probe = new Text(text.length() > 120 ? text.substring(0, 120) : text);
      probe.setFont(mono ? Font.font("monospace", font.getSize()) : font);
      return probe.getLayoutBounds().getWidth();
    }

    private static void when(
        ObservableValue<? extends Number> width,
        ObservableValue<? extends Number> rows,
        Runnable action) {
      InvalidationListener listener =
          new InvalidationListener() {
            private boolean done;

            @Override
            public void invalidated(Observable changed) {
              // Reading both keeps them valid, so that the next change is noticed.
              boolean ready = width.getValue().doubleValue() > 0 & rows(rows) > 0;
              if (ready && !done) {
                done = true;
                action.run();
              }
            }
          };
      width.addListener(listener);
      rows.addListener(listener);
      listener.invalidated(width);
    }

    private static int rows(ObservableValue<? extends Number> rows) {
      Number count = rows.getValue();
      return count == null ? 0 : count.intValue();
    }

    /** The number of items in a list, observed. */
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
