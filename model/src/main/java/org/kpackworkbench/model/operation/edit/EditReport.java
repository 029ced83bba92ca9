package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of an edit, done or planned: facts, and what text shows of them.
 *
 * @param document the document with its edits, which is open
 * @param index the index that was written; null if none was
 * @param written whether anything was written
 * @param upToDate whether the output was there already, as it would be written
 * @param dryRun whether nothing is to be written
 * @param findings what is to be known of the result
 */
public record EditReport(
    EditedDocument<?> document,
    Path file,
    Path output,
    @Nullable Path index,
    boolean written,
    boolean upToDate,
    boolean dryRun,
    List<OperationNote> findings) {
  public EditReport {
    findings = List.copyOf(findings);
  }

  /** Returns the report of the edit. */
  public Report describe() throws IOException {
    List<String> edits = document.history().done().stream().map(Edit::words).toList();
    Facts facts =
        new Facts()
            .path("file", file)
            .path("output", output)
            .id("kind", DocumentKind.of(document))
            .flag(CommonOptions.DRY_RUN.field(), dryRun)
            .flag("written", written);
    OperationFacts.upToDate(facts, upToDate)
        .size("size", written ? Files.size(output) : -1)
        .texts("edits", edits);
    if (index != null) {
      facts.part("index", new Facts().path("file", index).size("size", Files.size(index)));
    }
    String changes = edits.isEmpty() ? "no changes" : CountText.of(edits.size(), "change");
    Report report =
        new Report(facts)
            .line("%s: " + changes, "file")
            .lines("edits", "  - %s")
            .gap()
            .values("output", "size", "index/file as index", "index/size as index size");
    switch (document) {
      case EditedArchive archive -> describe(archive, report);
      case EditedManifest manifest -> describe(manifest, report);
      case EditedMarker marker -> describe(marker, report);
    }
    return report.line("%s", "upToDate");
  }

  private static void describe(EditedArchive archive, Report report) throws IOException {
    List<EditedRow> changed = new ArrayList<>();
    for (int row = 0; row < archive.rowCount(); row++) {
      if (archive.row(row).change() != EditedRow.Change.NONE) {
        changed.add(archive.row(row));
      }
    }
    Integer level = archive.level();
    String scheme = archive.scheme().text();
    Grouping grouping = archive.grouping();
    report
        .facts()
        .text("group", archive.groupName())
        .text("family", archive.family())
        .texts("targets", archive.architectures())
        .text("scheme", scheme)
        .shown(archive.scheme().words(level, grouping))
        .known("level", level == null ? -1 : level);
    if (grouping != null) {
      report.facts().text("grouping", grouping.text());
    }
    report.facts().number("kernels", archive.rowCount()).list("rows", changed, EditReport::row);
    report
        .values("group", "family", "targets", "scheme", "kernels as code objects")
        .section("", "rows", "change", "binary", "index", "target", "originalSize as size");
  }

  private static void row(EditedRow row, Facts facts) {
    facts
        .id("change", row.change())
        .text("binary", row.key().binary())
        .number("index", row.key().index())
        .text("target", row.ref().target())
        .known("originalSize", row.originalSizeBytes());
  }

  private static void describe(EditedManifest manifest, Report report) {
    Manifest now = manifest.manifest();
    String dialect = now.dialect().words();
    report
        .facts()
        .text("dialect", dialect.replace(' ', '-'))
        .shown(dialect)
        .text("component", now.component())
        .text("prefix", now.prefix())
        .aside("count", now.rows().size())
        .list("archives", now.rows(), EditReport::archive)
        .list("rows", changes(manifest), EditReport::change);
    report
        .values("dialect", "component", "prefix", "count as archives")
        .section("", "rows", "change", "target", "file", "fields as what");
  }

  private static void archive(ManifestRow row, Facts facts) {
    Checksum sha256 = row.sha256();
    facts
        .text("target", row.targetText())
        .text("file", row.file())
        .known("size", row.sizeBytes())
        .known("kernelCount", row.kernelCount())
        .text("sha256", sha256 == null ? null : sha256.toString());
  }

  private static void change(ManifestChanges.Change change, Facts facts) {
    facts
        .text("change", change.kind().word())
        .text("target", change.target())
        .text("file", change.file())
        .texts("fields", change.fields())
        .shown(change.fields().isEmpty() ? "-" : String.join(", ", change.fields()));
  }

  private static List<ManifestChanges.Change> changes(EditedManifest manifest) {
    return ManifestChanges.between(manifest.original().manifest(), manifest.manifest());
  }

  private static void describe(EditedMarker marker, Report report) throws IOException {
    MarkerFit fit = marker.fit();
    List<String> paths = marker.content().searchPaths();
    Facts layout =
        new Facts()
            .id("kind", fit.kind())
            .number("size", fit.sizeBytes())
            .number("room", fit.roomBytes())
            .number("grown", fit.grownBytes());
    if (fit.signed()) {
      layout.text("signature", "left out");
    }
    report
        .facts()
        .part(
            "marker",
            new Facts()
                .text(Marker.KERNEL_NAME_KEY, marker.content().kernelName())
                .texts(Marker.SEARCH_PATHS_KEY, paths))
        .part("layout", layout)
        .shown(fit.words());
    report.values("marker/kernel_name as kernel name");
    for (int i = 0; i < paths.size(); i++) {
      report.facts().aside("search path " + i, paths.get(i));
      report.values("search path " + i);
    }
    report.values("layout as marker");
  }
}
