package org.kpackworkbench.model.analysis.verify.grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.answer.BinaryAnswers;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.analysis.verify.context.FoundArchives;
import org.kpackworkbench.model.analysis.verify.context.OpenArchives;
import org.kpackworkbench.model.analysis.verify.context.Originals;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.BinaryRow;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.Problem;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.RowState;
import org.kpackworkbench.model.analysis.verify.coverage.GridRow;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.packages.DeviceOffer;

/**
 * Makes the grid of a folder: reads the tables of binaries and of the archives that were found for
 * them, and unpacks code objects where they are not too many. For one run on one thread.
 */
public final class CoverageScan {
  /** The grid of the largest real trees has some hundred thousand. */
  static final long MOST_CELLS = 2_000_000;

  private static final String REFUSED = "loaders pass it over";
  private static final int MOST_PROBLEMS = 1000;

  /** A grid is shown while it is made; unpacking the code of the largest trees takes hours. */
  private static final Unpacking FOR_SHOW = new Unpacking(3_000, UnpackBudget.SURE_SUM_BYTES);

  private static final Unpacking NOTHING = new Unpacking(0, 0);

  private final Path root;
  private final Progress progress;
  private final RowReader reader;
  private final List<CoverageGrid.BinaryRow> rows = new ArrayList<>();
  private final List<GridRow> data = new ArrayList<>();
  private final Set<GpuTarget> columns = new TreeSet<>();

  /** Targets that the tree claims without a binary that looks for their code. */
  private final Set<GpuTarget> unused = new TreeSet<>();

  /** Targets that packages offer. */
  private final Set<GpuTarget> offered = new TreeSet<>();

  private final List<Problem> problems = new ArrayList<>();
  private final Databases installed = Databases.installed();

  /** By a database's name, what there is for each architecture. */
  private final SortedMap<String, SortedMap<GpuTarget, CoverageCell.Files>> databases =
      new TreeMap<>();

  private long cells;
  private long leftOut;

  /** How many code objects may be unpacked, and to how many bytes. */
  record Unpacking(int codeObjects, long sizeBytes) {
    boolean allows(Unpacking wanted) {
      return wanted.codeObjects <= codeObjects && wanted.sizeBytes <= sizeBytes;
    }

    Unpacking without(Unpacking used) {
      return new Unpacking(codeObjects - used.codeObjects, sizeBytes - used.sizeBytes);
    }
  }

  private CoverageScan(
      Path root, VerifyContext context, Set<Path> damaged, Unpacking unpacking, Progress progress) {
    this.root = root;
    this.progress = progress;
    this.reader = new RowReader(root, context, damaged, unpacking, progress);
  }

  /**
   * Makes the grid of a folder or of one binary. Code objects are unpacked and compared as long as
   * there are not too many; rows of others are {@link CoverageGrid#lookedUp looked up}.
   *
   * @param root a folder of any kind: an artifact, a shard, an overlaid tree; or a file
   * @throws IOException if it is not there, or cannot be read at all
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static CoverageGrid of(Path root, Progress progress) throws IOException {
    return of(root, FOR_SHOW, progress);
  }

  static CoverageGrid of(Path root, Unpacking unpacking, Progress progress) throws IOException {
    return of(root, UnpackBudget.one(), unpacking, progress);
  }

  /**
   * Likewise, with nothing but rows looked up.
   *
   * @param budget what an operation may unpack
   */
  public static CoverageGrid of(Path root, UnpackBudget budget, Progress progress)
      throws IOException {
    return of(root, budget, NOTHING, progress);
  }

  private static CoverageGrid of(
      Path root, UnpackBudget budget, Unpacking unpacking, Progress progress) throws IOException {
    try (VerifyContext context = new VerifyContext(Originals.NONE, budget)) {
      return new CoverageScan(root, context, Set.of(), unpacking, progress).scan();
    }
  }

  /**
   * Likewise, as a part of an operation that knows what is wrong.
   *
   * @param context what the operation has read
   * @param damaged the real paths of archives and binaries in which something is wrong: the code
   *     objects of these binaries, or of those that the archives serve, are unpacked and compared,
   *     and not only looked up
   */
  public static CoverageGrid of(
      Path root, VerifyContext context, Set<Path> damaged, Progress progress) throws IOException {
    return new CoverageScan(root, context, damaged, NOTHING, progress).scan();
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
          manifest(file);
        }
        file(file);
      } catch (IOException unreadable) {
        problem(new FolderWalk.Unreadable(file, unreadable));
      }
      progress.step(1);
    }
    databases();
    // What is not installed need not be there, unless nothing is.
    unused.addAll(columns.isEmpty() && unused.isEmpty() ? offered : Set.of());
    return new CoverageGrid(
        root, List.copyOf(columns), unused, rows, data, sortedProblems(), leftOut);
  }

  /** Takes the targets of a manifest's archives; that they are missing is said elsewhere. */
  private void manifest(Path file) {
    if (file.toString().endsWith(SearchPaths.MANIFEST)) {
      try {
        ManifestFile.open(file).manifest().rows().forEach(row -> claim(row.targetText(), unused));
      } catch (IOException unreadable) {
        problem(new FolderWalk.Unreadable(file, unreadable));
      }
    }
  }

  private static void claim(String name, Set<GpuTarget> targets) {
    try {
      GpuNames.known(name).forEach(device -> targets.add(device.target()));
    } catch (IllegalArgumentException other) {
      // An archive for all targets, or for one that no table has.
      return;
    }
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
      rows.add(
          new BinaryRow(
              folder, relative(root, folder), one.getKey(), -1, RowState.DATABASE, first));
      data.add(GridRows.of(files));
    }
    for (GpuTarget family : families) {
      if (columns.stream()
          .noneMatch(each -> GpuTable.related(each.processor(), family.processor()))) {
        columns.add(family);
      }
    }
  }

  private static String relative(Path root, Path path) {
    Path name = path.equals(root) ? root.getFileName() : root.relativize(path);
    return name == null ? "" : SystemText.escaped(name);
  }

  private List<Problem> sortedProblems() {
    problems.sort(Comparator.comparing(Problem::file));
    // Another binary that names the archive could not read it either.
    Set<Path> refused =
        problems.stream()
            .filter(each -> each.message().startsWith(REFUSED))
            .map(Problem::file)
            .collect(Collectors.toSet());
    return problems.stream()
        .distinct()
        .filter(each -> each.message().startsWith(REFUSED) || !refused.contains(each.file()))
        .toList();
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
    try (OpenFile file = OpenFile.open(path)) {
      ByteView bytes = file.view();
      if (!HostImages.isImage(bytes) || CodeObject.isCodeObject(bytes)) {
        return;
      }
      FatBinary fat = FatBinary.read(HostImages.read(bytes), reader.progress.cancelOnly());
      if (!fat.image().isObject()) {
        if (fat.state() == DeviceCode.HOST_ONLY) {
          Optional<DeviceOffer> offer = reader.context.offer(path);
          if (offer.isPresent()) {
            offer.get().installed().forEach(each -> claim(each, unused));
            offer.get().requirements().keySet().forEach(each -> claim(each, offered));
          }
        }
        add(reader.rows(path, new Place.File(path), fat));
      }
    }
  }

  private void add(RowReader.Rows found) {
    found.problems().forEach(each -> problem(each.file(), each.message()));
    unused.addAll(found.unused());
    for (int i = 0; i < found.rows().size(); i++) {
      GridRow row = found.data().get(i);
      if (cells + row.cells().size() >= MOST_CELLS) {
        leftOut++;
        continue;
      }
      cells += row.cells().size() + 1;
      columns.addAll(found.targets());
      rows.add(found.rows().get(i));
      data.add(row);
    }
  }

  private static final class RowReader {
    private final Path root;
    private final VerifyContext context;
    private final Progress progress;
    private final Set<Path> damaged;
    private Unpacking unpacking;

    /**
     * @param root what paths are relative to
     * @param damaged files in which something is wrong, so that looking up is not enough
     * @param unpacking what may be unpacked of other files
     */
    RowReader(
        Path root,
        VerifyContext context,
        Set<Path> damaged,
        Unpacking unpacking,
        Progress progress) {
      this.damaged = damaged;
      this.unpacking = unpacking;
      this.root = root;
      this.context = context;
      this.progress = progress;
    }

    /** The rows of a binary, with the targets that something is known about. */
    record Rows(
        List<BinaryRow> rows,
        List<GridRow> data,
        Set<GpuTarget> targets,
        Set<GpuTarget> unused,
        List<Problem> problems) {}

    Rows rows(Path file, Place place, FatBinary fat) throws IOException {
      Rows rows =
          new Rows(
              new ArrayList<>(),
              new ArrayList<>(),
              new TreeSet<>(),
              new TreeSet<>(),
              new ArrayList<>());
      Marker marker = fat.marker();
      String name = marker == null ? null : marker.kernelName();
      boolean hostOnly = fat.state() == DeviceCode.HOST_ONLY && marker != null;
      if (fat.wrappers().isEmpty()
          || !(hostOnly
              || fat.state() == DeviceCode.FAT
              || fat.state() == DeviceCode.HALF_CONVERTED)) {
        return rows;
      }
      boolean loads = damaged.contains(file.toRealPath());
      if (hostOnly && marker != null) {
        FoundArchives found = context.archivesOf(file, marker);
        for (Path archive : found.archives()) {
          progress.step(0);
          loads |= damaged.contains(archive);
          look(found, archive, fat, name, rows.problems());
        }
      }
      BinaryAnswers answers = context.answersOf(fat, place, loads, progress.cancelOnly());
      boolean lookedUp = false;
      if (!loads) {
        Unpacking packed = packed(fat, answers);
        lookedUp = packed.codeObjects() > 0 && !unpacking.allows(packed);
        if (packed.codeObjects() > 0 && !lookedUp) {
          unpacking = unpacking.without(packed);
          answers = context.answersOf(fat, place, true, progress.cancelOnly());
        }
      }
      for (Answer answer : answers.all()) {
        if (answer.cause() instanceof Diagnosis.ArchiveUnreadable unreadable
            && unreadable.place() != null) {
          rows.problems()
              .add(
                  new Problem(
                      unreadable.place().file(),
                      (REFUSED + ", error %s: %s")
                          .formatted(unreadable.error(), unreadable.why())));
        }
      }
      OffloadPlaces places = OffloadPlaces.of(fat, place);
      for (Wrapper wrapper : fat.wrappers()) {
        rows.rows()
            .add(
                row(
                    file,
                    hostOnly ? name : null,
                    hostOnly ? RowState.HOST_ONLY : RowState.FAT,
                    places,
                    wrapper));
        rows.data().add(GridRows.of(answers, wrapper.index(), file, lookedUp));
      }
      rows.targets().addAll(answers.targets());
      if (fat.state() == DeviceCode.FAT) {
        context.archivesBeside(file, answers, rows.unused());
      }
      return rows;
    }

    /** Returns the code that has to be unpacked to be examined, by what tables state. */
    private static Unpacking packed(FatBinary fat, BinaryAnswers answers) {
      Map<Place, Long> sizes = new HashMap<>();
      boolean compressed =
          fat.bundles().stream().anyMatch(each -> each.content() instanceof CompressedBundle);
      for (Answer answer : answers.all()) {
        Resolution.Found archived = answer.archived();
        BinaryResolution.WrapperOutcome.InBundle bundled = answer.bundled();
        Place inside = bundled == null ? null : bundled.found();
        if (archived != null) {
          sizes.put(archived.place(), Math.max(0, archived.sizeBytes()));
        } else if (bundled != null && inside != null && compressed) {
          sizes.put(inside, bundled.sizeBytes());
        }
      }
      return new Unpacking(sizes.size(), sizes.values().stream().mapToLong(Long::longValue).sum());
    }

    /** Lists what is odd of an archive: that loaders do not open it, or never for some targets. */
    private void look(
        FoundArchives found, Path path, FatBinary fat, @Nullable String name, List<Problem> into)
        throws IOException {
      try (OpenArchives.Lease lease = context.open(path)) {
        KpackArchive archive = lease.archive();
        Set<GpuTarget> unasked = new TreeSet<>();
        for (String text : archive.architectures()) {
          GpuTarget target = GpuTarget.lenient(text);
          TextReduction.unasked(text)
              .map(why -> why + " Loaders compare text and will not find its code objects.")
              .ifPresent(why -> into.add(new Problem(path, why)));
          for (int index = 0; name != null && index < fat.wrappers().size(); index++) {
            if (!found.leadsTo(path, target) && archive.find(name, index, text).isPresent()) {
              unasked.add(target);
            }
          }
        }
        if (!unasked.isEmpty()) {
          into.add(
              new Problem(
                  path,
                  "it has code for %s, but a loader that looks for that code does not open this archive, because its name contains %s"
                      .formatted(
                          ListText.some(unasked.stream().map(GpuTarget::toString).toList()),
                          String.join(", ", found.names(path)))));
        }
      } catch (IOException unreadable) {
        into.add(new Problem(path, FolderWalk.words(unreadable)));
      }
    }

    private BinaryRow row(
        Path file, @Nullable String name, RowState state, OffloadPlaces places, Wrapper wrapper) {
      String path = relative(root, file);
      return new BinaryRow(
          file, path, name == null ? path : name, wrapper.index(), state, places.wrapper(wrapper));
    }
  }
}
