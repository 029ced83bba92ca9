package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneRequest;

/** {@code prune}: keeps only the code that some GPUs need. */
final class PruneCommand extends OperationCommand<PruneRequest> {
  PruneCommand(Console console) {
    super(console, PruneRequest.OPERATION);
  }

  @Override
  int run(PruneRequest request, Arguments given) throws IOException, CliException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    Prune prune = new Prune(forThisMachine(request, given));
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    if (dryRun) {
      PruneReport plan = prune.plan(console().progress());
      int status = output.print(plan.describe(true), plan.findings());
      output.nothingWritten("");
      return status;
    }
    Prune.beforehand(request).ifPresent(console()::note);
    // What was put in place before Ctrl+C could stop it is reported: the program ends after that.
    return Interruptible.run(
        progress -> {
          PruneReport done = prune.run(progress);
          int status = output.print(done.describe(false), done.findings());
          if (progress.cancelled()) {
            console().note("Interrupted when all changes were made: nothing is left to do.");
            console().flush();
          }
          return status;
        },
        console());
  }

  /** A process can run with other settings of features tomorrow: code for all of them stays. */
  private static PruneRequest forThisMachine(PruneRequest request, Arguments given)
      throws CliException, IOException {
    if (!PruneRequest.ofThisMachine(request.keep())) {
      return request;
    }
    List<String> names = new ArrayList<>();
    request.keep().names().forEach(name -> names.add(name.text()));
    names.remove(CommonOptions.NATIVE);
    names.addAll(
        ResolveCommand.machineProcessors(given.get(PruneRequest.SYSROOT), PruneRequest.KEEP));
    return request.keeping(TargetFilter.of(names));
  }
}
