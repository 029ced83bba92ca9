package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.text.FunctionName;

/** Looks at some rows of a table, to say how wide its columns have to be. */
public final class RowsFit {
  private static final int FIRST_ROWS = 100;
  private static final int SPREAD_ROWS = 100;
  private static final int CANDIDATES = 4;
  private static final int LONGEST_SHOWN = 120;

  private RowsFit() {}

  /** For each column the longest texts found, in the background. */
  public static <R> List<List<String>> longest(RowSource<R> rows, List<RowColumn<R>> columns)
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

  /** The widest of some texts. */
  static double widest(List<String> texts, ToDoubleFunction<String> width) {
    return texts.stream().mapToDouble(width).max().orElse(0);
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
    if (column.number() == null) {
      String text = column.plain(row);
      return column.look() == RowColumn.Look.FUNCTION ? FunctionName.brief(text) : text;
    }
    long value = column.number().applyAsLong(row);
    return switch (column.look()) {
      case SIZE -> value < 0 ? "" : SizeText.of(value);
      case COUNT -> value < 0 ? "" : String.format(Locale.ROOT, "%,d", value);
      default -> column.plain(row);
    };
  }
}
