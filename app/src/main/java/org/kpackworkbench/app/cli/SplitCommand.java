package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitRequest;

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
      for (Path path : report.left(request.output())) {
        console()
            .note(
                "note: %s existed before, and this run made no such artifact; it is left unchanged"
                    .formatted(path));
      }
    }
    return report.failed().isEmpty() ? status : ExitStatus.FAILED;
  }

  private SplitRequest complete(SplitRequest asked) throws IOException {
    String name = String.valueOf(asked.topology());
    Path topology = Path.of(name);
    try {
      return asked.complete(
          problem -> {
            String words = problem.in(name);
            console().found(List.of(OperationNote.warning("topology", topology, words)));
            console().note("warning: " + words);
          });
    } catch (UnusableConfigException unusable) {
      unusable
          .problems()
          .forEach(
              each -> console().note(OperationNote.error("topology", topology, each.in(name))));
      throw unusable;
    }
  }
}
