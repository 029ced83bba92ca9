package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/** Makes the columns of a table as wide as their contents. */
public final class RowsWidths {
  private static final double ROOM_IN_EMS = 1.8;
  private static final double NARROWEST_IN_EMS = 4;
  private static final double WIDEST_IN_EMS = 60;
  private static final double SHRUNK_TO_IN_EMS = 18;
  private static final double SPARE_IN_EMS = 0.5;

  private RowsWidths() {}

  /**
   * A column, and the width of its contents.
   *
   * @param column the column
   * @param mono whether its font is of fixed width
   * @param longest the longest texts that were found
   */
  public record Found(TableColumn<?, ?> column, boolean mono, List<String> longest) {}

  /** {@code longest} has the texts of each of the table's columns, in their first order. */
  static <R> void apply(RowsTable<R> table, List<List<String>> longest) {
    List<Found> found = new ArrayList<>();
    for (TableColumn<LoadedRow<R>, ?> column : table.getColumns()) {
      RowColumn<R> meaning = table.meaning(column);
      if (meaning != null) {
        boolean mono = meaning.look() == RowColumn.Look.MONOSPACE;
        found.add(new Found(column, mono, longest.get(table.columns().indexOf(meaning))));
      }
    }
    fit(table, found);
  }

  /** Fits columns of a table, as soon as it has a place on the screen; others stay as they are. */
  public static void fit(TableView<?> table, List<Found> found) {
    if (table.getWidth() > 0) {
      fitNow(table, found);
      return;
    }
    // The rows were there before the table had a place on the screen.
    table
        .widthProperty()
        .addListener(
            new ChangeListener<Number>() {
              @Override
              public void changed(
                  ObservableValue<? extends Number> width, Number before, Number now) {
                if (now.doubleValue() > 0) {
                  width.removeListener(this);
                  fitNow(table, found);
                }
              }
            });
  }

  private static void fitNow(TableView<?> table, List<Found> found) {
    Font font = font(table);
    Font mono = Font.font("monospace", font.getSize());
    double em = font.getSize();
    List<TableColumn<?, ?>> fitted = new ArrayList<>();
    List<Double> widths = new ArrayList<>();
    double taken = table.getVisibleLeafColumns().stream().mapToDouble(TableColumn::getWidth).sum();
    for (Found each : found) {
      TableColumn<?, ?> column = each.column();
      if (column.isVisible()) {
        taken -= column.getWidth();
        Font used = each.mono() ? mono : font;
        double content = RowsFit.widest(each.longest(), text -> width(text, used));
        // The heading also holds the arrow that shows the order.
        double heading = width(column.getText(), font) + em;
        fitted.add(column);
        widths.add(
            Math.clamp(
                Math.max(content, heading) + ROOM_IN_EMS * em,
                NARROWEST_IN_EMS * em,
                WIDEST_IN_EMS * em));
      }
    }
    if (!widths.isEmpty()) {
      // The button that chooses columns lies over the last heading.
      widths.set(widths.size() - 1, widths.getLast() + em);
    }
    double scrollBar = 1.5 * em;
    double available = table.getWidth() - taken - scrollBar;
    List<Double> shrunk = shrink(widths, available, SHRUNK_TO_IN_EMS * em);
    double less = spare(shrunk, available, SPARE_IN_EMS * em);
    for (int i = 0; i < fitted.size(); i++) {
      fitted.get(i).setPrefWidth(shrunk.get(i) - less);
    }
  }

  /** What each column can do without where only a little is missing; else 0. */
  static double spare(List<Double> widths, double available, double most) {
    double missing = widths.stream().mapToDouble(Double::doubleValue).sum() - available;
    double each = missing / Math.max(1, widths.size());
    return each <= 0 || each > most ? 0 : Math.ceil(each);
  }

  /**
   * Takes from the widest what does not fit into {@code available}; nothing gets narrower than
   * {@code floor} by it.
   */
  static List<Double> shrink(List<Double> widths, double available, double floor) {
    double low = floor;
    double high = widths.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    for (int i = 0; i < 24; i++) {
      double middle = (low + high) / 2;
      if (widths.stream().mapToDouble(width -> Math.min(width, middle)).sum() > available) {
        high = middle;
      } else {
        low = middle;
      }
    }
    double most = Math.max(floor, low);
    return widths.stream().map(width -> Math.min(width, most)).toList();
  }

  private static Font font(TableView<?> table) {
    Node cell = table.lookup(".table-cell");
    return cell instanceof Labeled labeled ? labeled.getFont() : Font.getDefault();
  }

  private static double width(String text, Font font) {
    Text probe = new Text(text);
    probe.setFont(font);
    return probe.getLayoutBounds().getWidth();
  }
}
