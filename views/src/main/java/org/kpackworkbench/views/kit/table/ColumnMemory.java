package org.kpackworkbench.views.kit.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.kpackworkbench.views.spi.Remembered;

/**
 * User's changes to the columns of a kind of table: their order, which are hidden, how wide they
 * were dragged and by what rows are sorted. UI-independent.
 *
 * @param columns in the order in which they are shown
 * @param sorting the first one first
 */
public record ColumnMemory(List<Column> columns, List<Sorted> sorting) {
  private static final String KEY = "table.";
  private static final String WIDTH = "width";
  private static final String SORT = "sort";
  private static final double WIDEST_EMS = 1000;

  /** Nothing is remembered. */
  public static final ColumnMemory NONE = new ColumnMemory(List.of(), List.of());

  /** Copies the lists. */
  public ColumnMemory {
    columns = List.copyOf(columns);
    sorting = List.copyOf(sorting);
  }

  /**
   * Remembered state of a column.
   *
   * @param id its name in the table
   * @param shown whether it is shown
   * @param widthEms how wide it was dragged, in ems, so that it grows with the text
   */
  public record Column(String id, boolean shown, OptionalDouble widthEms) {}

  /** A column by which rows are sorted. */
  public record Sorted(String id, boolean ascending) {}

  /** Reads the memory of a kind of table; leaves out what cannot be understood. */
  public static ColumnMemory of(Remembered remembered, String kind) {
    List<Column> columns = new ArrayList<>();
    List<Sorted> sorting = new ArrayList<>();
    for (String line : remembered.list(KEY + kind)) {
      String[] words = line.split(" ", -1);
      if (words[0].equals(SORT) && words.length == 3) {
        sorting.add(new Sorted(words[1], !words[2].equals("down")));
      } else if (words[0].equals("column") && words.length >= 3) {
        OptionalDouble width = OptionalDouble.empty();
        if (words.length == 5 && words[3].equals(WIDTH)) {
          width = number(words[4]);
        }
        columns.add(new Column(words[1], !words[2].equals("hidden"), width));
      }
    }
    return new ColumnMemory(columns, sorting);
  }

  private static OptionalDouble number(String text) {
    try {
      double number = Double.parseDouble(text);
      return number > 0 && number < WIDEST_EMS ? OptionalDouble.of(number) : OptionalDouble.empty();
    } catch (NumberFormatException notOne) {
      return OptionalDouble.empty();
    }
  }

  /** Keeps it for a kind of table. */
  public void keep(Remembered remembered, String kind) {
    List<String> lines = new ArrayList<>();
    for (Column column : columns) {
      StringBuilder line = new StringBuilder("column ").append(column.id());
      line.append(column.shown() ? " shown" : " hidden");
      column
          .widthEms()
          .ifPresent(ems -> line.append(String.format(Locale.ROOT, " %s %.2f", WIDTH, ems)));
      lines.add(line.toString());
    }
    for (Sorted sorted : sorting) {
      lines.add(SORT + " " + sorted.id() + (sorted.ascending() ? " up" : " down"));
    }
    if (!remembered.list(KEY + kind).equals(lines)) {
      remembered.list(KEY + kind, lines);
    }
  }

  /** Returns the remembered state of a column; empty if there is none. */
  public Optional<Column> column(String id) {
    return columns.stream().filter(column -> column.id().equals(id)).findFirst();
  }

  /**
   * The order in which columns are shown: as remembered; those of which nothing is remembered
   * follow the one that they follow otherwise.
   *
   * @param ids as they are otherwise
   */
  public List<String> order(List<String> ids) {
    List<String> order = new ArrayList<>();
    columns.stream().map(Column::id).filter(ids::contains).distinct().forEach(order::add);
    for (int i = 0; i < ids.size(); i++) {
      if (!order.contains(ids.get(i))) {
        order.add(i == 0 ? 0 : order.indexOf(ids.get(i - 1)) + 1, ids.get(i));
      }
    }
    return order;
  }

  /** A name that can be remembered: without blanks. */
  public static String id(String name) {
    return name.strip().replaceAll("\\s+", "-");
  }
}
