package org.kpackworkbench.views.analysis.resolve;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.resolve.tree.TreeReport;
import org.kpackworkbench.views.kit.dialog.Dialogs.FileKind;
import org.kpackworkbench.views.kit.job.Outcome;
import org.kpackworkbench.views.spi.ViewContext;

/** Writes what was simulated of a tree to a file. UI thread only. */
final class ResolutionExport {
  private ResolutionExport() {}

  /** Asks for a file, whose name says the format, and writes it as a job. */
  static void ask(TreeOutcome outcome, ViewContext context) {
    FileKind[] kinds =
        Stream.of(TreeReport.Format.values())
            .map(format -> new FileKind(words(format), "*." + format.ending()))
            .toArray(FileKind[]::new);
    Path name = outcome.tree().root().getFileName();
    context
        .dialogs()
        .chooseSave("Export Loading", (name == null ? "tree" : name) + "-loading.html", kinds)
        .ifPresent(file -> write(outcome, file, context));
  }

  private static String words(TreeReport.Format format) {
    return switch (format) {
      case HTML -> "HTML";
      case MARKDOWN -> "Markdown";
      case JSON -> "JSON";
      case TEXT -> format.name().charAt(0) + format.name().substring(1).toLowerCase(Locale.ROOT);
    };
  }

  private static void write(TreeOutcome outcome, Path file, ViewContext context) {
    TreeReport.Format format = TreeReport.Format.ofFile(String.valueOf(file.getFileName()));
    context
        .jobs()
        .start(
            "Export loading",
            progress -> {
              // The chooser has asked before replacing.
              new TreeReport(outcome.tree(), outcome.failures()).write(format, file, true);
              return file;
            },
            written -> Outcome.of("Wrote it as %s: %s".formatted(words(format), written)));
  }
}
