package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreReport.MissingCode;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.RestoreReport.SearchedPath;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.operation.forms.FormReport.Bar;
import org.kpackworkbench.views.operation.forms.FormReport.BeforeAfter;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** Puts what restoring would do into rows and words. In the background: reads the disk. */
final class RestoreRows {
  /** More wrappers than this are counted, not named. */
  private static final int MOST_NAMED = 8;

  private RestoreRows() {}

  static FormReport planned(RestoreRequest request, RestoreReport report) throws IOException {
    boolean taken = ConvertModel.exists(request.output());
    FormReport all =
        report(
            summary(report),
            request,
            report,
            !taken
                ? changed(report)
                : request.replace() ? OutputStatus.REPLACED : OutputStatus.BLOCKED);
    return taken && !request.replace()
        ? all.problem(ConvertRows.thereAlready(List.of(request.output())))
        : all;
  }

  /**
   * @param before the layout of the binary where the output has replaced it; else null
   */
  static FormReport done(
      RestoreRequest request, RestoreReport report, @Nullable LayoutMapModel before)
      throws IOException {
    long archives = 0;
    for (Path archive : report.archives()) {
      archives += Files.size(archive);
    }
    long host = report.inputSizeBytes();
    long fat = report.outputSizeBytes();
    String name = ConvertRows.name(request.output());
    return report(
            "%s: %s".formatted(name, report.outcome().words()), request, report, changed(report))
        .bars(
            List.of(
                Bar.of("Before", host, 0, archives),
                Bar.of("After", Math.min(host, fat), Math.max(0, fat - host), 0)))
        .binaries(
            List.of(new BeforeAfter(name, request.input(), host, before, request.output(), fat)));
  }

  private static OutputStatus changed(RestoreReport report) {
    return report.outcome() == RestoreOutcome.ALREADY_FAT
        ? OutputStatus.COPIED
        : OutputStatus.RESTORED;
  }

  private static FormReport report(
      String summary, RestoreRequest request, RestoreReport report, OutputStatus status)
      throws IOException {
    List<FormRow> rows = new ArrayList<>();
    rows.add(binary(status, request.output(), report));
    rows.addAll(rest(report));
    return FormReport.of(summary, rows, Note.of(report.findings(), request.output()));
  }

  /** Why it cannot be done, with all that was looked for. */
  static FormReport of(RestoreRefusedException refused) {
    String advice = FormFailure.advice(refused);
    String problem =
        refused.refusal() == RestoreRefusal.MISSING_CODE
            ? "Some code objects are in no archive. " + advice
            : refused.getMessage() + ". " + advice;
    return FormReport.of("", lacking(refused.missing(), refused.searched()), List.of())
        .problem(problem.strip());
  }

  private static FormRow binary(OutputStatus status, Path output, RestoreReport report) {
    String what =
        report.outcome() == RestoreOutcome.ALREADY_FAT
            ? report.outcome().words()
            : "%s, %s"
                .formatted(
                    ConvertRows.wrappers(report.wrappers()), String.join(", ", report.targets()));
    return new FormRow(
        status,
        ConvertRows.name(output),
        output,
        what,
        report.inputSizeBytes(),
        report.outputSizeBytes());
  }

  /** The archives, what is missing, and where nothing was. */
  private static List<FormRow> rest(RestoreReport report) throws IOException {
    List<FormRow> rows = new ArrayList<>();
    for (Path archive : report.archives()) {
      long size = Files.size(archive);
      rows.add(
          new FormRow(
              OutputStatus.READ,
              ConvertRows.name(archive),
              archive,
              archive.toString(),
              size,
              size));
    }
    rows.addAll(lacking(report.missing(), report.searched()));
    return rows;
  }

  private static List<FormRow> lacking(List<MissingCode> missing, List<SearchedPath> searched) {
    List<FormRow> rows = new ArrayList<>();
    byTarget(missing)
        .forEach(
            (target, indices) ->
                rows.add(FormRow.of(OutputStatus.MISSING, target, null, words(indices))));
    for (SearchedPath path : searched) {
      if (path.result() != SearchedPath.Result.USED) {
        rows.add(
            FormRow.of(
                OutputStatus.NOT_FOUND,
                path.pattern(),
                null,
                path.result().words() + (path.path() == null ? "" : ": " + path.path())));
      }
    }
    return rows;
  }

  private static Map<String, List<Integer>> byTarget(List<MissingCode> missing) {
    return missing.stream()
        .collect(
            Collectors.groupingBy(
                code -> code.target().isEmpty() ? "all targets" : code.target(),
                LinkedHashMap::new,
                Collectors.mapping(MissingCode::index, Collectors.toList())));
  }

  private static String words(List<Integer> indices) {
    return indices.size() > MOST_NAMED
        ? "for %d wrappers, in no archive".formatted(indices.size())
        : "for wrapper %s, in no archive"
            .formatted(indices.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  private static String summary(RestoreReport report) {
    if (report.outcome() == RestoreOutcome.ALREADY_FAT) {
      return "The binary is fat already and is copied unchanged.";
    }
    String left =
        report.missing().isEmpty()
            ? ""
            : "; %s left out".formatted(ConvertRows.codeObjects(report.missing().size()));
    return "The binary grows from %s to %s, with code from %s for %s%s."
        .formatted(
            SizeText.of(report.inputSizeBytes()),
            SizeText.of(report.outputSizeBytes()),
            ConvertRows.archives(report.archives().size()),
            CountText.of(report.targets().size(), "target"),
            left);
  }
}
