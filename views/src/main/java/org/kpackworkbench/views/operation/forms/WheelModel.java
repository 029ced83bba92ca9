package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.wheel.WheelSplitRequest.INPUT;
import static org.kpackworkbench.model.operation.wheel.WheelSplitRequest.OUTPUT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Content;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Kind;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Made;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The form that splits a wheel. UI thread only. */
final class WheelModel extends JobModel<WheelSplitRequest> {
  /** More files of a wheel than this are counted, not listed. */
  private static final int MOST_FILES = 200;

  WheelModel(Path wheel, Background background) {
    super(WheelSplitRequest.OPERATION, background);
    // What is open is the tree in it, whose path reads the same.
    Path file = Path.of(wheel.toString()).toAbsolutePath().normalize();
    field(INPUT).choose(file);
    field(OUTPUT).choose(file.resolveSibling("split-wheels"));
    update();
  }

  @Override
  String heading() {
    return "Split %s into a host wheel and one for each GPU"
        .formatted(ConvertRows.name(Path.of(field(INPUT).text())));
  }

  @Override
  Task task(WheelSplitRequest request) {
    return new Task(
        "Split " + ConvertRows.name(request.input()),
        progress -> report(request, new WheelSplit(request).run(progress), "written"));
  }

  @Override
  void check(WheelSplitRequest request) throws WrongInput {
    if (request.input().toAbsolutePath().normalize().getParent() instanceof Path folder
        && folder.equals(request.output().toAbsolutePath().normalize())) {
      throw field(OUTPUT).wrong("The host wheel has the same name: it needs another folder.");
    }
  }

  @Override
  Forecast forecast(WheelSplitRequest request, Progress progress) throws IOException {
    WheelSplitReport plan = new WheelSplit(request).plan(progress);
    return new Forecast(
        report(request, plan, "would be written").problem(problem(request, plan)),
        () -> targets().found(targets(plan)));
  }

  private static FormReport report(
      WheelSplitRequest request, WheelSplitReport report, String written) {
    return FormReport.of(
            summary(report, written), rows(report), Note.of(report.findings(), request.input()))
        .bars(bars(report));
  }

  private static Set<String> targets(WheelSplitReport plan) {
    Set<String> targets = new TreeSet<>(plan.targets());
    plan.dropped().stream().map(DroppedTarget::target).map(Object::toString).forEach(targets::add);
    return targets;
  }

  private static String problem(WheelSplitRequest request, WheelSplitReport plan) {
    if (plan.alreadySplit()) {
      return "This wheel was split before: its binaries are host-only.";
    }
    return request.replace()
        ? ""
        : plan.wheels().stream()
            .map(Made::path)
            .filter(Files::exists)
            .findFirst()
            .map(
                there ->
                    "%s already exists. Choose another folder, or allow it to be replaced."
                        .formatted(there))
            .orElse("");
  }

  /** Each wheel, and below it what of it changed. */
  private static List<FormRow> rows(WheelSplitReport report) {
    List<FormRow> rows = new ArrayList<>();
    for (Made made : report.wheels()) {
      String whose = made.target().isEmpty() ? "host wheel" : "for " + made.target();
      String what =
          "%s, %s"
              .formatted(
                  made.variant().isEmpty() ? whose : "host wheel as variant " + made.variant(),
                  CountText.of(made.files(), "file"));
      rows.add(
          new FormRow(OutputStatus.WRITTEN, made.name(), made.path(), what, -1, made.sizeBytes()));
      // The variant has the files of the host wheel, whose rows are there already.
      List<Content> contents = made.variant().isEmpty() ? made.contents() : List.of();
      FormRow.some(
          rows,
          contents,
          MOST_FILES,
          content ->
              new FormRow(
                  switch (content.kind()) {
                    case BINARY -> OutputStatus.CONVERTED;
                    case ARCHIVE -> OutputStatus.WRITTEN;
                    case DATABASE -> OutputStatus.COPIED;
                  },
                  content.path().substring(content.path().lastIndexOf('/') + 1),
                  null,
                  "%s in %s".formatted(content.kind().words(), content.path()),
                  content.beforeBytes(),
                  content.afterBytes()));
    }
    return rows;
  }

  /** All wheels that were written, and what one GPU needs of them. */
  private static List<FormReport.Bar> bars(WheelSplitReport report) {
    long host = 0;
    long all = 0;
    long most = 0;
    for (Made made : report.wheels()) {
      if (!made.variant().isEmpty()) {
        // Installed instead of the host wheel.
        continue;
      }
      if (made.target().isEmpty()) {
        host = made.sizeBytes();
      } else {
        all += made.sizeBytes();
        most = Math.max(most, made.sizeBytes());
      }
    }
    return host < 0 || report.alreadySplit()
        ? List.of()
        : List.of(bar("All GPUs", host, all), bar("One GPU", host, most));
  }

  private static FormReport.Bar bar(String name, long host, long device) {
    return new FormReport.Bar(
        name,
        List.of(
            new FormReport.Part(OwnerKind.HOST_CODE, "host", host),
            new FormReport.Part(OwnerKind.DEVICE_CODE, "device", device)));
  }

  private static String summary(WheelSplitReport report, String written) {
    return report.alreadySplit()
        ? "Nothing to do."
        : "%s %s; %s host-only, with %s and %s for GPUs."
            .formatted(
                CountText.of(report.wheels().size(), "wheel"),
                written,
                CountText.of(report.binaries(), "binary"),
                CountText.of(count(report, Kind.ARCHIVE), "archive"),
                CountText.of(count(report, Kind.DATABASE), "database file"));
  }

  private static long count(WheelSplitReport report, Kind kind) {
    return report.wheels().stream()
        .filter(made -> made.variant().isEmpty())
        .flatMap(made -> made.contents().stream())
        .filter(content -> content.kind() == kind)
        .count();
  }
}
