package org.kpackworkbench.app.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A small table of text with aligned columns: numbers to the right, the rest to the left. */
public final class Columns {
  private static final String GAP = "  ";

  private final String[] heads;
  private final boolean[] right;
  private final int[] widths;
  private final List<String[]> rows = new ArrayList<>();

  /**
   * @param heads the columns' heads; one that starts with {@code >} is aligned to the right
   */
  public Columns(String... heads) {
    this.heads = new String[heads.length];
    this.right = new boolean[heads.length];
    for (int i = 0; i < heads.length; i++) {
      right[i] = heads[i].startsWith(">");
      this.heads[i] = right[i] ? heads[i].substring(1) : heads[i];
    }
    this.widths = new int[heads.length];
    fit(this.heads);
  }

  /** Makes room for a row. */
  public Columns fit(String... cells) {
    for (int i = 0; i < cells.length; i++) {
      widths[i] = Math.max(widths[i], width(cells[i]));
    }
    return this;
  }

  /** Adds a row to those that {@link #print} writes. */
  public Columns row(String... cells) {
    rows.add(cells);
    return fit(cells);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Writes the heads and the rows, each behind {@code indent}. */
  public void print(TextOut out, String indent) throws IOException {
    out.line(indent + head());
    for (String[] row : rows) {
      out.line(indent + line(row));
    }
  }

  /** The line of heads. */
  public String head() {
    return line(heads);
  }

  /** A row's line; without spaces at its end. */
  public String line(String... cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      int padding = Math.max(0, widths[i] - width(cells[i]));
      if (right[i]) {
        line.repeat(' ', padding).append(cells[i]);
      } else {
        line.append(cells[i]).repeat(' ', padding);
      }
      line.append(GAP);
    }
    return line.toString().stripTrailing();
  }

  /** As wide as it will be when it is written. */
  private static int width(String cell) {
    return SafeText.of(cell).length();
  }
}
