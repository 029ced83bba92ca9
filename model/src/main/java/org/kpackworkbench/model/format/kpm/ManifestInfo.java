package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextFacts;
import org.kpackworkbench.model.base.output.TextOut;
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
  public List<FormatException> problems() {
    List<FormatException> problems = new ArrayList<>(file.problems());
    for (int row = 0; row < file.manifest().rows().size(); row++) {
      FormatException spoiled = file.problem(row);
      if (spoiled != null) {
        problems.add(spoiled);
      }
    }
    return problems;
  }

  private String dialect() {
    return file.manifest().dialect().words().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  @Override
  public void json(JsonOut out) {
    Manifest manifest = file.manifest();
    out.field("dialect", dialect())
        .field("component", manifest.component())
        .field("prefix", manifest.prefix())
        .list("archives");
    for (DiskReport.Row row : disk.rows()) {
      ManifestRow stated = row.row();
      out.object()
          .field("target", stated.targetText())
          .field("file", stated.file())
          .known("size", stated.sizeBytes())
          .known("kernelCount", stated.kernelCount())
          .field("sha256", stated.sha256() == null ? null : stated.sha256().toString())
          .object("disk")
          .field("present", row.present())
          .known("size", row.sizeBytes())
          .known("kernelCount", row.kernelCount())
          .field("sha256", row.sha256() == null ? null : row.sha256().toString())
          .texts("findings", row.findings().stream().map(DiskFinding::words).toList())
          .endObject()
          .endObject();
    }
    out.endList().texts("notNamed", disk.unnamed().stream().map(ManifestInfo::name).toList());
  }

  @Override
  public void text(TextOut out) throws IOException {
    Manifest manifest = file.manifest();
    new TextFacts()
        .add("component", manifest.component())
        .add("prefix", manifest.prefix() == null ? "" : manifest.prefix())
        .add("dialect", manifest.dialect().words())
        .add("archives", Integer.toString(manifest.rows().size()))
        .print(out);
    TextColumns table = new TextColumns("target", "archive", ">size", ">kernels", "on the disk");
    for (DiskReport.Row row : disk.rows()) {
      table.row(
          row.row().targetText(),
          row.row().file(),
          Cells.known(row.row().sizeBytes()),
          Cells.known(row.row().kernelCount()),
          onDisk(row));
    }
    if (!table.isEmpty()) {
      table.print(out.line(), "  ");
    }
    for (Path unnamed : disk.unnamed()) {
      out.line("  not named by any manifest: " + name(unnamed));
    }
  }

  /** What differs; where nothing does, what was compared. */
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
