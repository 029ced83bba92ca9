package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.TableColumn;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.text.FunctionName;

/** Makes the columns of a table as wide as the contents of some of its rows. */
final class RowsWidths {
  private static final double ROOM_IN_EMS = 1.8;
  private static final double NARROWEST_IN_EMS = 4;
  private static final double MATRIX_IN_EMS = 6;
  private static final double TREE_IN_EMS = 8;
  private static final double TREE_SHARE = 0.55;
  private static final double WIDEST_IN_EMS = 60;
  private static final double SHRUNK_TO_IN_EMS = 18;
  private static final double SPARE_IN_EMS = 0.5;

  private static final int FIRST_ROWS = 100;
  private static final int SPREAD_ROWS = 100;
  private static final int CANDIDATES = 4;
  private static final int LONGEST_SHOWN = 120;

  private RowsWidths() {}

  /** For each column the longest texts found, in the background. */
  static <R> List<List<String>> longest(RowSource<R> rows, List<RowColumn<R>> columns)
      throws IOException {
    List<List<String>> found = new ArrayList<>();
    columns.forEach(column -> found.add(new ArrayList<>()));
    for (int index : sample(rows.size())) {
      R row = rows.row(index);
      for (int i = 0; i < columns.size(); i++) {
        keep(found.get(i), shown(columns.get(i), row));
      }
    }
    return found;
  }

  private static int[] sample(int size) {
    int first = Math.min(size, FIRST_ROWS);
    int[] spread =
        IntStream.range(0, SPREAD_ROWS).map(i -> (int) ((long) i * size / SPREAD_ROWS)).toArray();
    return IntStream.concat(IntStream.range(0, first), Arrays.stream(spread))
        .filter(index -> index < size)
        .distinct()
        .toArray();
  }

  private static void keep(List<String> longest, String text) {
    String cut = text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) : text;
    if (longest.size() < CANDIDATES) {
      longest.add(cut);
      return;
    }
    int shortest = 0;
    for (int i = 1; i < CANDIDATES; i++) {
      shortest = longest.get(i).length() < longest.get(shortest).length() ? i : shortest;
    }
    if (cut.length() > longest.get(shortest).length()) {
      longest.set(shortest, cut);
    }
  }

  private static <R> String shown(RowColumn<R> column, R row) {
    if (column.hasText()) {
      String text =
          switch (column.look()) {
            case FACE, MATRIX ->
                column.later() == null ? column.face(row).text() : column.text(row);
            case FUNCTION -> FunctionName.brief(column.text(row));
            default ->
                column.edit() == null
                    ? column.text(row)
                    : column.edit().shown().apply(column.text(row));
          };
      return text.length() > column.mostShown() ? text.substring(0, column.mostShown()) : text;
    }
    if (column.number() == null) {
      return "";
    }
    long value = column.number().applyAsLong(row);
    return switch (column.look()) {
      case SIZE -> value < 0 ? "" : SizeText.of(value);
      case COUNT -> value < 0 ? "" : String.format(Locale.ROOT, "%,d", value);
      default -> column.plain(row);
    };
  }

  /**
   * Fits the columns, as soon as the table has a place on the screen.
   *
   * @param longest the texts of each column
   */
  static <R> void apply(RowsTable<R> table, Map<RowColumn<R>, List<String>> longest) {
    if (table.getWidth() > 0) {
      fitNow(table, longest);
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
                  fitNow(table, longest);
                }
              }
            });
  }

  private static <R> void fitNow(RowsTable<R> table, Map<RowColumn<R>, List<String>> longest) {
    Font font = table.textFont();
    Font mono = Font.font("monospace", font.getSize());
    double em = font.getSize();
    List<TableColumn<?, ?>> fitted = new ArrayList<>();
    List<Double> widths = new ArrayList<>();
    double taken = table.getVisibleLeafColumns().stream().mapToDouble(TableColumn::getWidth).sum();
    for (TableColumn<LoadedRow<R>, ?> column : table.getColumns()) {
      RowColumn<R> meaning = table.meaning(column);
      if (meaning != null && column.isVisible()) {
        taken -= column.getWidth();
        Font used = meaning.look() == RowColumn.Look.MONOSPACE ? mono : font;
        double content =
            longest.getOrDefault(meaning, List.of()).stream()
                .mapToDouble(text -> width(text, used))
                .max()
                .orElse(0);
        // The heading also holds the arrow that shows the order.
        double heading = width(column.getText(), font) + em;
        double least =
            Math.max(
                meaning.look() == RowColumn.Look.MATRIX ? MATRIX_IN_EMS : NARROWEST_IN_EMS,
                meaning.leastEms());
        content += meaning.look() == RowColumn.Look.TREE ? TREE_IN_EMS * em : 0;
        fitted.add(column);
        widths.add(
            Math.clamp(
                Math.max(content, heading) + ROOM_IN_EMS * em, least * em, WIDEST_IN_EMS * em));
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
      // Names of groups say what all below them is.
      RowColumn<R> meaning = table.meaning(fitted.get(i));
      boolean tree = meaning != null && meaning.look() == RowColumn.Look.TREE;
      double least = tree ? Math.min(widths.get(i), TREE_SHARE * table.getWidth()) : 0;
      fitted.get(i).setPrefWidth(Math.max(least, shrunk.get(i) - less));
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

  private static double width(String text, Font font) {
    Text probe = new Text(text);
    probe.setFont(font);
    return probe.getLayoutBounds().getWidth();
  }
}
