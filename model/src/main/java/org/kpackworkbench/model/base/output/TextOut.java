package org.kpackworkbench.model.base.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.Charset;
import java.util.function.IntSupplier;
import org.kpackworkbench.model.base.text.SafeText;

/** Lines of text on standard output. */
public final class TextOut implements AutoCloseable {
  private final BufferedWriter writer;
  private final IntSupplier width;

  /** Lines of any length. */
  public TextOut(OutputStream out, Charset charset) {
    this(out, charset, () -> 0);
  }

  /**
   * Lines that are to fit a width.
   *
   * @param width how many characters fit a line; 0 where that is not known
   */
  public TextOut(OutputStream out, Charset charset, IntSupplier width) {
    this.width = width;
    this.writer = new BufferedWriter(new OutputStreamWriter(out, charset));
  }

  /** How many characters fit a line; 0 where that is not known. */
  int columns() {
    return width.getAsInt();
  }

  /** One line; what could disturb a terminal is shown by its number. */
  public TextOut line(String line) throws IOException {
    writer.write(SafeText.of(line));
    return line();
  }

  /** An empty line, or the end of one. */
  public TextOut line() throws IOException {
    writer.write('\n');
    return this;
  }

  /** A part of a line that {@link SafeText} has seen. */
  TextOut piece(String text, int start, int end) throws IOException {
    writer.write(text, start, end - start);
    return this;
  }

  TextOut spaces(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      writer.write(' ');
    }
    return this;
  }

  /** Hands over what is buffered; standard output stays open. */
  @Override
  public void close() throws IOException {
    writer.flush();
  }
}
