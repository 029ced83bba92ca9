package org.kpackworkbench.model.analysis.verify.coverage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.context.FoundArchives;
import org.kpackworkbench.model.analysis.verify.context.OpenArchives;
import org.kpackworkbench.model.analysis.verify.context.Originals;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Certainty;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.BinaryRow;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.Problem;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.RowState;
import org.kpackworkbench.model.analysis.verify.coverage.GridRow.GridArchive;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;

/**
 * Makes the grid of a folder: reads the tables of binaries and of the archives that were found for
 * them. Nothing is decompressed. For one run on one thread.
 */
public final class CoverageScan {
  /** The grid of the largest real trees has some hundred thousand. */
  static final long MOST_CELLS = 4_000_000;

  private static final int MOST_PROBLEMS = 1000;

  private final Path root;
  private final Progress progress;
  private final RowReader reader;
  private final List<CoverageGrid.BinaryRow> rows = new ArrayList<>();
  private final List<GridRow> data = new ArrayList<>();
  private final Set<GpuTarget> columns = new TreeSet<>();
  private final List<Problem> problems = new ArrayList<>();
  private final Databases installed = Databases.installed();

  /** By a database's name, what there is for each architecture. */
  private final SortedMap<String, SortedMap<GpuTarget, CoverageCell.Files>> databases =
      new TreeMap<>();

  private long cells;
  private long leftOut;

  private CoverageScan(Path root, VerifyContext context, Progress progress) {
    this.root = root;
    this.progress = progress;
    this.reader = new RowReader(root, context, progress);
  }

  /** The same without progress. */
  public static CoverageGrid of(Path root) throws IOException {
    return of(root, Progress.NONE);
  }

  /**
   * Makes the grid of a folder or of one binary.
   *
   * @param root a folder of any kind: an artifact, a shard, an overlaid tree; or a file
   * @throws IOException if it is not there, or cannot be read at all
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static CoverageGrid of(Path root, Progress progress) throws IOException {
    return of(root, UnpackBudget.one(), progress);
  }

  /**
   * Likewise, as a part of an operation.
   *
   * @param budget what the operation may unpack
   */
  public static CoverageGrid of(Path root, UnpackBudget budget, Progress progress)
      throws IOException {
    try (VerifyContext context = new VerifyContext(Originals.NONE, budget)) {
      return new CoverageScan(root, context, progress).scan();
    }
  }

  /** The same as {@link #of(Path, UnpackBudget, Progress)}, without progress. */
  public static CoverageGrid of(Path root, UnpackBudget budget) throws IOException {
    return of(root, budget, Progress.NONE);
  }

  private CoverageGrid scan() throws IOException {
    List<Path> files = List.of(root);
    if (Files.isDirectory(root)) {
      FolderWalk walk = FolderWalk.of(root, progress);
      walk.unreadable().forEach(this::problem);
      files = walk.files();
    } else if (!Files.exists(root)) {
      throw new java.nio.file.NoSuchFileException(root.toString());
    }
    progress.begin("Looking for device code in " + root.getFileName(), files.size(), Unit.FILES);
    boolean tree = Files.isDirectory(root);
    for (Path file : files) {
      try {
        if (tree) {
          database(file);
        }
        file(file);
      } catch (IOException unreadable) {
        problem(new FolderWalk.Unreadable(file, unreadable));
      }
      progress.step(1);
    }
    databases();
    return new CoverageGrid(root, List.copyOf(columns), rows, data, sortedProblems(), leftOut);
  }

  /** Remembers a file that is one of a database for one architecture. */
  private void database(Path path) throws IOException {
    DatabaseFile known =
        installed
            .recognise(
                path.toAbsolutePath()
                    .normalize()
                    .toString()
                    .replace(path.getFileSystem().getSeparator(), "/"))
            .orElse(null);
    GpuTarget architecture = known == null ? null : known.architecture();
    if (known == null || architecture == null) {
      return;
    }
    databases
        .computeIfAbsent(known.database(), name -> new TreeMap<>())
        .merge(
            architecture,
            new CoverageCell.Files(1, Files.size(path), new Place.File(path)),
            (all, one) ->
                new CoverageCell.Files(
                    all.count() + 1, all.sizeBytes() + one.sizeBytes(), all.place()));
  }

  /** Makes the rows of databases. A family is a column where none of its members is one. */
  private void databases() {
    Set<GpuTarget> families = new TreeSet<>();
    for (Map.Entry<String, SortedMap<GpuTarget, CoverageCell.Files>> one : databases.entrySet()) {
      SortedMap<GpuTarget, CoverageCell.Files> files = one.getValue();
      for (GpuTarget target : files.keySet()) {
        (GpuTable.isGroup(target.processor()) ? families : columns).add(target);
      }
      Place.File first = (Place.File) files.sequencedValues().getFirst().place();
      Path folder = Optional.ofNullable(first.file().getParent()).orElse(root);
      rows.add(new BinaryRow(folder, relative(folder), one.getKey(), -1, RowState.DATABASE, first));
      data.add(GridRow.of(files));
    }
    for (GpuTarget family : families) {
      if (columns.stream()
          .noneMatch(each -> GpuTable.related(each.processor(), family.processor()))) {
        columns.add(family);
      }
    }
  }

  private String relative(Path path) {
    return root.relativize(path).toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private List<Problem> sortedProblems() {
    problems.sort(Comparator.comparing(Problem::file));
    return problems.stream().distinct().toList();
  }

  private void problem(FolderWalk.Unreadable one) {
    problem(one.path(), one.words());
  }

  private void problem(Path file, String message) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(new Problem(file, message));
    }
  }

  private void file(Path path) throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
      ByteView bytes = file.view();
      if (!ElfFile.isElf(bytes) || CodeObject.isCodeObject(bytes)) {
        return;
      }
      FatBinary fat = FatBinary.read(ElfFile.read(bytes), reader.progress.cancelOnly());
      if (!fat.elf().header().isObject()) {
        add(reader.rows(path, new Place.File(path), fat));
      }
    }
  }

  private void add(RowReader.Rows found) {
    found.problems().forEach(each -> problem(each.file(), each.message()));
    for (int i = 0; i < found.rows().size(); i++) {
      GridRow row = found.data().get(i);
      if (cells + row.targets().length >= MOST_CELLS) {
        leftOut++;
        continue;
      }
      cells += row.targets().length + 1;
      columns.addAll(found.targets());
      rows.add(found.rows().get(i));
      data.add(row);
    }
  }

  /** Makes the rows of one binary. */
  private static final class RowReader {
    private final Path root;
    private final VerifyContext context;
    private final Progress progress;
    private final Map<Path, GridArchive> archives = new HashMap<>();

    /**
     * @param root what paths are relative to
     */
    RowReader(Path root, VerifyContext context, Progress progress) {
      this.root = root;
      this.context = context;
      this.progress = progress;
    }

    /** The rows of a binary, with the targets that something is known about. */
    record Rows(
        List<BinaryRow> rows, List<GridRow> data, Set<GpuTarget> targets, List<Problem> problems) {}

    Rows rows(Path file, Place place, FatBinary fat) throws IOException {
      Rows rows =
          new Rows(new ArrayList<>(), new ArrayList<>(), new TreeSet<>(), new ArrayList<>());
      Marker marker = fat.marker();
      String name = marker == null ? null : marker.kernelName();
      OffloadPlaces places = OffloadPlaces.of(fat, place);
      if (fat.state() == DeviceCode.HOST_ONLY && marker != null && name != null) {
        BinaryCoverage coverage = new BinaryCoverage(name, fat.wrappers().size());
        List<GridArchive> known = read(coverage, file, marker, rows.problems());
        for (Wrapper wrapper : fat.wrappers()) {
          rows.rows().add(row(file, name, RowState.HOST_ONLY, places, wrapper));
          rows.data().add(hostOnly(coverage, known, wrapper.index()));
        }
        rows.targets().addAll(coverage.claimed().keySet());
        rows.targets().addAll(coverage.absent());
      } else if (fat.state() == DeviceCode.FAT || fat.state() == DeviceCode.HALF_CONVERTED) {
        for (Wrapper wrapper : fat.wrappers()) {
          rows.rows().add(row(file, null, RowState.FAT, places, wrapper));
          GridRow inside = inside(fat.bundleOf(wrapper).orElse(null), places);
          rows.data().add(inside);
          rows.targets().addAll(Arrays.asList(inside.targets()));
        }
      }
      return rows;
    }

    private BinaryRow row(
        Path file, @Nullable String name, RowState state, OffloadPlaces places, Wrapper wrapper) {
      Path relative = file.equals(root) ? file.getFileName() : root.relativize(file);
      String path = String.valueOf(relative).replace(file.getFileSystem().getSeparator(), "/");
      return new BinaryRow(
          file, path, name == null ? path : name, wrapper.index(), state, places.wrapper(wrapper));
    }

    private List<GridArchive> read(
        BinaryCoverage coverage, Path file, Marker marker, List<Problem> problems)
        throws IOException {
      List<GridArchive> known = new ArrayList<>();
      FoundArchives found = context.archivesOf(file, marker.searchPaths());
      for (Path path : found.archives()) {
        progress.step(0);
        try (OpenArchives.Lease lease = context.open(path)) {
          Set<GpuTarget> unasked =
              coverage.add(path, lease.archive(), target -> found.leadsTo(path, target));
          if (!unasked.isEmpty()) {
            problems.add(
                new Problem(
                    path,
                    "it has code for %s, but a loader that looks for that code does not open this archive, because its name contains %s"
                        .formatted(
                            ListText.some(unasked.stream().map(GpuTarget::toString).toList()),
                            String.join(", ", found.names(path)))));
          }
          known.add(archives.computeIfAbsent(path, each -> archive(each, lease.archive())));
        } catch (IOException unreadable) {
          problems.add(new Problem(path, String.valueOf(unreadable.getMessage())));
        }
      }
      return known;
    }

    private static GridArchive archive(Path path, KpackArchive archive) {
      Map<GpuTarget, String> spellings = new HashMap<>();
      for (String text : archive.architectures()) {
        GpuTarget target = GpuTarget.lenient(text);
        if (!text.equals(target.toString())) {
          spellings.putIfAbsent(target, text);
        }
      }
      return new GridArchive(
          path, archive.scheme() == StorageScheme.ZSTD_PER_KERNEL, Map.copyOf(spellings));
    }

    private static GridRow hostOnly(BinaryCoverage coverage, List<GridArchive> known, int index) {
      Map<Path, Integer> numbers = new HashMap<>();
      for (int i = 0; i < known.size(); i++) {
        numbers.put(known.get(i).path(), i);
      }
      TreeMap<GpuTarget, Path> claimed = new TreeMap<>(coverage.claimed());
      int count = claimed.size();
      GpuTarget[] targets = claimed.keySet().toArray(GpuTarget[]::new);
      int[] archives = new int[count];
      int[] entries = new int[count];
      long[] sizes = new long[count];
      byte[] certainty = new byte[count];
      for (int i = 0; i < count; i++) {
        BinaryCoverage.Held held = coverage.held(targets[i], index);
        Path dropped = held == null ? coverage.dropped(targets[i], index) : null;
        Path path =
            dropped != null ? dropped : held == null ? claimed.get(targets[i]) : held.archive();
        archives[i] = numbers.getOrDefault(path, 0);
        entries[i] = held == null ? -1 : held.row();
        sizes[i] = held == null ? -1 : held.sizeBytes();
        Certainty hole = coverage.hole(targets[i], index);
        certainty[i] =
            dropped != null ? GridRow.DROPPED : hole == null ? -1 : (byte) hole.ordinal();
      }
      return new GridRow(
          known,
          targets,
          archives,
          entries,
          sizes,
          certainty,
          coverage.declared(index),
          List.of(),
          "");
    }

    /** Code in a bundle. */
    private record InsideCode(long sizeBytes, Place place) {}

    /** What the table of a bundle lists; of a compressed one no more is unpacked. */
    private static SortedMap<GpuTarget, InsideCode> code(StoredBundle bundle, OffloadPlaces places)
        throws FormatException {
      SortedMap<GpuTarget, InsideCode> code = new TreeMap<>();
      List<BundleEntry> entries =
          switch (bundle.content()) {
            case OffloadBundle plain -> plain.entries();
            case CompressedBundle packed -> packed.readTable().entries();
            case BareCodeObject bare -> {
              GpuTarget target = CodeObject.of(bare.elf()).target();
              Place place = places.codeObject(bundle, target.toString());
              code.put(target, new InsideCode(bundle.range().length(), place));
              yield List.of();
            }
            case BrokenBundle broken -> throw broken.problem();
          };
      for (BundleEntry entry : entries) {
        GpuTarget target = entry.target();
        if (entry.isDevice() && target != null && entry.sizeBytes() > 0) {
          code.putIfAbsent(
              target, new InsideCode(entry.sizeBytes(), places.codeObject(bundle, entry)));
        }
      }
      return code;
    }

    private static GridRow inside(@Nullable StoredBundle bundle, OffloadPlaces places) {
      SortedMap<GpuTarget, InsideCode> code = new TreeMap<>();
      String unknown = "";
      if (bundle == null) {
        unknown = "The wrapper points to no bundle.";
      } else {
        try {
          code = code(bundle, places);
        } catch (FormatException unreadable) {
          unknown = "Its bundle cannot be read: %s".formatted(unreadable.getMessage());
        }
      }
      return new GridRow(
          List.of(),
          code.keySet().toArray(GpuTarget[]::new),
          new int[0],
          new int[0],
          code.values().stream().mapToLong(InsideCode::sizeBytes).toArray(),
          new byte[0],
          code.keySet(),
          code.values().stream().map(InsideCode::place).toList(),
          unknown);
    }
  }
}
