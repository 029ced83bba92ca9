package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;
import org.kpackworkbench.model.analysis.verify.report.ReportOptions;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.Dialogs.FileKind;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/**
 * Verify, for the active file, or what is selected of a folder: a job, whose findings the pane
 * lists. One for each window.
 */
public final class VerifyAction implements WindowActions {
  private final ReadOnlyObjectWrapper<@Nullable Verified> last = new ReadOnlyObjectWrapper<>();
  private @Nullable FindingsPane pane;

  /**
   * Last verification.
   *
   * @param base what paths in a report are relative to
   * @param when when that ended
   */
  private record Verified(String name, Path base, VerifyReport report, Instant when) {}

  /** Makes the window's pane of findings. */
  public FollowingPane pane(ViewContext context) {
    FindingsPane made = new FindingsPane(context);
    pane = made;
    return made;
  }

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    ObservableValue<Boolean> somewhere = file.map(opened -> true).orElse(false);
    window.on(
        ActionId.VERIFY,
        somewhere,
        () -> {
          OpenedFile opened = file.getValue();
          if (opened != null) {
            verify(opened, context);
          }
        });
    FindingsPane list = pane;
    if (list != null) {
      window
          .on(ActionId.SHOW_PROBLEMS, somewhere, list::showActive)
          .on(ActionId.NEXT_FINDING, list.any(), () -> list.step(1))
          .on(ActionId.PREVIOUS_FINDING, list.any(), () -> list.step(-1));
    }
    window.on(
        ActionId.EXPORT_REPORT,
        last.map(report -> true).orElse(false),
        () -> {
          Verified verified = last.get();
          if (verified != null) {
            export(verified, context);
          }
        });
  }

  /** Asks for a file, whose name says the format, and writes what was found last. */
  private void export(Verified verified, ViewContext context) {
    FileKind[] kinds =
        Stream.of(
                ReportFormat.HTML,
                ReportFormat.MARKDOWN,
                ReportFormat.JSON,
                ReportFormat.TEXT,
                ReportFormat.SARIF,
                ReportFormat.JUNIT)
            .map(format -> new FileKind(format.words(), "*." + format.ending()))
            .toArray(FileKind[]::new);
    context
        .dialogs()
        .chooseSave("Export Report", verified.name() + "-report.html", kinds)
        .ifPresent(file -> write(verified, file, context));
  }

  private void write(Verified verified, Path file, ViewContext context) {
    ReportFormat format =
        ReportFormat.ofFile(String.valueOf(file.getFileName())).orElse(ReportFormat.TEXT);
    ReportOptions options =
        new ReportOptions(
                context.program().version(),
                verified.base(),
                failure -> String.valueOf(failure.getMessage()))
            .at(verified.when());
    FindingsPane list = pane;
    VerifyReport report =
        list == null ? verified.report() : verified.report().without(list.excludedRules());
    context
        .jobs()
        .start(
            "Export report",
            progress -> {
              // The chooser has asked before replacing.
              Reports.write(report, format, options, file, true);
              return file;
            },
            written ->
                JobOutcome.done("Wrote the report as %s: %s".formatted(format.words(), written))
                    .wrote(written));
  }

  private void verify(OpenedFile file, ViewContext context) {
    // Of a folder what is selected in it.
    Place what =
        file.isFolder() && context.navigator().current() instanceof Place.Entry entry
            ? entry
            : file.place();
    Path path = what instanceof Place.Entry entry ? entry.target() : file.path();
    int threads = context.work().threads();
    context
        .jobs()
        .start(
            "Verify " + what.label(),
            progress -> {
              VerifyRequest all =
                  VerifyRequest.everything().knowing(context.formats()).onThreads(threads);
              VerifyRequest request = Files.isDirectory(path) ? all.withCoverage() : all;
              return Verify.run(List.of(path), request, progress);
            },
            report -> {
              Path absolute = path.toAbsolutePath().normalize();
              Path parent = absolute.getParent();
              last.set(
                  new Verified(
                      what.label(), parent == null ? absolute : parent, report, Instant.now()));
              return ended(path, what.label(), report);
            });
  }

  private JobOutcome ended(Path path, String name, VerifyReport report) {
    VerifiedWords words = VerifiedWords.of(name, report);
    FindingsPane list = pane;
    boolean nothingRead = report.checked().isEmpty() && !report.unreadable().isEmpty();
    if (list == null || nothingRead) {
      return JobOutcome.of(severity(words, report), words.inShort());
    }
    List<Finding> found = new ArrayList<>(report.findings());
    report.unreadable().forEach(one -> found.add(notRead(one)));
    Reports.notChecked(report).forEach(left -> found.add(notChecked(left, path)));
    list.verified(path, Files.isDirectory(path), found, words);
    list.bringInFront();
    return JobOutcome.of(severity(words, report), words.inShort())
        .showing("Show", list::bringInFront)
        .alreadySeen();
  }

  private static JobOutcome.Severity severity(VerifiedWords words, VerifyReport report) {
    return switch (words.severity()) {
      case ERROR -> JobOutcome.Severity.ERROR;
      case WARNING -> JobOutcome.Severity.WARNING;
      case INFO ->
          report.findings().isEmpty() ? JobOutcome.Severity.DONE : JobOutcome.Severity.NOTE;
    };
  }

  private static Finding notRead(VerifyReport.Unreadable one) {
    return new Finding(
        Severity.WARNING,
        "",
        new Place.File(one.path()),
        -1,
        "Not read: " + FolderWalk.words(one.failure()),
        "");
  }

  /** Makes a row of what was not checked: a list without it would say that all is well. */
  private static Finding notChecked(Reports.Left left, Path verified) {
    Path path = Objects.requireNonNullElse(left.file(), verified);
    return new Finding(
        Severity.NOTE, "", new Place.File(path), -1, "Not checked: " + left.words(), "");
  }
}
