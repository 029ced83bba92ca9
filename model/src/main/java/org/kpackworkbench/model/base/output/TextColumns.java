package org.kpackworkbench.model.base.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.text.SafeText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackedStream;

/**
 * A table of text with aligned columns: numbers to the right, the rest to the left.
 *
 * <p>Widths are known only when all rows are, so rows are kept, those of a very long table packed:
 * they repeat one another. Where the width of a line is known and a table is wider, the widest
 * texts are shortened in their middle; numbers never are.
 */
final class TextColumns {
  private static final int GAP = 2;

  /** What a column of texts is not made narrower than. */
  private static final int LEAST = 12;

  private static final String CUT = "…";
  private static final int CHUNK_CHARS = 1 << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  /** How many chunks are kept as they are: packing takes longer than making the rows. */
  private static final int PLAIN_CHUNKS = 12;

  // What could disturb a terminal has been replaced in the cells, so that these are free.
  private static final char CELL_END = '\t';
  private static final char ROW_END = '\n';

  private final boolean[] right;
  private final int[] widths;
  private final StringBuilder chunk = new StringBuilder();
  private final List<Chunk> chunks = new ArrayList<>();
  private int rows = -1;

  /** Rows that are kept, as text. */
  private interface Chunk {
    String text() throws IOException;
  }

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
      keep(chunk.toString());
      chunk.setLength(0);
    }
    for (int i = 0; i < widths.length; i++) {
      String cell = SafeText.of(cells[i]);
      widths[i] = Math.max(widths[i], cell.length());
      chunk.append(cell).append(i < widths.length - 1 ? CELL_END : ROW_END);
    }
    rows++;
    return this;
  }

  private void keep(String text) {
    if (chunks.size() < PLAIN_CHUNKS) {
      chunks.add(() -> text);
    } else {
      byte[] packed = packed(text);
      chunks.add(() -> unpacked(packed));
    }
  }

  /** Whether no row was added. */
  boolean isEmpty() {
    return rows == 0;
  }

  /** Writes the heads and the rows, each behind {@code indent}, without spaces at their ends. */
  void print(TextOut out, String indent) throws IOException {
    print(out, indent, false);
  }

  /** The same, shortening nothing where {@code whole}. */
  void print(TextOut out, String indent, boolean whole) throws IOException {
    fit(out.columns() - indent.length(), out.columns() > 0 && !whole);
    for (Chunk each : chunks) {
      rows(out, indent, each.text());
    }
    rows(out, indent, chunk.toString());
  }

  private void rows(TextOut out, String indent, String text) throws IOException {
    int at = 0;
    while (at < text.length()) {
      out.piece(indent, 0, indent.length());
      at = row(out, text, at);
      out.line();
    }
  }

  private static byte[] packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, fast, BUFFER_BYTES)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } finally {
      fast.end();
    }
    return bytes.toByteArray();
  }

  private static String unpacked(byte[] packed) throws IOException {
    ByteView rows = ByteView.of("rows of a table", packed);
    try (InputStream in =
        UnpackedStream.zlib(rows.stream(), UnpackBudget.everything().meter(rows, "rows"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void fit(int most, boolean known) {
    int width = GAP * (widths.length - 1);
    for (int each : widths) {
      width += each;
    }
    while (known && width > most) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        boolean wider = widest < 0 || widths[i] > widths[widest];
        widest = !right[i] && widths[i] > LEAST && wider ? i : widest;
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
      width--;
    }
  }

  /** Writes one row; returns where the next one starts. */
  private int row(TextOut out, String text, int start) throws IOException {
    int at = start;
    // Spaces are written only when something follows them.
    int spaces = 0;
    for (int column = 0; column < widths.length; column++) {
      int end = text.indexOf(column < widths.length - 1 ? CELL_END : ROW_END, at);
      int padding = Math.max(0, widths[column] - (end - at));
      if (end - at > widths[column]) {
        int tail = (widths[column] - 1) / 2;
        out.spaces(spaces).piece(text, at, at + widths[column] - 1 - tail);
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
