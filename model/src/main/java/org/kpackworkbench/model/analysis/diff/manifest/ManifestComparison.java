package org.kpackworkbench.model.analysis.diff.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.WrappedComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparisons.Numbered;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Column;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Disk;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskLook;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskState;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Extent;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.DiskFinding;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * Manifests compared with one another, with what the disk holds of what each names. Of two to
 * {@value #MOST}; more are compared as a table only.
 *
 * <p>As a {@link TableComparison} it compares all with the first. {@link #matrix} is for what
 * changed from one to the next. {@link #compareContents} also reads the archives beside the
 * manifests; what it finds there never makes manifests differ.
 */
public final class ManifestComparison extends WrappedComparison {
  /** The most manifests that are compared. */
  public static final int MOST = 50;

  static final String COMPONENT = "component";

  private final Shared shared;
  private final boolean swapped;
  private final Order order;

  private ManifestComparison(Shared shared, TableComparison table, boolean swapped, Order order) {
    super(table);
    this.shared = shared;
    this.swapped = swapped;
    this.order = order;
  }

  /**
   * A comparison of manifests that were read.
   *
   * @param files the manifests, in the order of the sides
   * @param table their rows, as they are compared with the first
   * @param opening opens the archives of a row of some sides
   */
  static ManifestComparison of(
      List<Side> sides, List<ManifestFile> files, ListComparison table, Opening opening) {
    return new ManifestComparison(
        new Shared(sides, files, table, opening), table, false, Order.GIVEN);
  }

  /** Opens the comparison of a row's archives. */
  @FunctionalInterface
  interface Opening {
    /**
     * Opens it.
     *
     * @param files the archive's name on each side; null if a side is not requested
     * @return null where fewer than two are there
     */
    @Nullable Comparison open(List<@Nullable String> files, Progress progress) throws IOException;
  }

  /** Returns the content of all manifests, and the state of their disks as far as it is known. */
  public ManifestMatrix matrix() {
    return shared.matrix(swapped).sorted(order);
  }

  /**
   * Returns the comparison with its manifests in another order in {@link #matrix} and in the texts
   * about it; the table's sides stay. It shares everything with this one.
   */
  public ManifestComparison ordered(Order other) {
    return new ManifestComparison(shared, original, swapped, other);
  }

  /**
   * Opens the comparison of what two manifests name for an architecture.
   *
   * @param key the row's key
   * @param from the number of a side
   * @param to the number of another side
   * @return null if one of them names nothing, or it is not beside its manifest
   */
  public @Nullable Comparison open(String key, int from, int to, Progress progress)
      throws IOException {
    ManifestMatrix matrix = shared.matrix(swapped);
    int at = matrix.rowOf(key);
    List<@Nullable String> files = new ArrayList<>();
    for (int side = 0; side < sides().size(); side++) {
      String file = at < 0 ? "" : matrix.rows().get(at).cells().get(side).file();
      files.add(file.isEmpty() || (side != from && side != to) ? null : file);
    }
    Comparison opened = shared.opening.open(swapped ? files.reversed() : files, progress);
    // The sides of what is below are in the order of the files.
    return opened == null || swapped == from < to ? swappedOrNull(opened) : opened;
  }

  private static @Nullable Comparison swappedOrNull(@Nullable Comparison opened) {
    return opened == null ? null : opened.swapped();
  }

  /** A sentence of what changed, and one for each manifest that is wrong about its disk. */
  @Override
  public List<String> remarks() {
    ManifestMatrix matrix = matrix();
    List<String> remarks = new ArrayList<>(original.remarks());
    remarks.add(ManifestWords.summary(matrix));
    remarks.addAll(ManifestWords.disks(matrix));
    return remarks;
  }

  @Override
  public boolean hasOrder() {
    return false;
  }

  /**
   * Compares the bytes of the manifests, then reads their archives: first at sizes and tables of
   * contents, then at the bytes of those whose checksum is stated. Begun again, it goes on where it
   * was cancelled.
   */
  @Override
  public void compareContents(Progress progress, IntConsumer changed) throws IOException {
    original.compareContents(progress, changed);
    shared.lookAtDisks(progress, changed);
  }

  @Override
  public Comparison swapped() {
    return new ManifestComparison(shared, (TableComparison) original.swapped(), !swapped, order);
  }

  /** Data that does not depend on the order of the sides. Safe for use by many threads. */
  private static final class Shared {
    private final List<Side> sides;
    private final List<ManifestFile> files;
    private final Opening opening;
    private final List<String> names;
    private final List<Long> times = new ArrayList<>();
    private final Map<String, Integer> rowNumbers = new HashMap<>();
    private final List<SideDisk> disks = new ArrayList<>();

    Shared(List<Side> sides, List<ManifestFile> files, ListComparison table, Opening opening) {
      this.sides = List.copyOf(sides);
      this.files = List.copyOf(files);
      this.opening = opening;
      this.names = ShortNames.of(sides.stream().map(Side::label).toList());
      for (int row = 0; row < table.rowCount(); row++) {
        if (table.group(row).equals(ManifestComparisons.ARCHIVE)) {
          rowNumbers.put(table.row(row).key(), row);
        }
      }
      for (Side side : sides) {
        times.add(modified(side.place()));
        disks.add(SideDisk.NOT_DONE);
      }
    }

    private static long modified(Place place) {
      try {
        return place instanceof Place.File(Path path)
            ? Files.getLastModifiedTime(path).toMillis()
            : -1;
      } catch (IOException vanished) {
        return -1;
      }
    }

    private synchronized SideDisk disk(int side) {
      return disks.get(side);
    }

    private synchronized void set(int side, SideDisk disk) {
      disks.set(side, disk);
    }

    ManifestMatrix matrix(boolean swapped) {
      List<Column> columns = new ArrayList<>();
      for (int side = 0; side < sides.size(); side++) {
        ManifestFile file = files.get(side);
        columns.add(
            new Column(
                swapped ? sides.size() - 1 - side : side,
                sides.get(side).label(),
                names.get(side),
                sides.get(side).place(),
                times.get(side),
                sides.get(side).sizeBytes(),
                file.manifest().dialect(),
                extent(file),
                file.legible() ? "" : Objects.requireNonNull(file.cut()).words(),
                disk(side).look()));
      }
      List<ManifestMatrix.Row> made = new ArrayList<>();
      Numbered.aligned(files)
          .forEach(
              (key, row) ->
                  made.add(
                      new ManifestMatrix.Row(
                          key, true, cells(row), rowNumbers.getOrDefault(key, -1))));
      made.sort(Comparator.comparing(ManifestMatrix.Row::key));
      ManifestMatrix matrix =
          new ManifestMatrix(columns, ManifestComparisons.headers(files), withUnnamed(made));
      return swapped
          ? matrix.picked(IntStream.range(0, sides.size()).boxed().toList().reversed())
          : matrix;
    }

    private static Extent extent(ManifestFile file) {
      return file.complete()
          ? Extent.WHOLE
          : file.rowsComplete()
              ? Extent.ALL_ROWS
              : file.legible() ? Extent.SOME_ROWS : Extent.NOTHING;
    }

    private List<Cell> cells(List<@Nullable Numbered> row) {
      List<Cell> cells = new ArrayList<>();
      for (int side = 0; side < row.size(); side++) {
        Numbered numbered = row.get(side);
        if (numbered == null) {
          FormatException cut = files.get(side).cut();
          cells.add(cut == null || files.get(side).rowsComplete() ? Cell.NONE : Cell.unread(cut));
          continue;
        }
        ManifestRow says = numbered.row();
        Map<String, String> more = new TreeMap<>();
        ManifestComparisons.unknown(says.fields())
            .forEach(pair -> more.put(pair.name(), ManifestComparisons.hex(pair)));
        cells.add(
            new Cell(
                true,
                says.targetText(),
                says.file(),
                says.sizeBytes(),
                says.kernelCount(),
                says.sha256(),
                more,
                files.get(side).place(numbered.index()),
                files.get(side).problem(numbered.index()),
                disk(side).of(numbered.index())));
      }
      return cells;
    }

    /**
     * Archives that no manifest names: in the row of those of that name, else in one of their own.
     */
    private List<ManifestMatrix.Row> withUnnamed(List<ManifestMatrix.Row> rows) {
      Map<String, Integer> byFile = new HashMap<>();
      for (int row = 0; row < rows.size(); row++) {
        for (Cell cell : rows.get(row).cells()) {
          if (cell.stated()) {
            byFile.putIfAbsent(cell.file(), row);
          }
        }
      }
      List<ManifestMatrix.Row> all = new ArrayList<>(rows);
      Map<String, List<Cell>> own = new TreeMap<>();
      for (int side = 0; side < sides.size(); side++) {
        for (Map.Entry<Path, Long> archive : disk(side).unnamed().entrySet()) {
          String name = String.valueOf(archive.getKey().getFileName());
          Cell cell = unnamed(name, archive.getValue());
          Integer row = byFile.get(name);
          if (row != null && !all.get(row).cells().get(side).stated()) {
            List<Cell> cells = new ArrayList<>(all.get(row).cells());
            cells.set(side, cell);
            ManifestMatrix.Row before = all.get(row);
            all.set(row, new ManifestMatrix.Row(before.key(), true, cells, before.comparisonRow()));
          } else {
            own.computeIfAbsent(
                    name,
                    none -> new ArrayList<>(java.util.Collections.nCopies(sides.size(), Cell.NONE)))
                .set(side, cell);
          }
        }
      }
      own.forEach((name, cells) -> all.add(new ManifestMatrix.Row(name, false, cells, -1)));
      return all;
    }

    private static Cell unnamed(String name, long sizeBytes) {
      Disk disk = new Disk(DiskState.UNNAMED, sizeBytes, "no manifest of the folder names " + name);
      return new Cell(false, "", name, -1, -1, null, Map.of(), null, null, disk);
    }

    void lookAtDisks(Progress progress, IntConsumer changed) throws IOException {
      for (int side = 0; side < sides.size(); side++) {
        progress.step(0);
        if (sides.get(side).place() instanceof Place.File(Path path)
            && disk(side).look() == DiskLook.NOT_DONE) {
          set(side, look(path, files.get(side), progress));
          changed.accept(0);
        }
      }
      Map<Path, Checksum> known = new HashMap<>();
      long total = 0;
      for (int side = 0; side < sides.size(); side++) {
        total += disk(side).bytesToRead();
      }
      progress.begin("Reading archives", total, Unit.BYTES);
      for (int side = 0; side < sides.size(); side++) {
        for (int row = 0; row < disk(side).rows().size(); row++) {
          progress.step(0);
          DiskReport.Row found = disk(side).rows().get(row);
          if (SideDisk.isToBeRead(found)) {
            set(side, disk(side).with(row, read(found, known, progress)));
            changed.accept(0);
          }
        }
      }
    }

    private static SideDisk look(Path path, ManifestFile file, Progress progress)
        throws IOException {
      DiskReport report;
      try {
        report = ManifestDiskCheck.run(path, file.manifest(), false, progress);
      } catch (IOException unreadable) {
        return new SideDisk(DiskLook.FAILED, List.of(), Map.of());
      }
      Map<Path, Long> unnamed = new LinkedHashMap<>();
      for (Path archive : report.unnamed()) {
        unnamed.put(archive, size(archive));
      }
      Path folder = path.toAbsolutePath().getParent();
      boolean copy =
          unnamed.isEmpty()
              && !report.rows().isEmpty()
              && report.rows().stream().noneMatch(DiskReport.Row::present)
              && (folder == null || !folder.endsWith(".kpack"));
      return new SideDisk(
          copy ? DiskLook.NOWHERE : DiskLook.DONE,
          copy ? List.of() : report.rows(),
          // What could not be read may name them.
          file.rowsComplete() ? unnamed : Map.of());
    }

    private static long size(Path archive) {
      try {
        return Files.size(archive);
      } catch (IOException vanished) {
        return -1;
      }
    }

    private static DiskReport.Row read(
        DiskReport.Row found, Map<Path, Checksum> known, Progress progress) {
      Path archive = Objects.requireNonNull(found.archive());
      List<DiskFinding> findings = new ArrayList<>(found.findings());
      Checksum actual = known.get(archive);
      try {
        if (actual == null) {
          actual = ManifestDiskCheck.sha256(archive, progress);
          known.put(archive, actual);
        } else {
          progress.step(Math.max(0, found.sizeBytes()));
        }
        Checksum stated = Objects.requireNonNull(found.row().sha256());
        if (!actual.equals(stated)) {
          findings.add(new DiskFinding.ChecksumDiffers(stated, actual));
        }
      } catch (IOException failure) {
        findings.add(
            new DiskFinding.ArchiveUnreadable(
                found.row().file(), String.valueOf(failure.getMessage())));
      }
      return new DiskReport.Row(
          found.row(), archive, found.sizeBytes(), found.kernelCount(), actual, findings);
    }
  }

  /**
   * State of one manifest's disk as far as it is known. Immutable.
   *
   * @param rows what was found of each row; empty before that
   * @param unnamed archives that no manifest of the folder names, with their sizes
   */
  private record SideDisk(DiskLook look, List<DiskReport.Row> rows, Map<Path, Long> unnamed) {
    static final SideDisk NOT_DONE = new SideDisk(DiskLook.NOT_DONE, List.of(), Map.of());

    SideDisk with(int row, DiskReport.Row now) {
      List<DiskReport.Row> all = new ArrayList<>(rows);
      all.set(row, now);
      return new SideDisk(look, all, unnamed);
    }

    static boolean isToBeRead(DiskReport.Row row) {
      return row.present()
          && row.archive() != null
          && row.row().sha256() != null
          && row.sha256() == null
          && row.findings().stream().noneMatch(DiskFinding.ArchiveUnreadable.class::isInstance);
    }

    long bytesToRead() {
      return rows.stream()
          .filter(SideDisk::isToBeRead)
          .mapToLong(row -> Math.max(0, row.sizeBytes()))
          .sum();
    }

    Disk of(int row) {
      if (row >= rows.size()) {
        return Disk.NOT_DONE;
      }
      DiskReport.Row found = rows.get(row);
      return new Disk(
          state(found),
          found.sizeBytes(),
          String.join("; ", found.findings().stream().map(DiskFinding::words).toList()));
    }

    private static DiskState state(DiskReport.Row found) {
      DiskState state = DiskState.NOTHING;
      for (DiskFinding finding : found.findings()) {
        DiskState now =
            switch (finding) {
              case DiskFinding.ArchiveMissing missing -> DiskState.MISSING;
              case DiskFinding.ArchiveUnreadable unreadable -> DiskState.UNREADABLE;
              case DiskFinding.SizeDiffers size -> DiskState.OTHER_SIZE;
              case DiskFinding.KernelCountDiffers kernels -> DiskState.OTHER_KERNELS;
              case DiskFinding.TargetDiffers target -> DiskState.OTHER_TARGET;
              case DiskFinding.ChecksumDiffers checksum -> DiskState.OTHER_CHECKSUM;
            };
        if (state == DiskState.NOTHING || now == DiskState.UNREADABLE) {
          state = now;
        }
      }
      if (state != DiskState.NOTHING) {
        return state;
      }
      return found.sha256() != null
          ? DiskState.AGREES
          : found.row().sizeBytes() >= 0 ? DiskState.SIZE_AGREES : DiskState.PRESENT;
    }
  }

  /** Names that distinguish the sides, without their common parts. */
  static final class ShortNames {
    private static final String SEPARATORS = "[/\\\\]";

    private ShortNames() {}

    /** A name for each label; labels that are alike get their numbers. */
    static List<String> of(List<String> labels) {
      List<String[]> parts = labels.stream().map(label -> label.split(SEPARATORS)).toList();
      int shortest = parts.stream().mapToInt(each -> each.length).min().orElse(0);
      int first = 0;
      while (first < shortest && same(parts, first, true)) {
        first++;
      }
      int last = 0;
      while (first + last < shortest && same(parts, last, false)) {
        last++;
      }
      List<String> names = new ArrayList<>();
      for (String[] each : parts) {
        String name =
            String.join("/", java.util.Arrays.asList(each).subList(first, each.length - last));
        names.add(name.isEmpty() ? first == 0 ? "." : each[first - 1] : name);
      }
      if (new java.util.HashSet<>(names).size() < names.size()) {
        return labels;
      }
      return names;
    }

    private static boolean same(List<String[]> parts, int at, boolean fromFront) {
      return parts.stream()
              .map(each -> fromFront ? each[at] : each[each.length - 1 - at])
              .distinct()
              .count()
          == 1;
    }
  }
}
