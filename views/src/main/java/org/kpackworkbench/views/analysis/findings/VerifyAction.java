package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Files;
import java.nio.file.Path;
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
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.findings.FindingsPane.VerifiedWords;
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
   * What was verified last.
   *
   * @param base what paths in a report are relative to
   */
  private record Verified(String name, Path base, VerifyReport report) {}

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
  private static void export(Verified verified, ViewContext context) {
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

  private static void write(Verified verified, Path file, ViewContext context) {
    ReportFormat format =
        ReportFormat.ofFile(String.valueOf(file.getFileName())).orElse(ReportFormat.TEXT);
    ReportOptions options =
        new ReportOptions("", verified.base(), failure -> String.valueOf(failure.getMessage()));
    context
        .jobs()
        .start(
            "Export report",
            progress -> {
              // The chooser has asked before replacing.
              Reports.write(verified.report(), format, options, file, true);
              return file;
            },
            written ->
                JobOutcome.of("Wrote the report as %s: %s".formatted(format.words(), written)));
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
              last.set(new Verified(what.label(), parent == null ? absolute : parent, report));
              return ended(file, path, what.label(), report);
            });
  }

  private JobOutcome ended(OpenedFile file, Path path, String name, VerifyReport report) {
    VerifiedWords words = VerifiedWords.of(name, report);
    FindingsPane list = pane;
    if (list == null || !report.unreadable().isEmpty()) {
      return JobOutcome.of(words.inShort());
    }
    List<ShownFinding> rows = new ArrayList<>();
    report.findings().forEach(found -> rows.add(ShownFinding.of(found, file)));
    Reports.notChecked(report).forEach(left -> rows.add(notChecked(left, path, file)));
    list.verified(file, rows, words);
    list.bringInFront();
    return JobOutcome.of(words.inShort(), "Show", list::bringInFront);
  }

  /** What was not checked, as a row: a list without it would say that all is well. */
  private static ShownFinding notChecked(Reports.Left left, Path verified, OpenedFile file) {
    Path path = Objects.requireNonNullElse(left.file(), verified);
    return new ShownFinding(
        ShownFinding.Severity.NOTE,
        "",
        "",
        "Not checked: " + left.words(),
        -1,
        "",
        "",
        path.equals(file.path()) ? file.place() : new Place.File(path));
  }
}
