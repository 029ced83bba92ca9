package org.kpackworkbench.views.kit.table;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How wide the columns of a table are. Nothing is narrower than its contents while there is room:
 * each column gets its natural width, and one takes what is left. Where room is missing, the widest
 * give way first. Knows no screen.
 */
public final class WidthPolicy {
  private WidthPolicy() {}

  /**
   * What a column needs, in pixels.
   *
   * @param natural what its heading and its contents need
   * @param least how narrow it may be made where room is missing; as {@code natural} where its
   *     contents cannot be shortened
   * @param wish how wide it would be where all columns have what they need; 0 for no wish
   * @param stretches whether it takes what is left
   * @param dragged the width that the user gave it; it stays so
   */
  public record Column(
      double natural, double least, double wish, boolean stretches, OptionalDouble dragged) {
    double wanted() {
      return dragged.orElse(natural);
    }

    private double atMost(double most) {
      return dragged.isPresent() ? wanted() : Math.min(natural, Math.max(least, most));
    }
  }

  /**
   * The widths of columns, in whole pixels. They fill {@code available} where a column stretches,
   * and are more only where no column can give way any more.
   *
   * @param available the room for all of them, in pixels
   */
  public static double[] widths(List<Column> columns, double available) {
    double room = Math.floor(available);
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
