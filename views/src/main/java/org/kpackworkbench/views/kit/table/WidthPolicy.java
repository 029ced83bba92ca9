package org.kpackworkbench.views.kit.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How wide the columns of a table are. Nothing is narrower than its contents while there is room:
 * each column gets its natural width, and one takes what is left. Where room is missing, the widest
 * give way first, and what the table is about last. Where it is missing even so, headings lose the
 * room for the sign of sorting, so that one more column may be in view; and no column is cut by the
 * edge of the table. Knows no screen.
 */
public final class WidthPolicy {
  /** So much of what it should have is enough for the column at the edge. */
  private static final double EDGE_SHARE = 0.75;

  /**
   * Share that is enough at the edge for what the table is about: it does not leave the view before
   * others.
   */
  private static final double EDGE_SHARE_STRETCHING = 0.4;

  private WidthPolicy() {}

  /**
   * Needs of a column, in pixels.
   *
   * @param natural what its heading and its contents need
   * @param least how narrow it may be made where room is missing; as {@code natural} where its
   *     contents cannot be shortened
   * @param tight how narrow it may be made before the table scrolls; at most {@code least}
   * @param wish how wide it would be where all columns have what they need; 0 for no wish
   * @param stretches whether it takes what is left
   * @param text whether it may be wider than its contents without looking odd
   * @param kept so much it keeps as long as others can give way; 0 for nothing more than least
   * @param dragged the width that the user gave it; it stays so
   * @param heading what its heading needs, whatever else gives way
   */
  public record Column(
      double natural,
      double least,
      double tight,
      double wish,
      boolean stretches,
      boolean text,
      double kept,
      OptionalDouble dragged,
      double heading) {
    /** Creates a column of which only these widths are known. */
    static Column unknown(double natural, double tight) {
      return new Column(natural, natural, tight, 0, false, false, 0, OptionalDouble.empty(), tight);
    }

    double wanted() {
      return dragged.orElse(natural);
    }

    private double atMost(double most) {
      return dragged.isPresent() ? wanted() : Math.min(natural, Math.max(least, most));
    }

    private double least(Squeeze squeeze) {
      return dragged.orElse(
          switch (squeeze) {
            case NOT -> least;
            case HEADINGS -> text ? least : tight;
            case ALL -> tight;
          });
    }

    private Column squeezed(Squeeze squeeze) {
      return new Column(
          natural, least(squeeze), tight, wish, stretches, text, kept, dragged, heading);
    }

    /** Returns this column, which keeps what it may at the cost of those behind it. */
    private Column first() {
      double most = Math.max(least, Math.min(natural, kept));
      return most == least || dragged.isPresent()
          ? this
          : new Column(natural, most, most, wish, stretches, text, kept, dragged, heading);
    }

    /** Returns this column, which keeps what it may while others can give way. */
    private Column keeping(List<Column> all, double room) {
      if (kept <= least || dragged.isPresent()) {
        return this;
      }
      double others = sum(all, 0) - least;
      double raised = Math.min(natural, Math.max(least, Math.min(kept, room - others)));
      return new Column(natural, raised, tight, wish, stretches, text, kept, dragged, heading);
    }
  }

  /** Parts that give way more than usual. */
  private enum Squeeze {
    NOT,
    /** Columns that are no text lose the room beside their headings. */
    HEADINGS,
    ALL
  }

  /**
   * The widths of columns, in whole pixels, and what is in view before the table is scrolled.
   *
   * @param inView how many columns are in view, from the first one on; all where nothing scrolls
   */
  public record Widths(double[] pixels, int inView) {}

  /**
   * The widths of columns, in whole pixels. They fill {@code available} where a column stretches.
   * They are more only if no column can give way any more; then the first ones fill it exactly, if
   * one of them can be wider.
   *
   * @param available the room for all of them, in pixels
   * @param edge what the column at the edge of a table that scrolls needs more than others
   */
  public static Widths widths(List<Column> columns, double available, double edge) {
    double room = Math.floor(available);
    List<Column> keeping = columns.stream().map(Column::first).toList();
    for (Squeeze squeeze : Squeeze.values()) {
      // Headings lose their room before a column what it keeps.
      if (least(squeeze == Squeeze.NOT ? keeping : columns, squeeze) <= room) {
        List<Column> squeezed = squeezed(columns, squeeze);
        return new Widths(filling(squeezed, room), columns.size());
      }
    }
    // In a table that scrolls anyway, what a column keeps comes before columns behind it.
    int last = columns.size() - 1;
    while (last >= 0 && keeping.get(last).equals(columns.get(last))) {
      last--;
    }
    int inView = inView(keeping, room - edge);
    return inView > last
        ? scrolling(keeping, inView, room, edge)
        : scrolling(columns, inView(columns, room - edge), room, edge);
  }

  private static Widths scrolling(List<Column> columns, int inView, double room, double edge) {
    double[] widths = new double[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.ceil(columns.get(i).least(Squeeze.NOT));
    }
    List<Column> seen = squeezed(atEdge(columns, inView), Squeeze.HEADINGS);
    int wider = wider(columns.subList(0, inView));
    if (wider < 0) {
      return new Widths(widths, columns.size());
    }
    double[] first = filling(seen, room - edge);
    first[inView - 1] += edge;
    first[wider] += Math.max(0, room - Arrays.stream(first).sum());
    System.arraycopy(first, 0, widths, 0, inView);
    return new Widths(widths, inView);
  }

  /** Returns how many columns can be in view before the table is scrolled. */
  private static int inView(List<Column> columns, double room) {
    int inView = columns.size();
    while (inView > 0 && least(atEdge(columns, inView), Squeeze.HEADINGS) > room) {
      inView--;
    }
    return inView;
  }

  /** The first columns; the last of them becomes a little narrower rather than leave the view. */
  private static List<Column> atEdge(List<Column> columns, int inView) {
    List<Column> first = new ArrayList<>(columns.subList(0, inView));
    if (!first.isEmpty()) {
      Column last = first.removeLast();
      double least = last.least();
      if (last.text() && last.tight() < least && least < last.natural()) {
        least = Math.max(last.tight(), EDGE_SHARE * least);
      } else if (last.stretches() && last.tight() == least) {
        least = Math.min(least, Math.max(last.heading(), EDGE_SHARE_STRETCHING * least));
      }
      first.add(
          new Column(
              last.natural(),
              least,
              Math.min(least, last.tight()),
              last.wish(),
              last.stretches(),
              last.text(),
              last.kept(),
              last.dragged(),
              last.heading()));
    }
    return first;
  }

  /** The column that can be wider than it has to be; -1 for none. */
  private static int wider(List<Column> columns) {
    int wider = -1;
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.dragged().isEmpty() && column.stretches()) {
        return i;
      }
      boolean may = column.dragged().isEmpty() && column.text();
      if (may && (wider < 0 || column.natural() > columns.get(wider).natural())) {
        wider = i;
      }
    }
    return wider;
  }

  private static double least(List<Column> columns, Squeeze squeeze) {
    return columns.stream().mapToDouble(column -> column.least(squeeze)).sum();
  }

  private static List<Column> squeezed(List<Column> columns, Squeeze squeeze) {
    return columns.stream().map(column -> column.squeezed(squeeze)).toList();
  }

  /** The widths of columns for which there is room. */
  private static double[] filling(List<Column> columns, double room) {
    return given(columns.stream().map(column -> column.keeping(columns, room)).toList(), room);
  }

  private static double[] given(List<Column> columns, double room) {
    double most = most(columns, room);
    double[] widths = new double[columns.size()];
    double taken = 0;
    for (int i = 0; i < widths.length; i++) {
      Column column = columns.get(i);
      double wanted = column.wanted();
      double given = column.atMost(most);
      // What has all it needs is rounded up: a fraction of a pixel less would cut it.
      widths[i] = given < wanted ? Math.floor(given + 0.001) : Math.ceil(given);
      taken += widths[i];
    }
    double left = room - taken;
    for (int i = 0; i < widths.length && left != 0; i++) {
      Column column = columns.get(i);
      if (left > 0 && column.dragged().isEmpty()) {
        double more = Math.clamp(Math.ceil(column.wish()) - widths[i], 0, left);
        widths[i] += more;
        left -= more;
      }
    }
    for (int i = 0; i < widths.length && left != 0; i++) {
      Column column = columns.get(i);
      boolean rounding = left < 0 && left >= -widths.length && widths[i] > column.least() - left;
      if (column.stretches() && column.dragged().isEmpty() && (left > 0 || rounding)) {
        widths[i] += left;
        left = 0;
      }
    }
    return widths;
  }

  /** The width that no column exceeds which can give way, so that all fit. */
  private static double most(List<Column> columns, double room) {
    double high = columns.stream().mapToDouble(Column::natural).max().orElse(0);
    if (sum(columns, high) <= room) {
      return high;
    }
    double low = 0;
    for (int i = 0; i < 32; i++) {
      double middle = (low + high) / 2;
      if (sum(columns, middle) > room) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low;
  }

  private static double sum(List<Column> columns, double most) {
    return columns.stream().mapToDouble(column -> column.atMost(most)).sum();
  }
}
