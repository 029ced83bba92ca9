package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.doctor.Doctor;
import org.kpackworkbench.model.analysis.doctor.DoctorReport;
import org.kpackworkbench.model.analysis.doctor.DoctorSettings;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.output.OperationNote;

/** {@code doctor}: why a library finds no kernels. */
final class DoctorCommand extends OperationCommand<DoctorSettings> {
  DoctorCommand(Console console) {
    super(console, DoctorSettings.OPERATION);
  }

  @Override
  int run(DoctorSettings settings, Arguments given) throws IOException {
    DoctorReport report =
        Interruptible.run(progress -> Doctor.of(settings, System.getenv(), progress), console());
    boolean none = report.results().isEmpty();
    console().found(report.findings());
    if (none) {
      String words =
          report.isGrid()
              ? "%s: there is no %s library with files for a GPU; name one with --target."
              : "%s: there is no %s library.";
      console()
          .note(
              OperationNote.note(
                  "no-library",
                  settings.tree(),
                  words.formatted(settings.tree(), Doctor.libraries())));
    }
    ReportOutput.ofRows(console(), given).print(report.describe());
    for (FolderWalk.Unreadable each : report.unreadable()) {
      boolean named = each.failure() instanceof FormatException;
      console().error(named ? each.words() : "%s: %s".formatted(each.path(), each.words()));
    }
    // A damaged file is found; of one that may not be read nothing is known.
    boolean all =
        report.unreadable().stream().allMatch(each -> each.failure() instanceof FormatException);
    if (report.anyMissing() && !none) {
      return ExitStatus.FINDINGS;
    }
    if (!all) {
      return ExitStatus.FAILED;
    }
    return none || !report.unreadable().isEmpty() ? ExitStatus.FINDINGS : ExitStatus.DONE;
  }
}
