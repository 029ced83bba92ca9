package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;

/** A manifest, with what is really on the disk. */
record ManifestInfo(ManifestFile file, DiskReport disk) implements FileInfo {

  static ManifestInfo of(ManifestDocument document, boolean checksums, Progress progress)
      throws IOException {
    return new ManifestInfo(
        document.file(),
        ManifestDiskCheck.run(document.path(), document.file().manifest(), checksums, progress));
  }

  @Override
  public List<FormatException> problems(Document document) {
    List<FormatException> problems = new ArrayList<>(file.problems());
    for (int row = 0; row < file.manifest().rows().size(); row++) {
      FormatException spoiled = file.problem(row);
      if (spoiled != null) {
        problems.add(spoiled);
      }
    }
    return problems;
  }

  /**
   * Returns the archives that no manifest names; none where a manifest is damaged, since what it
   * names is not known.
   */
  private List<String> notNamed() {
    return file.problems().isEmpty() && disk.unreadableManifests().isEmpty()
        ? disk.unnamed().stream().map(ManifestInfo::name).toList()
        : List.of();
  }

  private String dialect() {
    return file.manifest().dialect().words().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  @Override
  public void describe(Report report) {
    Manifest manifest = file.manifest();
    report
        .facts()
        .text("dialect", dialect())
        .shown(manifest.dialect().words())
        .text("component", manifest.component())
        .text("prefix", manifest.prefix())
        .aside("count", manifest.rows().size())
        .list("archives", disk.rows(), ManifestInfo::archive)
        .texts("notNamed", notNamed());
    report
        .values("component", "prefix", "dialect", "count as archives")
        .section(
            "",
            "archives",
            "target",
            "file as archive",
            "size",
            "kernelCount as kernels",
            "on the disk")
        .lines("notNamed", "  not named by any manifest: %s");
  }

  private static void archive(DiskReport.Row row, Facts facts) {
    ManifestRow stated = row.row();
    facts
        .text("target", stated.targetText())
        .text("file", stated.file())
        .known("size", stated.sizeBytes())
        .known("kernelCount", stated.kernelCount())
        .text("sha256", stated.sha256() == null ? null : stated.sha256().toString())
        .part(
            "disk",
            new Facts()
                .flag("present", row.present())
                .known("size", row.sizeBytes())
                .known("kernelCount", row.kernelCount())
                .text("sha256", row.sha256() == null ? null : row.sha256().toString())
                .texts("findings", row.findings().stream().map(DiskFinding::words).toList()))
        .aside("on the disk", onDisk(row));
  }

  /** Returns the differences; where there are none, what was compared. */
  private static String onDisk(DiskReport.Row row) {
    if (!row.findings().isEmpty()) {
      return row.findings().stream().map(DiskFinding::words).collect(Collectors.joining("; "));
    }
    ManifestRow stated = row.row();
    boolean compared = stated.sizeBytes() >= 0 || stated.kernelCount() >= 0 || row.sha256() != null;
    boolean unread = stated.sha256() != null && row.sha256() == null;
    return (compared ? "the same" : "there")
        + (unread ? "; checksum not compared (--checksums does)" : "")
        + (compared || unread ? "" : "; nothing to compare it with");
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }
}
