package org.kpackworkbench.views.format.kpm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.registry.ManifestDocument;

/** What is known by now of a manifest's archives on the disk. Safe for use by many threads. */
final class DiskState {
  private final ManifestDocument document;
  private final Map<Integer, DiskReport.Row> known = new ConcurrentHashMap<>();
  private volatile List<ManifestLine> unnamed = List.of();

  DiskState(ManifestDocument document) {
    this.document = document;
  }

  /**
   * Compares with the disk, row by row.
   *
   * @param checksums whether to read whole archives where a checksum is stated
   * @param onRow called after each row, on the same thread
   */
  void check(boolean checksums, Progress progress, Runnable onRow) throws IOException {
    DiskReport report =
        ManifestDiskCheck.run(
            document.path(),
            document.file().manifest(),
            checksums,
            progress,
            (index, row) -> {
              known.put(index, row);
              onRow.run();
            });
    List<ManifestLine> lines = new ArrayList<>();
    for (Path archive : report.unnamed()) {
      lines.add(ManifestLine.unnamed(archive, Files.size(archive)));
    }
    unnamed = List.copyOf(lines);
  }

  /** The lines as far as they are known. */
  List<ManifestLine> lines() {
    List<ManifestLine> lines = new ArrayList<>();
    List<ManifestRow> rows = document.file().manifest().rows();
    for (int i = 0; i < rows.size(); i++) {
      DiskReport.Row found = known.get(i);
      lines.add(
          found == null
              ? ManifestLine.unchecked(rows.get(i), document.file().place(i))
              : ManifestLine.of(found, document.file().place(i)));
    }
    lines.addAll(unnamed);
    return List.copyOf(lines);
  }

  /** Archives whose stated checksum was not compared, and their bytes. */
  Unread unread() {
    int count = 0;
    long bytes = 0;
    for (DiskReport.Row row : known.values()) {
      if (row.present() && row.row().sha256() != null && row.sha256() == null) {
        count++;
        bytes += row.sizeBytes();
      }
    }
    return new Unread(count, bytes);
  }

  /** How many archives have not been read, and how large they are together. */
  record Unread(int count, long bytes) {}
}
