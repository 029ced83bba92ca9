package org.kpackworkbench.model.base.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.text.SafeText;

/**
 * A table of text with aligned columns: numbers to the right, the rest to the left.
 *
 * <p>Widths are known only when all rows are, so rows are kept until they are printed. A very long
 * table is printed in parts: the columns of a later one may be wider, and never are narrower. Where
 * the width of a line is known and a table is wider, the widest texts are shortened in their
 * middle; numbers never are.
 */
final class TextColumns {
  private static final int GAP = 2;

  private static final int LEAST = 12;

  private static final String CUT = "…";
  private static final int CHUNK_CHARS = 1 << 20;

  /** After so many chunks, the widths of columns are what they will be in almost every table. */
  private static final int MOST_CHUNKS = 12;

  // What could disturb a terminal has been replaced in the cells, so that these are free.
  private static final char CELL_END = '\t';
  private static final char ROW_END = '\n';

  private final boolean[] right;
  private final int[] widths;
  private final StringBuilder chunk = new StringBuilder();
  private final List<String> chunks = new ArrayList<>();
  private boolean begun;

  /**
   * @param heads the columns' heads; one that starts with {@code >} is aligned to the right
   */
  TextColumns(String... heads) {
    right = new boolean[heads.length];
    widths = new int[heads.length];
    String[] words = heads.clone();
    for (int i = 0; i < heads.length; i++) {
      right[i] = heads[i].startsWith(">");
      words[i] = heads[i].substring(right[i] ? 1 : 0);
    }
    row(words);
  }

  /** Adds a row; it has as many cells as there are columns. */
  TextColumns row(String... cells) {
    if (chunk.length() > CHUNK_CHARS) {
      chunks.add(chunk.toString());
      chunk.setLength(0);
    }
    for (int i = 0; i < widths.length; i++) {
      String cell = SafeText.of(cells[i]);
      widths[i] = Math.max(widths[i], cell.length());
      chunk.append(cell).append(i < widths.length - 1 ? CELL_END : ROW_END);
    }
    return this;
  }

  /** Whether so many rows are kept that they are to be printed before there are more. */
  boolean isFull() {
    return chunks.size() >= (begun ? 1 : MOST_CHUNKS);
  }

  /**
   * Writes the heads and the rows, or the rows since the last time, shortening nothing where {@code
   * whole}.
   */
  void print(TextOut out, String indent, boolean whole) throws IOException {
    int[] fitting = fit(out.columns() - indent.length(), out.columns() > 0 && !whole);
    chunks.add(chunk.toString());
    chunk.setLength(0);
    for (String each : chunks) {
      rows(out, indent, each, fitting);
    }
    chunks.clear();
    begun = true;
  }

  private void rows(TextOut out, String indent, String text, int[] fitting) throws IOException {
    int at = 0;
    while (at < text.length()) {
      out.piece(indent, 0, indent.length());
      at = row(out, text, at, fitting);
      out.line();
    }
  }

  /** The widths, smaller ones where these are too many for a line. */
  private int[] fit(int most, boolean known) {
    int[] fitting = widths.clone();
    int width = GAP * (fitting.length - 1);
    for (int each : fitting) {
      width += each;
    }
    while (known && width > most) {
      int widest = -1;
      for (int i = 0; i < fitting.length; i++) {
        boolean wider = widest < 0 || fitting[i] > fitting[widest];
        widest = !right[i] && fitting[i] > LEAST && wider ? i : widest;
      }
      if (widest < 0) {
        return fitting;
      }
      fitting[widest]--;
      width--;
    }
    return fitting;
  }

  /** Writes one row; returns where the next one starts. */
  private int row(TextOut out, String text, int start, int[] fitting) throws IOException {
    int at = start;
    // Spaces are written only when something follows them.
    int spaces = 0;
    for (int column = 0; column < fitting.length; column++) {
      int end = text.indexOf(column < fitting.length - 1 ? CELL_END : ROW_END, at);
      int padding = Math.max(0, fitting[column] - (end - at));
      if (end - at > fitting[column]) {
        int tail = (fitting[column] - 1) / 2;
        out.spaces(spaces).piece(text, at, at + fitting[column] - 1 - tail);
        out.piece(CUT, 0, 1).piece(text, end - tail, end);
        spaces = GAP;
      } else if (end > at) {
        out.spaces(spaces + (right[column] ? padding : 0)).piece(text, at, end);
        spaces = right[column] ? GAP : padding + GAP;
      } else {
        spaces += padding + GAP;
      }
      at = end + 1;
    }
    return at;
  }
}
