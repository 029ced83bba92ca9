package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Prints reports as JSON or text, and the notes of operations. */
final class ReportOutput {
  /** So many notes of a rule are said one by one. */
  private static final int MOST_NOTES = 3;

  private final Console console;
  private final boolean json;
  private final boolean lines;

  ReportOutput(Console console, boolean json) {
    this(console, json, false);
  }

  private ReportOutput(Console console, boolean json, boolean lines) {
    this.console = console;
    this.json = json;
    this.lines = lines;
  }

  /** The output of a command that has rows: text, JSON or lines of JSON, as requested. */
  static ReportOutput ofRows(Console console, Arguments given) {
    return new ReportOutput(
        console, given.get(CommonOptions.JSON), given.get(CommonOptions.JSON_LINES));
  }

  /** Whether one JSON document is printed. */
  boolean isJson() {
    return json;
  }

  /** Whether rows are printed as lines of JSON. */
  boolean isLines() {
    return lines;
  }

  /** Prints a report. */
  void print(Report report) throws IOException {
    if (lines) {
      try (JsonOut out = console.jsonLines()) {
        report.jsonLines(out);
      }
    } else if (json) {
      try (JsonOut out = console.json()) {
        report.json(out);
      }
    } else {
      try (TextOut out = console.text()) {
        report.text(out);
      }
    }
  }

  /** Prints a report and findings; returns the exit status for them. */
  int print(Report report, List<OperationNote> findings) throws IOException {
    console.found(findings);
    print(report);
    return say(findings);
  }

  /**
   * Prints the note that nothing was written because of a dry run, where text was printed.
   *
   * @param more what else is to be said of it; may be empty
   */
  void nothingWritten(String more) {
    if (!json) {
      console.note("Nothing was written (--dry-run)%s.".formatted(more));
    }
  }

  /** Prints the note about a dry run, and how existing output would change. */
  void nothingWritten(Path output, boolean replace) {
    nothingWritten("");
    if (!json && !replace && Files.exists(output)) {
      console.note(
          "%s already exists: it is compared, and replaced only with --force.".formatted(output));
    }
  }

  /**
   * Prints findings on standard error; returns the exit status for them: as for verify, errors
   * count, warnings and notes alone do not.
   */
  int say(List<OperationNote> findings) {
    Map<String, List<OperationNote>> notes = new LinkedHashMap<>();
    findings.stream()
        .filter(finding -> finding.severity() == Severity.NOTE)
        .forEach(one -> notes.computeIfAbsent(one.rule(), rule -> new ArrayList<>()).add(one));
    notes.values().removeIf(each -> each.size() <= MOST_NOTES || console.isVerbose());
    List<OperationNote> single =
        findings.stream()
            .filter(one -> one.severity() != Severity.NOTE || !notes.containsKey(one.rule()))
            .toList();
    // Errors and warnings each name a file that is not as it was meant to be: none is left out.
    for (OperationNote finding : single) {
      console.note(
          "%s: %s: %s%s"
              .formatted(
                  finding.severity().name().toLowerCase(Locale.ROOT),
                  SystemText.printed(finding.file()),
                  finding.message(),
                  finding.advice().isEmpty() ? "" : ". " + finding.advice()));
    }
    notes.forEach(
        (rule, each) ->
            console.note(
                "%d notes %s, the first: %s: %s; --verbose lists them"
                    .formatted(
                        each.size(),
                        rule,
                        SystemText.printed(each.getFirst().file()),
                        each.getFirst().message())));
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR)
        ? ExitStatus.FINDINGS
        : ExitStatus.DONE;
  }
}
