package org.kpackworkbench.views.analysis.compare;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.kit.dialog.Dialogs.FileKind;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.operation.forms.Forms;
import org.kpackworkbench.views.spi.ViewContext;

/** Asks how a comparison is to be written down, and writes it as a job, whole or not at all. */
record ComparisonExporter(ViewContext context) {
  /**
   * Asks what to write, and where.
   *
   * @param shownRows what the table shows
   * @param order in which order manifests are shown
   */
  void ask(
      Comparison comparison,
      String title,
      List<String> names,
      RowSelection shownRows,
      Order order) {
    String group = shownRows.group();
    new Forms(context)
        .options(
            "Export Comparison of " + title,
            "Export…",
            DiffSettings.OPERATION,
            new Arguments()
                .with(DiffSettings.PATHS, names)
                .with(DiffSettings.KIND, Optional.ofNullable(group))
                .with(DiffSettings.FORMAT, Optional.of(ExportFormat.HTML)),
            group == null
                ? List.of()
                : List.of("Only rows of the kind “%s”, as shown.".formatted(group)),
            settings -> choose(comparison, names, settings.export().ordered(order)));
  }

  /**
   * Asks where to write, and writes all differences as a page, with manifests in the order shown.
   */
  void html(Comparison comparison, List<String> names, Order order) {
    choose(comparison, names, ExportRequest.differences(ExportFormat.HTML).ordered(order));
  }

  private static String words(ExportFormat format) {
    return DiffSettings.FORMAT.kind().title(Optional.of(format));
  }

  private void choose(Comparison comparison, List<String> names, ExportRequest request) {
    FileKind[] kinds =
        Stream.concat(Stream.of(request.format()), Arrays.stream(ExportFormat.values()))
            .distinct()
            .map(format -> new FileKind(words(format), "*." + format.extension()))
            .toArray(FileKind[]::new);
    context
        .dialogs()
        .chooseSave("Export Comparison", suggested(names, request.format()), kinds)
        .ifPresent(file -> write(comparison, request, file));
  }

  /** A name of two names, without what file systems do not take. */
  static String suggested(List<String> names, ExportFormat format) {
    String both = names.getFirst() + " to " + names.getLast();
    return both.replaceAll("[^\\p{L}\\p{N}.+_ -]+", "_") + "." + format.extension();
  }

  private void write(Comparison comparison, ExportRequest asked, Path file) {
    ExportRequest request = request(asked, file);
    context
        .jobs()
        .start(
            "Export comparison",
            progress -> {
              write(comparison, request, file, progress);
              return file;
            },
            written ->
                JobOutcome.done(
                        "Wrote the comparison as %s: %s"
                            .formatted(words(request.format()), written))
                    .wrote(written));
  }

  /** Takes the format from the end of the file's name, where that is one. */
  private static ExportRequest request(ExportRequest asked, Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    Optional<ExportFormat> named =
        Arrays.stream(ExportFormat.values())
            .filter(format -> name.endsWith("." + format.extension()))
            .findFirst();
    return asked.in(named.orElse(asked.format()));
  }

  private static void write(
      Comparison comparison, ExportRequest request, Path file, Progress progress)
      throws IOException {
    comparison.compareContents(progress, row -> {});
    // The chooser has asked before replacing.
    try (ReplacingFile target = ReplacingFile.create(file, true);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(target.channel()))) {
      ComparisonExport.write(comparison, request, out, progress);
      out.flush();
      target.commit();
    }
  }
}
