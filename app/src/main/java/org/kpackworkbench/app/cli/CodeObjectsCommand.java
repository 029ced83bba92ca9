package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.kpackworkbench.app.cli.FileReports.FileReport;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.CodeObjectScan;
import org.kpackworkbench.model.analysis.contents.CodeObjectScan.Found;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Operation;

/**
 * A command that reads the code objects of files, one after another. One that is damaged is a
 * problem, and the others are read.
 *
 * @param <R> the operation's requests
 * @param <T> what is found in code objects
 */
abstract class CodeObjectsCommand<R, T> extends OperationCommand<R> {
  CodeObjectsCommand(Console console, Operation<R> operation) {
    super(console, operation);
  }

  /** Prints what was found in a file. */
  interface Printing<T> {
    void print(Inputs.Item item, Document document, Found<T> found) throws IOException;
  }

  /**
   * Work on the code objects of files.
   *
   * @param nothing what is said of a file by itself with code objects and nothing that fits
   */
  record Work<T>(CodeObjectScan<T> scan, Function<Found<T>, String> nothing) {}

  /** Writer of the results of a file, one after another. */
  interface Lines<T> {
    void of(Found<T> found, Taker<Facts> out) throws IOException;
  }

  /**
   * Reads all files and prints what is in each.
   *
   * @return the exit status
   */
  final int each(Inputs inputs, Work<T> work, Printing<T> printing)
      throws IOException, CliException {
    return inputs.each((item, document) -> file(inputs, item, document, work, printing));
  }

  /**
   * Reads all files and prints reports in the form that is requested.
   *
   * @param also whether text has the heading of a file in which nothing was found
   */
  final int eachReported(
      Inputs inputs,
      Work<T> work,
      Function<Found<T>, Report> reporting,
      Lines<T> lines,
      boolean also)
      throws IOException, CliException {
    try (FileReports reports = inputs.reports()) {
      Printing<T> printing =
          (item, document, found) -> {
            boolean empty = found.all().isEmpty();
            if (also || !empty || reports.isJson()) {
              reports.print(
                  item,
                  document.path(),
                  new FileReport(
                      () -> reporting.apply(found), out -> lines.of(found, out), () -> empty),
                  false);
            }
          };
      return inputs.each(reports, (item, document) -> file(inputs, item, document, work, printing));
    }
  }

  /** Prints what was found in a file as lines of comma-separated values. */
  interface CsvPrinting<T> {
    void print(Path file, Found<T> found, TextOut out) throws IOException;
  }

  /**
   * Reads all files and prints comma-separated values, with one line of names for all files;
   * nothing where no file can be read.
   */
  final int eachAsCsv(Inputs inputs, Work<T> work, String names, CsvPrinting<T> printing)
      throws IOException, CliException {
    try (TextOut out = console().text()) {
      boolean[] named = {false};
      return each(
          inputs,
          work,
          (item, document, found) -> {
            if (!named[0]) {
              out.line(names);
              named[0] = true;
            }
            printing.print(document.path(), found, out);
          });
    }
  }

  private Inputs.Outcome file(
      Inputs inputs, Inputs.Item item, Document document, Work<T> work, Printing<T> printing)
      throws IOException, CliException {
    if (!item.named() && !document.mayHoldCodeObjects()) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    try (FileCodeObjects source = FileCodeObjects.of(item, document, console().progress())) {
      Found<T> found =
          work.scan()
              .read(
                  document.format().id(),
                  source.codeObjects(),
                  source.problems(),
                  inputs.budget(),
                  console().progress());
      printing.print(item, document, found);
      if (found.codeObjects() == 0 && (item.named() || source.missing())) {
        console().note(source.whyNone());
      } else if (found.all().isEmpty() && item.alone() && found.problems().isEmpty()) {
        console().note(found.read() == 0 ? found.noTarget() : work.nothing().apply(found));
      }
      Inputs.Outcome outcome =
          source.missing()
              ? Inputs.Outcome.FINDINGS
              : found.all().isEmpty() ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE;
      return outcome.or(Input.report(found.problems(), console()));
    }
  }
}
