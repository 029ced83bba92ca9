package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The form that keeps only the code of some GPUs. UI thread only. */
final class PruneModel extends JobModel<PruneRequest> {
  /** More files than this are counted, not listed. */
  private static final int MOST_FILES = 2000;

  /** Word for a size in both bars. */
  private static final String STAY = "stay";

  private final Path input;
  private boolean chosen;
  private boolean known;

  PruneModel(Path input, Background background) {
    super(PruneRequest.OPERATION, background);
    this.input = input.toAbsolutePath().normalize();
    field(PruneRequest.OUTPUT).set(Proposal.pruned(this.input).toString());
    update();
    background.run(
        () -> Prune.targets(this.input, Progress.NONE), this::learn, failure -> fail(failure));
  }

  /** Chooses the last of the targets once they are known, for a picture. */
  void chooseLast() {
    chosen = true;
  }

  private void learn(List<GpuTarget> found) {
    known = true;
    quietly(
        () -> {
          targets().found(found.stream().map(GpuTarget::toString).toList());
          // What stays is chosen: it is one of a dozen as a rule.
          targets().keepAll(false);
          if (chosen && !found.isEmpty()) {
            targets().list().getLast().keptProperty().set(true);
          }
        });
    update();
  }

  private void fail(Throwable failure) {
    field(PruneRequest.KEEP).problem(FormFailure.words(failure));
  }

  @Override
  String heading() {
    return "Keep only the code of my GPUs in " + input;
  }

  @Override
  Task task(PruneRequest request) {
    return new Task(
        "Prune " + ConvertRows.name(input),
        progress -> {
          FormReport done = report(request, new Prune(request).run(progress), true);
          Path output = output(request);
          String name = ConvertRows.name(output);
          List<FormRow> unchanged =
              List.of(FormRow.of(OutputStatus.COPIED, name, output, "unchanged"));
          return FormReport.of(
                  "%s: %s".formatted(name, done.summary()),
                  done.rows().isEmpty() ? unchanged : done.rows(),
                  done.notes())
              .bars(done.bars());
        });
  }

  @Override
  Arguments arguments() throws WrongInput {
    Arguments given = super.arguments();
    if (field(PruneRequest.KEEP).text().isEmpty()) {
      throw field(PruneRequest.KEEP)
          .wrong(
              targets().list().isEmpty()
                  ? known ? "The input has no device code." : "The targets are being read."
                  : "All targets are selected: nothing would be removed.");
    }
    return given.with(PruneRequest.INPUTS, List.of(input));
  }

  @Override
  void check(PruneRequest request) throws WrongInput {
    Path output = output(request);
    if (output.toAbsolutePath().normalize().startsWith(input)) {
      throw field(PruneRequest.OUTPUT).wrong("The result needs a place outside of the original.");
    }
  }

  /** A form always has one. */
  static Path output(PruneRequest request) {
    return request.output().orElseThrow();
  }

  @Override
  Forecast forecast(PruneRequest request, Progress progress) throws IOException {
    PruneReport plan = new Prune(request).plan(progress);
    Path output = output(request);
    String problem =
        ConvertModel.exists(output) && !request.replace()
            ? "%s already exists. %s".formatted(output, ErrorText.NAME_TAKEN)
            : "";
    return new Forecast(report(request, plan, false).problem(problem));
  }

  private static FormReport report(PruneRequest request, PruneReport report, boolean done) {
    return FormReport.of(
            summary(report, done ? "changed" : "would change"),
            rows(report),
            Note.of(report.findings(), request.inputs().getFirst()))
        .bars(bars(report, done ? "After" : "After, about"));
  }

  static List<FormRow> rows(PruneReport report) {
    List<FormRow> rows = new ArrayList<>();
    FormRow.some(
        rows,
        report.files(),
        MOST_FILES,
        file ->
            new FormRow(
                switch (file.outcome()) {
                  case PRUNED -> OutputStatus.SMALLER;
                  case REMOVED -> OutputStatus.LEFT_OUT;
                  case UPDATED -> OutputStatus.UPDATED;
                },
                file.name(),
                file.path(),
                "without " + String.join(", ", file.dropped()),
                file.beforeBytes(),
                file.afterBytes()));
    return rows;
  }

  /**
   * Bars of what there is before and after, both by target. Of a target it is known how large its
   * code is as it runs, which may be more than what is stored of it: what goes in all is known, and
   * so how much less is stored, and code that stays counts as that which goes.
   */
  static List<FormReport.Bar> bars(PruneReport report, String afterwards) {
    long goes = report.beforeBytes() - report.afterBytes();
    long gone = code(report.byTarget());
    double stored = gone <= 0 ? 1 : Math.clamp((double) goes / gone, 0, 1);
    long kept = Math.min(report.afterBytes(), (long) (stored * code(report.kept())));
    List<FormReport.Part> after = new ArrayList<>();
    after.add(new FormReport.Part(OwnerKind.HOST_CODE, STAY, report.afterBytes() - kept));
    after.addAll(shares(report.kept(), kept, STAY));
    List<FormReport.Part> before = new ArrayList<>(after);
    before.addAll(shares(report.byTarget(), goes, "go"));
    return List.of(new FormReport.Bar("Before", before), new FormReport.Bar(afterwards, after));
  }

  private static long code(List<TargetCode> targets) {
    return targets.stream().mapToLong(TargetCode::sizeBytes).sum();
  }

  /** Splits a size as the code of targets is; all of it, if there is no such code. */
  private static List<FormReport.Part> shares(
      List<TargetCode> targets, long sizeBytes, String words) {
    List<FormReport.Part> parts = new ArrayList<>();
    long left = sizeBytes;
    long code = code(targets);
    for (TargetCode each : targets) {
      long share = code <= 0 ? 0 : (long) ((double) left * each.sizeBytes() / code);
      parts.add(new FormReport.Part(OwnerKind.DEVICE_CODE, each.target(), words, share));
      left -= share;
      code -= each.sizeBytes();
    }
    parts.add(new FormReport.Part(OwnerKind.DEVICE_CODE, null, words, left));
    return parts;
  }

  private static String summary(PruneReport report, String change) {
    List<String> targets = new ArrayList<>();
    for (TargetCode gone : report.byTarget()) {
      targets.add(
          "%s %s (%s)"
              .formatted(
                  gone.target(),
                  CountText.of(gone.codeObjects(), "code object"),
                  SizeText.of(gone.sizeBytes())));
    }
    return "%s of %s %s.%s"
        .formatted(
            report.files().size(),
            CountText.of(report.fileCount(), "file"),
            change,
            targets.isEmpty() ? "" : " Dropped code: " + String.join(", ", targets) + ".");
  }
}
