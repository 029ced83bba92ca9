package org.kpackworkbench.views.analysis.compare;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.kit.dialog.Dialogs.FileKind;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.operation.forms.FormGrid;
import org.kpackworkbench.views.spi.ViewContext;

/** Asks how a comparison is to be written down, and writes it as a job, whole or not at all. */
final class ComparisonExporter {
  private final ViewContext context;

  ComparisonExporter(ViewContext context) {
    this.context = context;
  }

  /** How far down a report goes. */
  private enum Depth {
    THIS(0, "What is shown here"),
    ONE(1, "… and one level below each difference"),
    BYTES(DiffSettings.MOST_DEPTH, "… and all levels below each difference, down to the bytes");

    private final int levels;
    private final String words;

    Depth(int levels, String words) {
      this.levels = levels;
      this.words = words;
    }
  }

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
    ChoiceBox<ExportFormat> format =
        choice(ComparisonExporter::words, formats().toArray(ExportFormat[]::new));
    ChoiceBox<Depth> depth = choice(each -> each.words, Depth.values());
    CheckBox all = new CheckBox(DiffSettings.ALL.title());
    FormGrid form =
        FormGrid.of(
            DiffSettings.OPERATION,
            Map.of(DiffSettings.FORMAT, format, DiffSettings.DEPTH, depth, DiffSettings.ALL, all));
    String group = shownRows.group();
    if (group != null) {
      form.row("", new Label("Only rows of the kind “%s”, as shown.".formatted(group)));
    }
    context
        .dialogs()
        .ask(
            "Export Comparison of " + title,
            form,
            "Export…",
            new SimpleBooleanProperty(true),
            () ->
                choose(
                    comparison,
                    names,
                    new ExportRequest(
                        format.getValue(),
                        all.isSelected(),
                        group,
                        depth.getValue().levels,
                        false,
                        order)));
  }

  /**
   * Asks where to write, and writes all differences as a page, with manifests in the order shown.
   */
  void html(Comparison comparison, List<String> names, Order order) {
    choose(comparison, names, ExportRequest.differences(ExportFormat.HTML).ordered(order));
  }

  private static <T> ChoiceBox<T> choice(java.util.function.Function<T, String> words, T[] values) {
    ChoiceBox<T> box = new ChoiceBox<>();
    box.getItems().setAll(values);
    box.setValue(values[0]);
    box.setConverter(
        new StringConverter<T>() {
          @Override
          public String toString(@Nullable T value) {
            return value == null ? "" : words.apply(value);
          }

          @Override
          public @Nullable T fromString(String text) {
            return null;
          }
        });
    return box;
  }

  private static List<ExportFormat> formats() {
    return List.of(
        ExportFormat.HTML,
        ExportFormat.MARKDOWN,
        ExportFormat.JSON,
        ExportFormat.PATCH,
        ExportFormat.TEXT);
  }

  private static String words(ExportFormat format) {
    return DiffSettings.FORMAT.kind().title(Optional.of(format));
  }

  private void choose(Comparison comparison, List<String> names, ExportRequest request) {
    FileKind[] kinds =
        Stream.concat(Stream.of(request.format()), formats().stream())
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

  /** What the file's name ends with says the format, where that is one. */
  private static ExportRequest request(ExportRequest asked, Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    Optional<ExportFormat> named =
        formats().stream().filter(format -> name.endsWith("." + format.extension())).findFirst();
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
