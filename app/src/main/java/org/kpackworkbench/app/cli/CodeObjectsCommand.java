package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.archives.TargetFilter;
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

  /** Reads the requested data from a code object. */
  interface Reader<T> {
    void read(CodeObjectRow row, CodeObject code, List<T> into) throws IOException;
  }

  /** Prints what was found in a file. */
  interface Printing<T> {
    void print(Inputs.Item item, Document document, Found<T> found) throws IOException;
  }

  /**
   * What was found in a file.
   *
   * @param all in the order of the code objects
   * @param codeObjects how many there are
   */
  record Found<T>(List<T> all, List<FormatException> problems, int codeObjects) {}

  /**
   * What is done with code objects.
   *
   * @param targets the selected targets; none for all
   * @param step what is done, for progress
   * @param nothing what is said of a file by itself with code objects and nothing that fits
   */
  record Work<T>(
      TargetFilter targets, String step, Reader<T> reader, Function<Found<T>, String> nothing) {}

  /** Makes a report of what was found in a file. */
  interface Reporting<T> {
    Report report(Document document, Found<T> found);
  }

  /**
   * Reads all files and prints what is in each.
   *
   * @return the exit status
   */
  final int each(Inputs inputs, Work<T> work, Printing<T> printing)
      throws IOException, CliException {
    return inputs.each((item, document) -> file(item, document, work, printing));
  }

  /** The same as JSON, a report a file. */
  final int eachAsJson(Inputs inputs, Work<T> work, Reporting<T> reporting)
      throws IOException, CliException {
    try (JsonFiles json = inputs.json()) {
      Printing<T> printing =
          (item, document, found) -> {
            try (JsonOut out = json.begin(document.path())) {
              reporting.report(document, found).json(out);
            }
          };
      return inputs.each(json, (item, document) -> file(item, document, work, printing));
    }
  }

  /** Reads one file. */
  final Inputs.Outcome file(Inputs.Item item, Document document, Work<T> work, Printing<T> printing)
      throws IOException, CliException {
    if (!item.named() && !document.mayHoldCodeObjects()) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    try (FileCodeObjects source = FileCodeObjects.of(item, document, console().progress())) {
      Found<T> found = read(source, work);
      printing.print(item, document, found);
      if (found.codeObjects() == 0 && (item.named() || source.missing())) {
        console().note(source.whyNone());
      } else if (found.all().isEmpty() && item.alone() && found.problems().isEmpty()) {
        console().note(work.nothing().apply(found));
      }
      Inputs.Outcome outcome =
          source.missing()
              ? Inputs.Outcome.FINDINGS
              : found.all().isEmpty() ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE;
      return outcome.or(Input.report(found.problems(), console()));
    }
  }

  private Found<T> read(FileCodeObjects source, Work<T> work) throws IOException {
    CodeObjects codeObjects = source.codeObjects();
    ListFilter.Rows wanted = ListFilter.of(List.of(), work.targets()).of(codeObjects);
    Found<T> found =
        new Found<>(new ArrayList<>(), new ArrayList<>(source.problems()), codeObjects.size());
    console().progress().begin(work.step(), codeObjects.size());
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      console().progress().step(1);
      if (!wanted.accepts(row)) {
        continue;
      }
      try {
        work.reader()
            .read(
                row,
                CodeObject.read(codeObjects.load(number, console().progress().cancelOnly())),
                found.all());
      } catch (FormatException damaged) {
        found.problems().add(damaged);
      }
    }
    return found;
  }
}
