package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.table.ColumnFit;
import org.kpackworkbench.views.kit.table.ColumnMemory;
import org.kpackworkbench.views.kit.text.FunctionName;
import org.kpackworkbench.views.kit.text.VisibleText;

/** What the columns of a table hold, found out from some of its rows. Knows no screen. */
final class RowsWidths {
  private static final double AROUND_EMS = 1.3;
  private static final String AS_WIDE_AS_AN_ICON = "MM";
  private static final double MATRIX_EMS = 6;
  private static final double TREE_EMS = 8;
  private static final double CHARACTER_EMS = 0.6;
  private static final double MARK_EMS = 3.4;
  private static final double FUNCTION_EMS = 26;

  private static final int ALL_ROWS = 4000;
  private static final int FIRST_ROWS = 200;
  private static final int SPREAD_ROWS = 300;
  private static final int CANDIDATES = 6;
  private static final int LONGEST_SHOWN = 400;
  private static final String NARROW = " iljft.,:;|!'()[]{}/\\-\"`";

  private RowsWidths() {}

  /** For each column the longest texts found, in the background. */
  static <R> List<List<String>> longest(RowSource<R> rows, List<RowColumn<R>> columns)
      throws IOException {
    List<PriorityQueue<Candidate>> found = new ArrayList<>();
    columns.forEach(column -> found.add(new PriorityQueue<>()));
    for (int index : sample(rows)) {
      R row = rows.row(index);
      for (int i = 0; i < columns.size(); i++) {
        keep(found.get(i), shown(columns.get(i), row));
      }
    }
    return found.stream().map(queue -> queue.stream().map(Candidate::text).toList()).toList();
  }

  /** A text that may be the widest one. */
  private record Candidate(String text, double width) implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      return Double.compare(width, other.width);
    }
  }

  private static int[] sample(RowSource<?> rows) {
    int size = rows.size();
    if (rows.inMemory() && size <= ALL_ROWS) {
      return IntStream.range(0, size).toArray();
    }
    IntStream spread =
        IntStream.range(0, SPREAD_ROWS).map(i -> (int) ((long) i * size / SPREAD_ROWS));
    return IntStream.concat(IntStream.range(0, Math.min(size, FIRST_ROWS)), spread)
        .filter(index -> index < size)
        .distinct()
        .toArray();
  }

  private static void keep(PriorityQueue<Candidate> widest, String text) {
    String cut = text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) : text;
    double width = roughly(cut);
    if (widest.size() < CANDIDATES) {
      widest.add(new Candidate(cut, width));
    } else if (width > widest.element().width()) {
      widest.remove();
      widest.add(new Candidate(cut, width));
    }
  }

  /** About how wide a text is, as no font is at hand. */
  private static double roughly(String text) {
    double width = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      width += NARROW.indexOf(c) >= 0 ? 0.5 : c == 'm' || c == 'w' ? 1.5 : c < 'a' ? 1.1 : 1;
    }
    return width;
  }

  private static <R> String shown(RowColumn<R> column, R row) {
    Function<? super R, String> room = column.room();
    if (room != null) {
      return VisibleText.of(room.apply(row));
    }
    if (column.hasText()) {
      String text =
          switch (column.look()) {
            case FACE, MATRIX ->
                column.later() == null ? faced(column.face(row)) : column.text(row);
            case FUNCTION -> FunctionName.brief(column.text(row));
            default ->
                column.edit() == null
                    ? column.text(row)
                    : column.edit().shown().apply(column.text(row));
          };
      return VisibleText.of(text);
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

  private static String faced(RowColumn.Face face) {
    return face.icon() == null ? face.text() : AS_WIDE_AS_AN_ICON + face.text();
  }

  /** What a column holds, for the policy of widths. */
  static <R> ColumnFit.Contents contents(RowColumn<R> column, List<String> longest) {
    double around =
        switch (column.look()) {
          case TREE -> TREE_EMS;
          case FACE -> AROUND_EMS + (column.isDrawn() ? CellPicture.WIDTH_IN_EMS : 0);
          default -> AROUND_EMS;
        };
    ColumnFit.Kind kind =
        switch (column.look()) {
          case FACE -> column.isDrawn() ? ColumnFit.Kind.FIGURE : ColumnFit.Kind.TEXT;
          // What says how short it may be is shortened as any text.
          case TREE ->
              column.mostShown() < LONGEST_SHOWN ? ColumnFit.Kind.TEXT : ColumnFit.Kind.TREE;
          case MATRIX -> ColumnFit.Kind.MATRIX;
          case FIGURE, SIZE, COUNT, ADDRESS -> ColumnFit.Kind.FIGURE;
          default -> ColumnFit.Kind.TEXT;
        };
    double shortest =
        column.mostShown() < LONGEST_SHOWN
            ? column.mostShown() * CHARACTER_EMS + AROUND_EMS
            : column.look() == RowColumn.Look.FUNCTION
                ? FUNCTION_EMS
                : ColumnFit.Contents.SHORTEST_EMS;
    boolean matrix = kind == ColumnFit.Kind.MATRIX;
    return new ColumnFit.Contents(
        matrix ? "" : ColumnMemory.id(column.id()),
        kind,
        longest,
        column.look() == RowColumn.Look.MONOSPACE || column.look() == RowColumn.Look.ADDRESS,
        around,
        matrix && column.leastEms() == 0 ? MATRIX_EMS : column.leastEms(),
        shortest,
        column.stretches());
  }

  /** The column of marks before the others. */
  static ColumnFit.Contents marks() {
    return new ColumnFit.Contents(
        "", ColumnFit.Kind.SIGN, List.of(), false, 0, MARK_EMS, MARK_EMS, false);
  }
}
