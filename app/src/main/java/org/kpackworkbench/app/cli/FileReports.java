package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;

/** Output of a command about its files, one after another. */
final class FileReports implements AutoCloseable {
  private final Console console;
  private final Form form;
  private final @Nullable JsonOut whole;
  private boolean first = true;

  FileReports(Console console, Form form) {
    this.console = console;
    this.form = form;
    this.whole =
        switch (form) {
          case TEXT, DOCUMENT -> null;
          case DOCUMENTS -> console.json().list("files");
          case LINES -> console.jsonLines();
        };
  }

  /** Forms of output. */
  enum Form {
    TEXT,
    /** A JSON document for one file. */
    DOCUMENT,
    /** A JSON document with the list {@code files}. */
    DOCUMENTS,
    /** Lines of JSON, for each thing that a command says of a file. */
    LINES
  }

  /** Writer of the lines of a report, which are smaller than all of it. */
  interface Lines {
    void write(Taker<Facts> out) throws IOException;
  }

  /**
   * The report about a file, which may be read while it is printed.
   *
   * @param empty whether nothing was said of it, once it is printed
   */
  record FileReport(Supplier<Report> report, Lines lines, BooleanSupplier empty) {}

  /** Whether it is JSON, in any form. */
  boolean isJson() {
    return form != Form.TEXT;
  }

  /** Whether it is lines of JSON. */
  boolean isLines() {
    return form == Form.LINES;
  }

  /**
   * Prints what is to be said of a file.
   *
   * @param file its name in JSON
   * @param wide whether text is shortened nowhere
   */
  void print(Inputs.Item item, Path file, FileReport said, boolean wide) throws IOException {
    if (isLines()) {
      said.lines().write(line -> print(file, line));
    } else if (isJson()) {
      print(file, said.report().get().facts());
    } else {
      try (TextOut out = console.text()) {
        said.report().get().heading(Inputs.heading(item, first)).text(out, wide);
      }
    }
    first &= said.empty().getAsBoolean();
  }

  /** Begins JSON with a file, or with a line about it. */
  JsonOut begin(Path file) {
    first = false;
    JsonOut out = whole == null ? console.json() : whole.part();
    return out.field("file", file.toString());
  }

  /** Prints the facts of a file as JSON, or a line about it. */
  void print(Path file, Facts facts) throws IOException {
    try (JsonOut out = begin(file)) {
      facts.json(out);
    }
  }

  /** Ends what was said of a file: readers get the lines now. */
  void done() throws IOException {
    if (whole != null && isLines()) {
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
