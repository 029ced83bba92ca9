package org.kpackworkbench.views.format.kpm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpm.DiskFinding;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.table.Columns;

/** The table of a manifest's archives, each beside what is on the disk. */
final class ManifestLines extends TableSpec<ManifestLines.ManifestLine>
    implements RowsSpec.Marked<ManifestLines.ManifestLine> {
  ManifestLines(ArchivesOnDisk disk) {
    super(
        TableWords.of("archives", "Archives", "The manifest lists no archives.")
            .prompt("filter, e.g. target:gfx90a state:missing"));
    columns(
        List.of(
            RowColumn.text("Target", ManifestLine::target).alsoNamed("arch"),
            RowColumn.text("File", ManifestLine::file).alsoNamed("name"),
            RowColumn.text("State", ManifestLine::state),
            RowColumn.<ManifestLine>figure(
                    "Stated size", row -> size(row.statedSizeBytes(), row.sizeBytes()))
                .counted(ManifestLine::statedSizeBytes),
            RowColumn.<ManifestLine>figure(
                    "Size on disk", row -> size(row.sizeBytes(), row.statedSizeBytes()))
                .counted(ManifestLine::sizeBytes)
                .alsoNamed("size"),
            RowColumn.count("Stated kernels", ManifestLine::statedKernels),
            RowColumn.count("Kernels", ManifestLine::kernels),
            RowColumn.text("Remarks", ManifestLine::remarks)));
    load(() -> RowSource.of(disk.lines()));
    place(ManifestLine::place);
    target(ManifestLine::archive);
    shows(place -> place instanceof Place.ManifestRow);
  }

  private static String size(long sizeBytes, long beside) {
    return sizeBytes < 0 ? Columns.UNKNOWN : SizeText.of(sizeBytes, beside);
  }

  @Override
  public RowMark mark(ManifestLine row) {
    RowMark mark = new RowMark(null, row.target().isEmpty() ? null : row.target(), "");
    return row.well() ? mark : mark.problem(row.remarks());
  }

  @Override
  public String status(RowSource<ManifestLine> rows) throws IOException {
    List<ManifestLine> lines = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      lines.add(rows.row(row));
    }
    return summary(lines);
  }

  /** How many there are and how many of them are not as stated. */
  static String summary(List<ManifestLine> lines) {
    long wrong = lines.stream().filter(line -> !line.well()).count();
    long unknown = lines.stream().filter(line -> line.state().equals(ManifestLine.NOT_YET)).count();
    String all = CountText.of(lines.size(), "archive");
    List<String> parts = new ArrayList<>();
    if (wrong > 0) {
      parts.add(wrong + " not as stated");
    }
    if (unknown > 0) {
      parts.add(unknown + " not compared yet");
    }
    if (parts.isEmpty() && !lines.isEmpty()) {
      parts.add(lines.size() == 1 ? "as stated" : "all as stated");
      long unread =
          lines.stream().filter(line -> line.state().equals(ManifestLine.NO_CHECKSUM_YET)).count();
      long without =
          lines.stream().filter(line -> line.state().equals(ManifestLine.AS_STATED)).count();
      if (unread > 0) {
        parts.add(CountText.of(unread, "checksum") + " not compared yet");
      }
      if (without > 0) {
        parts.add(
            without == lines.size()
                ? "no checksum is stated"
                : CountText.of(without, "archive") + " without a checksum");
      }
    }
    return parts.isEmpty() ? all : all + ", " + String.join(", ", parts);
  }

  /** Returns the summary as the outcome of a comparison. */
  static JobOutcome outcome(List<ManifestLine> lines) {
    boolean wrong = lines.stream().anyMatch(line -> !line.well());
    boolean unknown = lines.stream().anyMatch(line -> line.state().equals(ManifestLine.NOT_YET));
    return JobOutcome.of(
        wrong
            ? JobOutcome.Severity.ERROR
            : unknown ? JobOutcome.Severity.WARNING : JobOutcome.Severity.DONE,
        summary(lines));
  }

  /** Known state of a manifest's archives on the disk. Safe for use by many threads. */
  static final class ArchivesOnDisk {
    private final ManifestDocument document;
    private final Map<Integer, DiskReport.Row> known = new ConcurrentHashMap<>();
    private volatile List<ManifestLine> unnamed = List.of();

    ArchivesOnDisk(ManifestDocument document) {
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

  /**
   * A line of the table: an archive that the manifest lists, or one on the disk that none does.
   *
   * @param target the target as it is written; empty if no manifest names the archive
   * @param file the archive's name
   * @param statedSizeBytes what the manifest says; -1 if it does not
   * @param sizeBytes what is on the disk; -1 if absent or not checked
   * @param statedKernels what the manifest says; -1 if it does not
   * @param kernels what the archive's table has; -1 if it is missing or unreadable
   * @param state "as stated", or what differs, in a few words
   * @param remarks what differs, with both values; empty if nothing does
   * @param well whether nothing is known to differ
   * @param place the row of the manifest; null if no manifest names the archive
   * @param archive the archive as a place; null if it is not known to be there
   */
  record ManifestLine(
      String target,
      String file,
      long statedSizeBytes,
      long sizeBytes,
      long statedKernels,
      long kernels,
      String state,
      String remarks,
      boolean well,
      @Nullable Place place,
      @Nullable Place archive) {

    /** State of a row that states only its size and number of kernels. */
    static final String AS_STATED = "as stated";

    /** State of a row whose checksum takes reading all of the archive. */
    static final String NO_CHECKSUM_YET = "as stated, checksum not compared yet";

    /** State of a row that has not been compared yet. */
    static final String NOT_YET = "not compared yet";

    /** A row that was not compared with the disk yet. */
    static ManifestLine unchecked(ManifestRow stated, Place place) {
      return new ManifestLine(
          stated.targetText(),
          stated.file(),
          stated.sizeBytes(),
          -1,
          stated.kernelCount(),
          -1,
          NOT_YET,
          "",
          true,
          place,
          null);
    }

    static ManifestLine of(DiskReport.Row row, Place place) {
      ManifestRow stated = row.row();
      boolean well = row.findings().isEmpty();
      return new ManifestLine(
          stated.targetText(),
          stated.file(),
          stated.sizeBytes(),
          row.sizeBytes(),
          stated.kernelCount(),
          row.kernelCount(),
          well
              ? asStated(row)
              : row.findings().stream().map(ManifestLine::word).collect(Collectors.joining(", ")),
          row.findings().stream().map(DiskFinding::words).collect(Collectors.joining("; ")),
          well,
          place,
          row.present() && row.archive() != null ? new Place.File(row.archive()) : null);
    }

    private static String word(DiskFinding finding) {
      return switch (finding) {
        case DiskFinding.ArchiveMissing missing -> "missing";
        case DiskFinding.ArchiveUnreadable unreadable -> "unreadable";
        case DiskFinding.SizeDiffers differs -> "size differs";
        case DiskFinding.KernelCountDiffers differs -> "kernel count differs";
        case DiskFinding.TargetDiffers differs -> "target differs";
        case DiskFinding.ChecksumDiffers differs -> "checksum differs";
      };
    }

    private static String asStated(DiskReport.Row row) {
      if (row.sha256() != null) {
        return "as stated, checksum too";
      }
      return row.row().sha256() == null ? AS_STATED : NO_CHECKSUM_YET;
    }

    static ManifestLine unnamed(Path archive, long sizeBytes) {
      return new ManifestLine(
          "",
          String.valueOf(archive.getFileName()),
          -1,
          sizeBytes,
          -1,
          -1,
          "not named",
          "on the disk, but no manifest of the folder names it",
          false,
          null,
          new Place.File(archive));
    }
  }
}
