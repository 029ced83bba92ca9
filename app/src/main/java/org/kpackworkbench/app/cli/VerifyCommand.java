package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;
import org.kpackworkbench.model.analysis.verify.report.ReportOptions;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.report.VerifySettings;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.output.OperationNote;

/** {@code verify}: checks files to the last byte. */
final class VerifyCommand extends OperationCommand<VerifySettings> {
  VerifyCommand(Console console) {
    super(console, VerifySettings.OPERATION);
  }

  @Override
  int run(VerifySettings settings, Arguments given) throws IOException {
    if (settings.listing()) {
      boolean json = settings.format().equals(Optional.of(ReportFormat.JSON));
      new ReportOutput(console(), json).print(StandardRules.describe());
      return ExitStatus.DONE;
    }
    List<Path> paths = new ArrayList<>(settings.paths());
    if (settings.artifacts().isPresent()) {
      Path folder = settings.artifacts().get();
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
      paths.add(folder);
    }
    VerifyRequest request = settings.request();
    Baseline baseline =
        settings.baseline().isPresent() ? Baseline.read(settings.baseline().get()) : null;
    VerifyReport all =
        Interruptible.run(progress -> Verify.run(paths, request, progress), console());
    VerifyReport report = withLate(baseline == null ? all : baseline.applyTo(all));
    write(report, settings);
    report.unreadable().stream()
        .map(path -> GivenPaths.like(path.path()).shown(ErrorLine.ofFile(path.failure())))
        .distinct()
        .forEach(console()::error);
    return switch (report.outcome()) {
      case PASSED -> ExitStatus.DONE;
      case FAILED -> ExitStatus.FINDINGS;
      case NOTHING_CHECKED, NOT_ALL_READ -> ExitStatus.FAILED;
    };
  }

  /** The report with files that changed while they were read. */
  private VerifyReport withLate(VerifyReport report) throws IOException {
    List<Finding> found = new ArrayList<>(report.findings());
    console().takeLate().stream().map(OperationNote::finding).forEach(found::add);
    return report.with(found);
  }

  private void write(VerifyReport report, VerifySettings settings) throws IOException {
    ReportOptions options =
        new ReportOptions(ProgramVersion.number(), Path.of("").toAbsolutePath(), ErrorLine::ofFile)
            .brief(settings.output().isEmpty() && !console().isVerbose())
            .at(Instant.now());
    if (settings.output().isEmpty()) {
      Reports.write(
          report, settings.reportFormat(), options, console().data(), console().charset());
      return;
    }
    Reports.write(
        report, settings.reportFormat(), options, settings.output().get(), settings.replace());
    try (TextOut out = console().text()) {
      out.line(Reports.lastLine(report));
    }
  }
}
