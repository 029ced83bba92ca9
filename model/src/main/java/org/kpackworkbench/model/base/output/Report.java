package org.kpackworkbench.model.base.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts, and how text shows them. JSON has all facts in their order; text is lines, names with
 * values, and tables, which refer to facts by their names, in an order of its own.
 *
 * <p>A name is what a fact is called: {@code inputSize} is shown as {@code input size}, and {@code
 * "inputSize as before"} as {@code before}. What has no value is left out, and so is a table
 * without rows. Not safe for use by several threads.
 */
public final class Report {
  private final Facts facts;
  private final List<Item> items = new ArrayList<>();
  private List<String> heading = List.of();

  private sealed interface Item {
    record Line(String format, List<String> names) implements Item {}

    record Lines(String list, String format, List<String> names) implements Item {}

    record Values(List<Label> labels) implements Item {}

    record Table(
        boolean apart, String title, String indent, String list, List<Label> columns, int most)
        implements Item {}

    record Gap() implements Item {}
  }

  /** A fact and the words for it. */
  private record Label(String name, String words) {
    static List<Label> of(String... names) {
      return Arrays.stream(names).map(Label::of).toList();
    }

    static Label of(String name) {
      int as = name.indexOf(" as ");
      if (as > 0) {
        // One text for one name, so that looking it up compares no letters.
        return new Label(name.substring(0, as).intern(), name.substring(as + 4));
      }
      return new Label(
          name,
          name.chars().allMatch(Character::isLetterOrDigit)
              ? name.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT)
              : name);
    }
  }

  /** A report that shows nothing as text yet. */
  public Report(Facts facts) {
    this.facts = facts;
  }

  /** Returns the facts of the report; more may be added. */
  public Facts facts() {
    return facts;
  }

  /** Lines above all others; they are left out where there are no others. */
  public Report heading(List<String> lines) {
    heading = List.copyOf(lines);
    return this;
  }

  /**
   * A line.
   *
   * @param format the line with {@code %s} for each of the names; it is left out where it is empty
   */
  public Report line(String format, String... names) {
    items.add(new Item.Line(format, List.of(names)));
    return this;
  }

  /** A line for each row of a list, or for each of some texts or lines. */
  public Report lines(String list, String format, String... names) {
    items.add(new Item.Lines(list, format, names.length == 0 ? List.of("") : List.of(names)));
    return this;
  }

  /**
   * Names and values below one another; those that follow others directly are aligned with them.
   */
  public Report values(String... names) {
    List<Label> labels = new ArrayList<>();
    if (!items.isEmpty() && items.getLast() instanceof Item.Values(List<Label> others)) {
      items.removeLast();
      labels.addAll(others);
    }
    labels.addAll(Label.of(names));
    items.add(new Item.Values(labels));
    return this;
  }

  /** A table of a list behind an empty line. */
  public Report table(String list, String... columns) {
    return table(list, Integer.MAX_VALUE, columns);
  }

  /**
   * Adds a table of the first rows of a list, behind an empty line.
   *
   * @param most how many; how many more there are is said below them
   */
  public Report table(String list, int most, String... columns) {
    items.add(new Item.Table(true, "", "", list, Label.of(columns), most));
    return this;
  }

  /**
   * A table of a list below a title, both behind an empty line.
   *
   * @param title may be empty
   */
  public Report section(String title, String list, String... columns) {
    items.add(new Item.Table(true, title, "  ", list, Label.of(columns), Integer.MAX_VALUE));
    return this;
  }

  /** A table of a list, indented right below what is above it. */
  public Report below(String list, String... columns) {
    items.add(new Item.Table(false, "", "  ", list, Label.of(columns), Integer.MAX_VALUE));
    return this;
  }

  /** An empty line. */
  public Report gap() {
    items.add(new Item.Gap());
    return this;
  }

  /** Writes the rows of its first list as lines of JSON. */
  public void jsonLines(JsonOut lines) throws IOException {
    facts.jsonLines(lines);
  }

  /** Writes the fields of the object that is open. */
  public void json(JsonOut out) throws IOException {
    facts.json(out);
  }

  /** Writes lines of text, shortening long ones to the width that is known. */
  public void text(TextOut out) throws IOException {
    text(out, false);
  }

  /** Writes lines of text, shortening nothing where {@code whole}. */
  public void text(TextOut out, boolean whole) throws IOException {
    new Text(out, whole).print();
  }

  private final class Text {
    private final TextOut out;
    private final boolean whole;
    private boolean begun;

    Text(TextOut out, boolean whole) {
      this.out = out;
      this.whole = whole;
    }

    void print() throws IOException {
      for (Item item : items) {
        switch (item) {
          case Item.Line(String format, List<String> names) -> line(format, names);
          case Item.Lines lines ->
              facts.each(
                  lines.list(),
                  row -> {
                    begin();
                    out.line(filled(row, lines.format(), lines.names()));
                  });
          case Item.Values(List<Label> labels) -> values(labels);
          case Item.Table table -> table(table);
          case Item.Gap() -> out.line();
        }
      }
    }

    /** Before anything else is printed. */
    private void begin() throws IOException {
      if (!begun) {
        for (String line : heading) {
          out.line(line);
        }
      }
      begun = true;
    }

    private void line(String format, List<String> names) throws IOException {
      String line = filled(facts, format, names);
      if (!line.isEmpty()) {
        begin();
        out.line(line);
      }
    }

    private static String filled(Facts row, String format, List<String> names) throws IOException {
      List<String> words = new ArrayList<>();
      for (String name : names) {
        words.add(row.words(name));
      }
      return names.isEmpty() ? format : format.formatted(words.toArray());
    }

    private void values(List<Label> labels) throws IOException {
      Map<String, String> values = new LinkedHashMap<>();
      for (Label label : labels) {
        String value = facts.words(label.name());
        if (!value.isEmpty()) {
          values.put(label.words(), value);
        }
      }
      int width = values.keySet().stream().mapToInt(String::length).max().orElse(0);
      for (Map.Entry<String, String> value : values.entrySet()) {
        begin();
        String name = value.getKey();
        out.line("  " + name + " ".repeat(width - name.length() + 2) + value.getValue());
      }
    }

    private void table(Item.Table table) throws IOException {
      TableText text = new TableText(table.columns());
      int[] more = {0};
      facts.each(
          table.list(),
          row -> {
            if (text.rows < table.most()) {
              TextColumns columns = text.add(row, out);
              if (columns.isFull()) {
                print(table, text, columns);
              }
            } else {
              more[0]++;
            }
          });
      TextColumns columns = text.columns;
      if (columns == null) {
        return;
      }
      print(table, text, columns);
      if (more[0] > 0) {
        out.line("and %d more".formatted(more[0]));
      }
    }

    /** Prints what there is of a table since it was printed last. */
    private void print(Item.Table table, TableText text, TextColumns columns) throws IOException {
      if (!text.begun) {
        if (begun && table.apart()) {
          out.line();
        }
        begin();
        if (!table.title().isEmpty()) {
          out.line(table.title());
        }
      }
      text.begun = true;
      columns.print(out, table.indent(), whole);
    }
  }

  /** A table whose columns are aligned according to the values of its first row. */
  private static final class TableText {
    private final List<Label> labels;
    private final int[] guesses;
    private @Nullable TextColumns columns;
    private int rows;
    private boolean begun;

    TableText(List<Label> labels) {
      this.labels = labels;
      this.guesses = new int[labels.size()];
    }

    TextColumns add(Facts row, TextOut out) throws IOException {
      TextColumns table = columns;
      if (table == null) {
        table =
            new TextColumns(
                labels.stream()
                    .map(label -> (row.isNumber(label.name()) ? ">" : "") + label.words())
                    .toArray(String[]::new));
        columns = table;
        // Rows of a table have their facts in one order, mostly.
        Arrays.setAll(guesses, i -> row.indexOf(labels.get(i).name()));
      }
      String[] cells = new String[labels.size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = out.cell(row.cell(labels.get(i).name(), guesses[i]));
      }
      rows++;
      return table.row(cells);
    }
  }
}
