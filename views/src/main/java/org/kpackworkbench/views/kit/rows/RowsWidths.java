package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.table.ColumnFit;
import org.kpackworkbench.views.kit.table.ColumnFit.Held;
import org.kpackworkbench.views.kit.table.ColumnMemory;
import org.kpackworkbench.views.kit.text.FunctionName;
import org.kpackworkbench.views.kit.text.VisibleText;

/** Contents of the columns of a table, found out from some of its rows. UI-independent. */
final class RowsWidths {
  private static final double AROUND_EMS = 1.3;
  private static final double GAP_EMS = 0.5;
  private static final double SIGN_EMS = 1.4;
  private static final double ARROW_EMS = 1.6;

  private static final double MATRIX_EMS = 6;
  private static final double CHARACTER_EMS = 0.6;
  private static final double MARK_EMS = 3.4;
  private static final double FUNCTION_EMS = 26;

  private static final String BOLD = "bold-cell";

  private static final int ALL_ROWS = 4000;
  private static final int FIRST_ROWS = 200;
  private static final int SPREAD_ROWS = 300;
  private static final int CANDIDATES = 6;
  private static final int LONGEST_SHOWN = 400;
  private static final String NARROW = " iljft.,:;|!'()[]{}/\\-\"`";

  private RowsWidths() {}

  /**
   * For each column the longest texts found, in the background.
   *
   * @param rows those that count
   * @param size how many there are
   * @param signed whether some rows have the sign that verification found something
   */
  static <R> List<List<Held>> longest(
      RowsSpec<R> spec, RowSource<R> rows, int size, List<RowColumn<R>> columns, boolean signed)
      throws IOException {
    List<PriorityQueue<Candidate>> found = new ArrayList<>();
    columns.forEach(column -> found.add(new PriorityQueue<>()));
    Steps<R> steps = new Steps<>(spec, size, signed);
    for (int index : sample(rows)) {
      R row = rows.row(index);
      for (int i = 0; i < columns.size(); i++) {
        keep(found.get(i), held(columns.get(i), row, steps));
      }
    }
    return found.stream().map(queue -> queue.stream().map(Candidate::held).toList()).toList();
  }

  /** A text that may be the widest one. */
  private record Candidate(Held held, double width) implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      return Double.compare(width, other.width);
    }
  }

  private static final class Steps<R> {
    private final RowsSpec.@Nullable Folding<R> folding;
    private final RowsSpec.@Nullable Tree<R> tree;
    private final double signEms;
    private final BitSet groups = new BitSet();

    Steps(RowsSpec<R> spec, int size, boolean signed) {
      folding = spec.folding();
      tree = spec.tree();
      signEms = signed ? SIGN_EMS : 0;
      for (int row = 0; folding != null && row < size; row++) {
        if (folding.parent(row) >= 0) {
          groups.set(folding.parent(row));
        }
      }
    }

    boolean isGroup(R row) {
      return folding == null ? tree != null && tree.grouped() : groups.get(folding.index(row));
    }

    /** Returns the width before a name: steps, arrow, sign. */
    double ems(R row) {
      if (folding == null) {
        double steps =
            tree != null && tree.grouped() ? ARROW_EMS + tree.depth(row) * TreeCell.INDENT_EMS : 0;
        return signEms + steps;
      }
      int index = folding.index(row);
      // A run is one step more.
      int steps = folding.quiet(index) ? 1 : 0;
      for (int above = folding.parent(index); above >= 0; above = folding.parent(above)) {
        steps++;
      }
      return signEms + ARROW_EMS + steps * TreeCell.INDENT_EMS;
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

  private static void keep(PriorityQueue<Candidate> widest, Held held) {
    double width = roughly(held);
    if (widest.size() < CANDIDATES) {
      widest.add(new Candidate(held, width));
    } else if (width > widest.element().width()) {
      widest.remove();
      widest.add(new Candidate(held, width));
    }
  }

  /** Returns the texts with one that turned out to be shown; null if that changes nothing. */
  static @Nullable List<Held> with(List<Held> longest, RowColumn.Face face) {
    Held held = faced(face, false);
    double width = roughly(held);
    return longest.stream().anyMatch(each -> roughly(each) >= width)
        ? null
        : widest(longest, List.of(held));
  }

  /** The longest of some texts and others. */
  static List<Held> widest(List<Held> some, List<Held> others) {
    return Stream.concat(some.stream(), others.stream())
        .sorted(Comparator.comparingDouble((Held held) -> -roughly(held)))
        .limit(CANDIDATES)
        .toList();
  }

  private static double roughly(Held held) {
    return roughly(held.text()) * (held.bold() ? 1.08 : 1) + held.besideEms() / CHARACTER_EMS;
  }

  /** About how wide a text is, as no font is available. */
  private static double roughly(String text) {
    double width = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      width += NARROW.indexOf(c) >= 0 ? 0.5 : c == 'm' || c == 'w' ? 1.5 : c < 'a' ? 1.1 : 1;
    }
    return width;
  }

  private static Held cut(String text, boolean bold, double besideEms) {
    String shown = VisibleText.of(text);
    return new Held(
        shown.length() > LONGEST_SHOWN ? shown.substring(0, LONGEST_SHOWN) : shown,
        bold,
        besideEms);
  }

  private static <R> Held held(RowColumn<R> column, R row, Steps<R> steps) {
    return switch (column.look()) {
      case TREE -> {
        RowColumn.Face face = column.face(row);
        Function<? super R, String> room = column.room();
        String name = room != null ? room.apply(row) : column.text(row);
        boolean signed = face.tint() != null || face.icon() != null || face.drawing() != null;
        yield cut(
            face.detail().isEmpty() ? name : name + "  " + face.detail(),
            steps.isGroup(row),
            steps.ems(row) + (signed ? SIGN_EMS + GAP_EMS : 0));
      }
      case FACE, MATRIX ->
          column.later() == null && column.room() == null
              ? faced(column.face(row), column.look() == RowColumn.Look.MATRIX)
              : cut(shown(column, row), false, 0);
      default -> cut(shown(column, row), false, 0);
    };
  }

  private static Held faced(RowColumn.Face face, boolean bold) {
    double drawn = CellPicture.widthInEms(face.drawing());
    return cut(
        face.text(),
        bold || face.style().contains(BOLD),
        (face.icon() == null ? 0 : SIGN_EMS + GAP_EMS) + (drawn == 0 ? 0 : drawn + GAP_EMS));
  }

  /** Returns the text of a cell that is no face; empty if a number is not known. */
  static <R> String shown(RowColumn<R> column, R row) {
    Function<? super R, String> room = column.room();
    if (room != null) {
      return room.apply(row);
    }
    if (column.hasText()) {
      return switch (column.look()) {
        case FUNCTION -> FunctionName.brief(column.text(row));
        default ->
            column.edit() == null
                ? column.text(row)
                : column.edit().shown().apply(column.text(row));
      };
    }
    if (column.number() == null) {
      return "";
    }
    long value = column.number().applyAsLong(row);
    return switch (column.look()) {
      case SIZE -> value < 0 ? "" : SizeText.of(value);
      case COUNT -> value < 0 ? "" : CountText.grouped(value);
      default -> column.plain(row);
    };
  }

  /** Returns the contents of a column, for the policy of widths. */
  static <R> ColumnFit.Contents contents(RowColumn<R> column, List<Held> longest) {
    ColumnFit.Kind kind =
        switch (column.look()) {
          // Half a number says something else.
          case FACE ->
              column.isDrawn() || column.number() != null
                  ? ColumnFit.Kind.FIGURE
                  : ColumnFit.Kind.TEXT;
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
        AROUND_EMS,
        matrix && column.wishEms() == 0 ? MATRIX_EMS : column.wishEms(),
        shortest,
        column.stretches(),
        column.keptShare());
  }

  /** The column of marks before the others. */
  static ColumnFit.Contents marks() {
    return new ColumnFit.Contents(
        "", ColumnFit.Kind.SIGN, List.of(), false, 0, MARK_EMS, MARK_EMS, false, 0);
  }
}
