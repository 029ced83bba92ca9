package org.kpackworkbench.app.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.OrderedComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code diff}: compares like with like. */
final class DiffCommand extends OperationCommand<DiffSettings> {
  DiffCommand(Console console) {
    super(console, DiffSettings.OPERATION);
  }

  @Override
  int run(DiffSettings settings, Arguments given) throws IOException {
    if (settings.git()) {
      return new GitDiff(console()).run(settings);
    }
    List<Path> paths = settings.sides();
    return Interruptible.run(progress -> compare(paths, settings, progress), console());
  }

  private int compare(List<Path> paths, DiffSettings settings, Progress progress)
      throws IOException {
    ExportRequest request = settings.export().with(console()::describeFindings);
    UnpackBudget budget = UnpackBudget.operation(settings.large());
    try (Comparison opened = Compare.open(paths, budget, progress)) {
      Comparison comparison = settings.order() ? OrderedComparison.of(opened) : opened;
      if (!settings.quick()) {
        comparison.compareContents(progress, row -> {});
      } else if (comparison.outcome() == Outcome.DIFFERENT || !comparison.isIdentical(progress)) {
        console().note(Outcome.NOT_COMPARED.words());
      }
      if (settings.output().isEmpty()) {
        ComparisonExport.write(comparison, request, console().data(), progress);
      } else {
        try (ReplacingFile file =
                ReplacingFile.createUnlessSame(settings.output().get(), settings.replace());
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file.channel()))) {
          ComparisonExport.write(comparison, request, out, progress);
          out.flush();
          file.commit();
        }
      }
      return status(comparison);
    }
  }

  private int status(Comparison comparison) {
    Outcome outcome = comparison.outcome();
    if (outcome == Outcome.IDENTICAL) {
      return ExitStatus.DONE;
    }
    List<Side.Problem> problems = comparison.problems();
    Input.report(problems.stream().map(Side.Problem::failure).toList(), console());
    if (!problems.isEmpty() || outcome == Outcome.UNREADABLE) {
      return ExitStatus.FAILED;
    }
    return outcome.isSame() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  /**
   * The command that git calls for a path with {@code diff.NAME.command}. Arguments: the path, then
   * file, object and mode before, the same after, and for a renamed file its new path and git's
   * description of that. A path that is not merged comes alone.
   */
  record GitDiff(Console console) {
    private static final String NO_FILE = "/dev/null";

    int run(DiffSettings settings) throws IOException {
      List<String> arguments = settings.paths();
      if (arguments.size() == 1) {
        try (TextOut out = console.text()) {
          out.line("* Unmerged path " + arguments.getFirst());
        }
        return ExitStatus.DONE;
      }
      String path = arguments.getFirst();
      String renamed =
          arguments.size() > DiffSettings.GIT_ARGUMENTS
              ? arguments.get(DiffSettings.GIT_ARGUMENTS)
              : path;
      return Interruptible.run(
          progress ->
              compare(
                  List.of("a/" + path, "b/" + renamed),
                  List.of(arguments.get(1), arguments.get(4)),
                  settings,
                  progress),
          console);
    }

    private int compare(
        List<String> labels, List<String> files, DiffSettings settings, Progress progress)
        throws IOException {
      try (Resources resources =
          new Resources(UnpackBudget.operation(settings.large()), StandardFormats.all())) {
        List<Side> sides =
            List.of(
                side(labels.getFirst(), files.getFirst(), resources),
                side(labels.getLast(), files.getLast(), resources));
        try (Comparison opened = Compare.open(sides, resources, progress)) {
          Comparison comparison = settings.order() ? OrderedComparison.of(opened) : opened;
          comparison.compareContents(progress, row -> {});
          ComparisonExport.write(comparison, settings.export(), console.data(), progress);
          comparison
              .problems()
              .forEach(problem -> console.error(String.valueOf(problem.failure().getMessage())));
        }
      }
      // Any other status means to git that its external command has died.
      return ExitStatus.DONE;
    }

    private static Side side(String label, String file, Resources resources) throws IOException {
      Place place = new Place.File(Path.of(file));
      return file.equals(NO_FILE)
          ? new Side(NO_FILE, place, ByteView.of(NO_FILE, new byte[0]))
          : new Side(label, place, resources.add(OpenFile.open(Path.of(file))).view());
    }
  }
}
