package org.kpackworkbench.model.base.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import org.kpackworkbench.model.base.text.SafeText;

/** Lines of text on standard output. */
public final class TextOut implements AutoCloseable {
  private static final int FULL_CHARS = 1 << 15;
  private static final String SPACES = " ".repeat(256);

  private final OutputStream out;
  private final Charset charset;
  private final IntSupplier width;
  private final UnaryOperator<String> names;

  // Whole lines, which are encoded at once: a writer takes a lock for each piece of a line.
  private final StringBuilder buffer = new StringBuilder();

  /** Lines of any length. */
  public TextOut(OutputStream out, Charset charset) {
    this(out, charset, () -> 0, UnaryOperator.identity());
  }

  /**
   * Lines that are to fit a width.
   *
   * @param width how many characters fit a line; 0 if that is not known
   * @param names replaces paths in cells of tables by what the user calls them
   */
  public TextOut(
      OutputStream out, Charset charset, IntSupplier width, UnaryOperator<String> names) {
    this.width = width;
    this.names = names;
    this.out = out;
    this.charset = charset;
  }

  /** A cell of a table as the user calls it. */
  String cell(String text) {
    return names.apply(text);
  }

  /** How many characters fit a line; 0 if that is not known. */
  int columns() {
    return width.getAsInt();
  }

  /** One line; what could disturb a terminal is shown by its number. */
  public TextOut line(String line) throws IOException {
    buffer.append(SafeText.of(line));
    return line();
  }

  /**
   * A record of {@link Csv}, whose quoted values may go over several lines; what else could disturb
   * a terminal is shown by its number.
   */
  public TextOut csv(String record) throws IOException {
    int from = 0;
    for (int i = 0; i < record.length(); i++) {
      char c = record.charAt(i);
      if (c == '\n' || c == '\r' || c == '\t') {
        buffer.append(SafeText.of(record.substring(from, i))).append(c);
        from = i + 1;
      }
    }
    buffer.append(SafeText.of(record.substring(from)));
    return line();
  }

  /** An empty line, or the end of one. */
  public TextOut line() throws IOException {
    buffer.append('\n');
    if (buffer.length() >= FULL_CHARS) {
      handOver();
    }
    return this;
  }

  /** A part of a line that {@link SafeText} has seen. */
  TextOut piece(String text, int start, int end) {
    buffer.append(text, start, end);
    return this;
  }

  TextOut spaces(int count) {
    for (int left = count; left > 0; left -= SPACES.length()) {
      buffer.append(SPACES, 0, Math.min(left, SPACES.length()));
    }
    return this;
  }

  private void handOver() throws IOException {
    out.write(buffer.toString().getBytes(charset));
    buffer.setLength(0);
  }

  /** Flushes the buffer; standard output stays open. */
  @Override
  public void close() throws IOException {
    handOver();
    out.flush();
  }
}
