package org.kpackworkbench.app.console;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.Charset;

/** Lines of text on standard output. */
public final class TextOut implements AutoCloseable {
  private final BufferedWriter writer;

  TextOut(OutputStream out, Charset charset) {
    this.writer = new BufferedWriter(new OutputStreamWriter(out, charset));
  }

  /** One line; what could disturb a terminal is shown by its number. */
  public TextOut line(String line) throws IOException {
    writer.write(SafeText.of(line));
    writer.write('\n');
    return this;
  }

  /** An empty line. */
  public TextOut line() throws IOException {
    writer.write('\n');
    return this;
  }

  /** Hands over what is buffered; standard output stays open. */
  @Override
  public void close() throws IOException {
    writer.flush();
  }
}
