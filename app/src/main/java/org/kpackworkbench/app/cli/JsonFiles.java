package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;

/**
 * JSON output of a command about its files: one document for one file, one document with all of
 * them, or lines.
 */
record JsonFiles(Console console, @Nullable JsonOut whole, boolean lines) implements AutoCloseable {
  /** A document for one file. */
  static JsonFiles one(Console console) {
    return new JsonFiles(console, null, false);
  }

  /** A document with the list {@code files}. */
  static JsonFiles several(Console console) {
    return new JsonFiles(console, console.json().list("files"), false);
  }

  /** Lines, for each thing that a command says of a file. */
  static JsonFiles lines(Console console) {
    return new JsonFiles(console, console.jsonLines(), true);
  }

  /** Whether it is lines. */
  boolean isLines() {
    return lines;
  }

  /** Begins with a file, or with a line about it. */
  JsonOut begin(Path file) {
    JsonOut out = whole == null ? console.json() : whole.part();
    return out.field("file", file.toString());
  }

  /** Prints what is to be said of a file, or a line about it. */
  void print(Path file, Facts facts) throws IOException {
    try (JsonOut out = begin(file)) {
      facts.json(out);
    }
  }

  /** Ends what was said of a file: readers get the lines now. */
  void done() throws IOException {
    if (whole != null && lines) {
      whole.flush();
    }
  }

  @Override
  public void close() throws IOException {
    if (whole != null) {
      whole.close();
    }
  }
}
