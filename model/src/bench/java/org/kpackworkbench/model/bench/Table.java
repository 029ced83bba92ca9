package org.kpackworkbench.model.bench;

import java.util.ArrayList;
import java.util.List;

/** Rows as a table in Markdown, under a line that says what they have in common. */
public final class Table {
  /** The first column with words behind the figures. */
  private static final int WORDS = 6;

  /** How rows are shown. */
  public enum Kind {
    TIMES("", "median", "least – most", "MB/s", "resident, MB", "heap, MB", "beside", ""),
    FRAMES("", "median", "99 of 100", "slowest", "resident, MB", "heap, MB", "beside", "");

    private final List<String> heads;

    Kind(String... heads) {
      this.heads = List.of(heads);
    }

    private List<String> figures(Samples samples, long bytes) {
      return this == FRAMES
          ? List.of(
              Units.time(samples.median()),
              Units.time(samples.percentile(99)),
              Units.time(samples.most()))
          : List.of(
              Units.time(samples.median()),
              samples.seconds().size() == 1
                  ? ""
                  : Units.time(samples.least()) + " – " + Units.time(samples.most()),
              Units.rate(bytes, samples.median()));
    }
  }

  private Table() {}

  /** The text, with a line break behind each line. */
  public static String text(String title, Kind kind, List<Row> rows) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(kind.heads);
    rows.forEach(row -> lines.add(cells(kind, row)));
    // An empty column is left out.
    List<Integer> columns = new ArrayList<>();
    for (int column = 0; column < kind.heads.size(); column++) {
      int at = column;
      if (lines.stream().skip(1).anyMatch(line -> !line.get(at).isEmpty())) {
        columns.add(column);
      }
    }
    StringBuilder text = new StringBuilder(title).append("\n\n");
    for (int i = 0; i < lines.size(); i++) {
      List<String> line = lines.get(i);
      columns.forEach(column -> text.append("| ").append(line.get(column)).append(' '));
      text.append("|\n");
      if (i == 0) {
        columns.forEach(column -> text.append(column == 0 || column >= WORDS ? "|---" : "|---:"));
        text.append("|\n");
      }
    }
    return text.toString();
  }

  private static List<String> cells(Kind kind, Row row) {
    Samples samples = row.samples();
    if (samples == null) {
      return List.of(row.what(), "not measured", "", "", "", "", escaped(row.failure()), "");
    }
    List<String> cells = new ArrayList<>(List.of(row.what()));
    cells.addAll(kind.figures(samples, row.bytes()));
    cells.add(Units.megabytes(samples.residentKb()));
    cells.add(Units.megabytes(samples.heapKb()));
    cells.add(row.limit().words());
    cells.add(row.limit().verdict().toString());
    return cells;
  }

  // A message may hold anything, and the table must stay one.
  private static String escaped(String text) {
    return text.replaceAll("\\s+", " ").replace("|", "\\|").strip();
  }
}
