package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/** {@code split}: what is for every GPU apart from what is for one. */
final class SplitCommand extends OperationCommand<SplitRequest> {
  SplitCommand(Console console) {
    super(console, SplitRequest.OPERATION);
  }

  @Override
  int run(SplitRequest asked, Arguments given) throws IOException {
    SplitRequest request = complete(asked);
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    SplitReport report =
        dryRun
            ? new Split(request.with(SplitRequest.FORCE, true)).plan(console().progress())
            : Interruptible.run(new Split(request)::run, console());
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status =
        output.print(report.describe(request, dryRun, ErrorLine::ofFile), report.findings());
    for (SplitReport.Failed failed : report.failed()) {
      String text = ErrorLine.ofFile(failed.error());
      String name = failed.source() + ": ";
      console().error(text.startsWith(name) ? text : name + text);
    }
    if (dryRun) {
      output.nothingWritten("; sizes are those before compression");
    } else if (request.replace()) {
      left(request, report);
    }
    return report.failed().isEmpty() ? status : ExitStatus.FAILED;
  }

  private SplitRequest complete(SplitRequest asked) throws IOException {
    String name = String.valueOf(asked.topology());
    try {
      return asked.complete(problem -> console().note("warning: " + problem.in(name)));
    } catch (UnusableConfigException unusable) {
      unusable.problems().forEach(problem -> console().note(problem.in(name)));
      throw unusable;
    }
  }

  /** Names artifacts of the same prefixes that lie beside those that were written. */
  private void left(SplitRequest request, SplitReport report) throws IOException {
    Set<String> prefixes = new HashSet<>();
    Set<String> written = new HashSet<>();
    for (SplitOutcome outcome : report.outcomes()) {
      for (SplitArtifact artifact : outcome.artifacts()) {
        written.add(artifact.name().toString());
        if (outcome.split()) {
          prefixes.add(artifact.name().prefix());
        }
      }
    }
    if (prefixes.isEmpty()) {
      return;
    }
    FolderList.of(request.output()).stream()
        .filter(
            path ->
                ArtifactName.parse(ArtifactInput.folderName(path))
                    .filter(name -> prefixes.contains(name.prefix()))
                    .filter(name -> !written.contains(name.toString()))
                    .isPresent())
        .forEach(
            path ->
                console()
                    .note(
                        "note: %s existed before, and this run made no such artifact; it is left unchanged"
                            .formatted(path)));
  }
}
