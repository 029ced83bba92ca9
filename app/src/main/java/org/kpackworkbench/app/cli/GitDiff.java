package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Resources;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.analysis.diff.run.Comparer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import picocli.CommandLine.ParseResult;

/**
 * What git calls for a path with {@code diff.NAME.command}: the path, then file, object and mode
 * before, the same after, and for a renamed file its new path and what git says of that. A path
 * that is not merged comes alone.
 */
final class GitDiff {
  private static final String NO_FILE = "/dev/null";
  private static final int ARGUMENTS = 7;

  private final Console console;

  GitDiff(Console console) {
    this.console = console;
  }

  int run(List<String> arguments, ExportRequest request, ParseResult parsed) throws IOException {
    if (arguments.size() == 1) {
      try (TextOut out = console.text()) {
        out.line("* Unmerged path " + arguments.getFirst());
      }
      return ExitStatus.DONE;
    }
    if (arguments.size() < ARGUMENTS) {
      throw Command.usage(
          parsed, "--git: expected the %d arguments that git gives".formatted(ARGUMENTS));
    }
    String path = arguments.getFirst();
    String renamed = arguments.size() > ARGUMENTS ? arguments.get(ARGUMENTS) : path;
    return Interruptible.run(
        progress ->
            compare(
                List.of("a/" + path, "b/" + renamed),
                List.of(arguments.get(1), arguments.get(4)),
                request,
                UnpackBudget.operation(Command.allowsLarge(parsed)),
                progress),
        console.progress());
  }

  private int compare(
      List<String> labels,
      List<String> files,
      ExportRequest request,
      UnpackBudget budget,
      Progress progress)
      throws IOException {
    try (Resources resources = new Resources(budget)) {
      List<Side> sides =
          List.of(
              side(labels.getFirst(), files.getFirst(), resources),
              side(labels.getLast(), files.getLast(), resources));
      try (Comparison comparison = Comparer.open(sides, resources, progress)) {
        comparison.compareContents(progress, row -> {});
        ComparisonExport.write(comparison, request, console.data(), progress);
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
        : new Side(label, place, resources.add(MappedFile.open(Path.of(file))).view());
  }
}
