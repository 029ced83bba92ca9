package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.HardLinks;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.model.format.tensile.TensileDocument;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.OlderLoaders.FiledRows;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.archives.TargetFilter.Named;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;

/**
 * The files below one input, and the change of each file. A fat binary that is the whole input
 * stays open until it is written, or this is closed: reading its bundles again takes as long as
 * writing one target's. Used by one thread.
 */
final class PrunePlan implements AutoCloseable {
  /** The last turn in which files are written, see {@link Work#turn}. */
  static final int LAST_TURN = 2;

  private static final String MANIFEST = ".kpm";
  private static final String RECORD = ".dist-info/" + WheelRecord.NAME;
  private static final Pattern PACKAGE =
      Pattern.compile("(?i).+\\.(?:whl|deb|rpm|zip|tar|tgz|tar\\.[a-z0-9]+)");

  /** How many folders above a file of a database can tell whose it is. */
  private static final int MOST_ABOVE = 5;

  private static final String KEPT = "it is kept";
  private static final String FIX = "Fix that and prune the file alone, or check it with verify.";

  private final PruneRequest request;
  private final ServedCode served;
  private final Formats formats;

  /** Kept targets for each list of targets, which most wrappers of a binary share; found once. */
  private final Map<List<GpuTarget>, Set<GpuTarget>> chosen = new HashMap<>();

  private final Path input;
  private final boolean tree;
  private final boolean installed;
  private final List<TreeItem> items;
  private final Progress quiet;
  private final Map<String, Planned> changes = new LinkedHashMap<>();
  private final List<OperationNote> findings = new ArrayList<>();
  private final Set<Named> withCode = new HashSet<>();
  private final SortedSet<String> found = new TreeSet<>();
  private final SortedMap<String, TargetCode> dropped = new TreeMap<>();
  private final SortedMap<String, TargetCode> kept = new TreeMap<>();
  private final Set<String> empty = new LinkedHashSet<>();

  /** The input, if it is one file. */
  private @Nullable OpenStore open;

  /** For each further name of a file its first name. */
  private final Map<String, String> firstNames;

  /** The names of files whose own bytes determine their change. */
  private final Set<String> byContent = new HashSet<>();

  /**
   * Of archives that a loader finds in one folder, what there is for each binary and index, and
   * what stays of it.
   */
  private final Map<String, Map<CodeKey, Choice>> folders = new HashMap<>();

  /** The paths of archives by where loaders find them. */
  private final Map<String, String> listed = new HashMap<>();

  /** The folders of artifacts, each with a slash. */
  private final Set<String> artifacts = new HashSet<>();

  /** A binary and the index of a wrapper. */
  record CodeKey(String binary, int index) {
    static CodeKey of(BinaryKey key) {
      return new CodeKey(key.binary(), key.index());
    }
  }

  private static final class Choice {
    final Set<GpuTarget> there = new LinkedHashSet<>();
    Set<GpuTarget> kept = Set.of();
  }

  /** Work on a file. */
  sealed interface Work {
    /**
     * A file that is written with less code.
     *
     * @param gone the numbers of the entries that go, see {@link CodeStore#entries}
     * @param scratchBytes what work files need beside the result
     */
    record Less(SortedSet<Integer> gone, long scratchBytes) implements Work {}

    /**
     * An archive.
     *
     * @param kept for each binary and index the targets that stay
     * @param targets the targets that it still has code for
     * @param lost what it loses
     */
    record Archive(
        Map<CodeKey, Set<GpuTarget>> kept, SortedSet<String> targets, DroppedTargets lost)
        implements Work {
      /** Returns the rows that an archive will have. */
      FiledRows rows(Path file) throws IOException {
        try (KpackArchive archive = KpackArchive.open(file)) {
          FiledRows rows = new FiledRows(file, archive.groupName(), List.copyOf(targets));
          kept.forEach(
              (key, stay) ->
                  stay.forEach(
                      target ->
                          rows.add(
                              new BinaryKey(key.binary(), key.index(), true), target.toString())));
          return rows;
        }
      }
    }

    /**
     * Removal of a file.
     *
     * @param lost of an archive all that was in it
     */
    record Removal(DroppedTargets lost) implements Work {
      /** Something else. */
      Removal() {
        this(DroppedTargets.NONE);
      }
    }

    /** A manifest, which follows its archives; the row of a removed one goes. */
    record Rows(ManifestFile file, List<ManifestRow> rows) implements Work {}

    /**
     * RECORD of an installed wheel, which follows the wheel's files.
     *
     * @param changed the paths in the tree of files that change, by the numbers of their lines
     */
    record Installed(WheelRecord record, Map<Integer, String> changed) implements Work {}

    /** When it is written: 0 of what says nothing of other files, which come before it. */
    default int turn() {
      return switch (this) {
        case Rows rows -> 1;
        case Installed installed -> LAST_TURN;
        default -> 0;
      };
    }
  }

  /**
   * A file that changes.
   *
   * @param afterBytes its size afterwards, as far as that is known; 0 if it goes
   */
  record Planned(TreeItem item, Work work, long afterBytes, SortedSet<String> dropped) {
    /**
     * Returns the report about the file.
     *
     * @param place the tree, or the file
     */
    PrunedFile report(Path place, boolean inTree, long bytes) {
      Outcome outcome =
          switch (work) {
            case Work.Less less -> Outcome.PRUNED;
            case Work.Archive archive -> Outcome.PRUNED;
            case Work.Removal removal -> Outcome.REMOVED;
            case Work.Rows rows -> Outcome.UPDATED;
            case Work.Installed installed -> Outcome.UPDATED;
          };
      return new PrunedFile(
          inTree ? item.in(place) : place,
          inTree ? item.path() : place.toString(),
          outcome,
          item.sizeBytes(),
          bytes,
          inOrder(dropped));
    }
  }

  private PrunePlan(
      PruneRequest request,
      Path input,
      boolean tree,
      boolean installed,
      List<TreeItem> items,
      Formats formats,
      Progress quiet)
      throws IOException {
    this.request = request;
    this.formats = formats;
    this.served = request.served();
    this.input = input;
    this.tree = tree;
    this.installed = installed;
    this.items = new ArrayList<>(items);
    this.quiet = quiet;
    this.firstNames = tree ? HardLinks.firstNames(items) : Map.of();
  }

  private Set<GpuTarget> stays(Collection<GpuTarget> there) {
    return chosen.computeIfAbsent(List.copyOf(there), served::kept);
  }

  /**
   * Examines an input.
   *
   * @param installed whether a RECORD is one of an installed wheel, not of a wheel that is written
   * @throws OperationException if what is left would be of no use
   */
  static PrunePlan of(
      PruneRequest request, Path input, boolean installed, Formats formats, Progress progress)
      throws IOException {
    PrunePlan plan = begin(request, input, installed, formats, progress);
    boolean whole = false;
    try {
      plan.look(progress);
      plan.check();
      whole = true;
      return plan;
    } finally {
      if (!whole) {
        plan.close();
      }
    }
  }

  private static PrunePlan begin(
      PruneRequest request, Path input, boolean installed, Formats formats, Progress progress)
      throws IOException {
    if (!Files.exists(input)) {
      throw new NoSuchFileException(input.toString());
    }
    Path real = input.toRealPath();
    boolean tree = Files.isDirectory(real);
    if (!tree && !Files.isRegularFile(real)) {
      throw new FileSystemException(input.toString(), null, "it is neither a file nor a folder");
    }
    if (tree) {
      progress.begin("Reading " + input, 0, Unit.NAMES);
    }
    List<OperationNote> unreadable = new ArrayList<>();
    String fate = request.output().isEmpty() ? "stays as it is" : "is left out";
    List<TreeItem> items =
        tree
            ? TreeItem.readable(
                real,
                (path, reason) -> unreadable.add(OperationNote.unreadable(path, reason, fate)),
                progress)
            : List.of(TreeItem.file(real, name(input, real)));
    if (request.output().isEmpty()) {
      PruneJournal.requireNoOther(
          journalRoot(real), tree ? items.stream().map(TreeItem::path).toList() : List.of());
    }
    items = items.stream().filter(item -> !PruneJournal.isOwn(item.path())).toList();
    PrunePlan plan =
        new PrunePlan(
            request, input, tree, tree && installed, items, formats, progress.cancelOnly());
    plan.findings.addAll(unreadable);
    return plan;
  }

  /** Returns the name of a file in manifests: its own, not that of a link to it. */
  private static String name(Path input, Path real) {
    String name = String.valueOf(input.getFileName());
    return isManifest(name) ? name : String.valueOf(real.getFileName());
  }

  /**
   * The folder that a journal of changes in place is in: the tree, or that of a file.
   *
   * @param real the input, without links
   */
  static Path journalRoot(Path real) {
    return Files.isDirectory(real) ? real : Objects.requireNonNull(real.getParent());
  }

  /** The targets of all code below an input, kept or not. */
  static List<GpuTarget> targets(Path input, Progress progress) throws IOException {
    TargetFilter any = TargetFilter.of(List.of("gfx900"));
    try (PrunePlan plan =
        begin(
            PruneRequest.keeping(input, input, any).inPlace(),
            input,
            false,
            StandardFormats.all(),
            progress)) {
      plan.look(progress);
      return plan.found.stream().map(GpuTarget::lenient).sorted().toList();
    }
  }

  private static List<String> inOrder(Collection<String> targets) {
    return targets.stream().sorted(Comparator.comparing(GpuTarget::lenient)).toList();
  }

  /** Whether it is a folder, or an archive with manifests that follow it. */
  boolean isSeveral() {
    return tree || items.size() > 1;
  }

  Path input() {
    return input;
  }

  /**
   * Returns the report about a file that changes.
   *
   * @param place the tree, or the file; or where they are written to
   * @param bytes its size afterwards
   */
  PrunedFile report(Planned planned, Path place, long bytes) {
    return planned.report(
        tree || planned.item().equals(items.getFirst())
            ? place
            : place.resolveSibling(planned.item().path()),
        tree,
        bytes);
  }

  List<TreeItem> items() {
    return Collections.unmodifiableList(items);
  }

  /** The files that change, by path. */
  Map<String, Planned> changes() {
    return Collections.unmodifiableMap(changes);
  }

  List<OperationNote> findings() {
    return DatabaseNotes.grouped(findings);
  }

  /** Returns what goes of each target. */
  Collection<TargetCode> dropped() {
    return Collections.unmodifiableCollection(dropped.values());
  }

  /** Returns what stays of each target. */
  Collection<TargetCode> kept() {
    return Collections.unmodifiableCollection(kept.values());
  }

  /** Whether it is a folder in which there is nothing, or nothing but such folders. */
  boolean isEmpty() {
    return tree && items.stream().allMatch(item -> item.kind() == TreeItem.Kind.FOLDER);
  }

  int fileCount() {
    return (int) items.stream().filter(item -> item.kind() == TreeItem.Kind.FILE).count();
  }

  long beforeBytes() {
    return sum(TreeItem::sizeBytes);
  }

  /** Returns the size of all files afterwards, as far as that is known. */
  long afterBytes() {
    return sum(
        item -> {
          Planned planned = changes.get(item.path());
          return planned == null ? item.sizeBytes() : planned.afterBytes();
        });
  }

  /** A note for each file that changes and has a hard link outside of what is pruned. */
  List<OperationNote> otherNames() throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    firstNames.values().forEach(first -> counts.merge(first, 1, Integer::sum));
    List<OperationNote> notes = new ArrayList<>();
    for (Planned planned : changes.values()) {
      TreeItem item = planned.item();
      String first = firstNames.getOrDefault(item.path(), item.path());
      if (first.equals(item.path())
          && HardLinks.count(item.source()) > 1 + counts.getOrDefault(first, 0)) {
        notes.add(linkedOutside(item.source()));
      }
    }
    return notes;
  }

  static OperationNote linkedOutside(Path file) {
    return new OperationNote(
        Severity.WARNING,
        "linked-outside",
        file,
        "it has a hard link outside of what is pruned, which keeps all code",
        "Prune that file, too; find -samefile finds it.");
  }

  /** The size before of the files that change. */
  long changedInputBytes() {
    return sum(item -> changes.containsKey(item.path()) ? item.sizeBytes() : 0);
  }

  /** A file's size, unless it is another name of a file that changes in the same way. */
  long newBytes(TreeItem item) {
    return sameAs(item).isPresent() ? 0 : item.sizeBytes();
  }

  /** Returns the size of new files, as far as that is known. */
  long changedBytes() {
    return sum(
        item -> {
          Planned planned = changes.get(item.path());
          return planned == null ? 0 : planned.afterBytes();
        });
  }

  /** Returns the most that work files need beside new files. */
  long scratchBytes() {
    return changes.values().stream()
        .mapToLong(planned -> planned.work() instanceof Work.Less less ? less.scratchBytes() : 0)
        .max()
        .orElse(0);
  }

  /** Adds sizes up; a file with several names counts once, and as long as one of them is left. */
  long sum(ToLongFunction<TreeItem> size) {
    Map<String, Long> shared = new HashMap<>();
    long sum = 0;
    for (TreeItem item : items) {
      String first = firstNames.getOrDefault(item.path(), item.path());
      long each = size.applyAsLong(item);
      long counted = shared.getOrDefault(first, 0L);
      if (each > counted) {
        shared.put(first, each);
        sum += each - counted;
      }
    }
    return sum;
  }

  /**
   * The first name of a file with several names, if its change is the same as that of this name.
   */
  Optional<String> sameAs(TreeItem item) {
    String first = firstNames.get(item.path());
    return first != null && Objects.equals(work(first), work(item.path()))
        ? Optional.of(first)
        : Optional.empty();
  }

  private @Nullable Work work(String path) {
    Planned planned = changes.get(path);
    return planned == null ? null : planned.work();
  }

  /** A file that cannot be pruned stays as it is, in a tree. */
  void refused(TreeItem item, IOException failure) throws IOException {
    if (!tree) {
      throw failure instanceof HostOnlyRefusedException refused
          ? new FileSystemException(
              input.toString(),
              null,
              "it cannot be pruned: %s%s. %s"
                  .formatted(
                      refused.refusal().words(),
                      refused.details().isEmpty() ? "" : " (" + refused.details() + ")",
                      "It is not changed; check it with verify"))
          : failure;
    }
    findings.add(
        switch (failure) {
          case HostOnlyRefusedException refused -> notPruned(item, refused.refusal());
          case FormatException broken -> notPruned(item, broken);
          default -> throw failure;
        });
    changes
        .keySet()
        .removeIf(path -> path.equals(item.path()) || item.path().equals(firstNames.get(path)));
  }

  /**
   * The path by which a database knows a file: what is pruned may be a folder of a database, {@code
   * rocblas/library}.
   */
  private static String pathOf(TreeItem item, Databases databases) {
    String path = item.path();
    if (databases.recognise(path).isPresent() || databases.missedInPlace(path).isPresent()) {
      return path;
    }
    Path whole = item.source().toAbsolutePath().normalize();
    int names = whole.getNameCount();
    int above = Math.max(0, names - Path.of(path).getNameCount() - MOST_ABOVE);
    return above < names ? whole.subpath(above, names).toString().replace('\\', '/') : path;
  }

  private void look(Progress progress) throws IOException {
    List<TreeItem> archives = new ArrayList<>();
    List<TreeItem> manifests = new ArrayList<>();
    List<TreeItem> records = new ArrayList<>();
    Map<TreeItem, GpuTarget> byArchitecture = new LinkedHashMap<>();
    Map<TreeItem, GpuTarget> codeObjects = new LinkedHashMap<>();
    Databases databases = tree ? Databases.installed() : Databases.NONE;
    progress.begin("Looking for device code", fileCount(), Unit.FILES);
    for (TreeItem item : items) {
      if (item.kind() != TreeItem.Kind.FILE) {
        continue;
      }
      progress.step(1);
      if (installed && item.path().endsWith(RECORD)) {
        records.add(item);
        continue;
      }
      String path = pathOf(item, databases);
      DatabaseFile database = databases.recognise(path).orElse(null);
      Optional<String> missed = databases.missedInPlace(path);
      boolean ofDatabase = database != null || missed.isPresent();
      if (ofDatabase && !request.databases()) {
        continue;
      }
      // What split moves with its architecture may be for one setting of a feature.
      GpuTarget architecture = database == null ? null : database.target();
      if (architecture != null) {
        there(List.of(architecture));
        byArchitecture.put(item, architecture);
        continue;
      }
      missed.ifPresent(name -> findings.add(DatabaseNotes.missed(item.source(), name, KEPT)));
      String first = firstNames.get(item.path());
      if (first != null && byContent.contains(first)) {
        Planned same = changes.get(first);
        byContent.add(item.path());
        if (same != null) {
          changes.put(
              item.path(), new Planned(item, same.work(), same.afterBytes(), same.dropped()));
        }
        continue;
      }
      Format format = format(item);
      boolean content = true;
      if (tree && !ofDatabase && isPackage(item)) {
        content = false;
      } else if (format instanceof KpackFormat) {
        archives.add(item);
        content = false;
      } else if (isManifest(item.path())) {
        manifests.add(item);
        content = false;
      } else if (format instanceof CodeObjectFormat) {
        content = false;
        // What a database has for all architectures stays.
        if (!ofDatabase) {
          target(item).ifPresent(target -> codeObjects.put(item, target));
        }
      } else if (!stored(item, format, database)) {
        if (!tree) {
          alone(item);
        } else if (!ofDatabase) {
          // A library's without a recogniser: what is no code is for whatever its name says.
          DatabaseNotes.missed(databases, item.source(), path, KEPT).ifPresent(findings::add);
        }
      }
      if (content) {
        byContent.add(item.path());
      }
    }
    files(byArchitecture, codeObjects, databases);
    archives(archives);
    if (!tree && request.output().isEmpty() && !changes.isEmpty() && !archives.isEmpty()) {
      manifests.addAll(manifestsOf(archives.getFirst()));
      items.addAll(manifests);
    }
    for (TreeItem manifest : manifests) {
      manifest(manifest);
    }
    if (!records.isEmpty() && !changes.isEmpty()) {
      records(records);
    }
  }

  /** Whether a file in a tree is a package, which is named and stays. */
  private boolean isPackage(TreeItem item) throws IOException {
    if (!PACKAGE.matcher(item.path()).matches()) {
      return false;
    }
    Optional<PackageFormat> format = PackageFile.format(item.source());
    format.ifPresent(
        each ->
            findings.add(
                new OperationNote(
                    Severity.NOTE,
                    "package-unchanged",
                    item.source(),
                    "left unchanged with what is in it: " + each.words(),
                    "If it has device code, prune the package by itself with -o.")));
    return format.isPresent();
  }

  private static boolean isManifest(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(MANIFEST);
  }

  /** The manifests beside an archive that list it; one that cannot be read is named. */
  private List<TreeItem> manifestsOf(TreeItem archive) throws IOException {
    List<TreeItem> listing = new ArrayList<>();
    for (Path file : FolderList.of(journalRoot(archive.source()))) {
      if (!isManifest(file.getFileName().toString()) || !Files.isRegularFile(file)) {
        continue;
      }
      try {
        ManifestFile manifest = ManifestFile.open(file);
        if (manifest.manifest().rows().stream().noneMatch(row -> row.file().equals(archive.path()))
            && manifest.editable()) {
          continue;
        }
        if (manifest.editable()) {
          listing.add(TreeItem.file(file, file.getFileName().toString()));
          continue;
        }
      } catch (FormatException unreadable) {
        // Named as one that cannot be written.
      }
      findings.add(
          new OperationNote(
              Severity.WARNING,
              "manifest-not-updated",
              file,
              "it cannot be read completely, and may have the old size and checksum of "
                  + archive.path(),
              "Check it with verify."));
    }
    return listing;
  }

  private Format format(TreeItem item) throws IOException {
    try (MappedFile mapped = MappedFile.open(item.source())) {
      return formats.detect(mapped.view());
    }
  }

  static boolean isDatabase(Format format) {
    return format.groups().contains(FileSummary.Group.DATABASE);
  }

  /** Returns the target of a file that is a code object; empty if it stays in any case. */
  private Optional<GpuTarget> target(TreeItem item) throws IOException {
    try (MappedFile mapped = MappedFile.open(item.source())) {
      GpuTarget target = CodeObject.read(mapped.view()).target();
      if (target.processor().startsWith("gfx")) {
        there(List.of(target));
        return Optional.of(target);
      }
    } catch (IOException failure) {
      refused(item, failure);
    }
    return Optional.empty();
  }

  /**
   * Files for one target each: those of databases, and code objects that are files. What Tensile's
   * libraries load stays and goes with them, whatever it is called, unless a warning says that it
   * is kept, or it is for a setting of features in which no kept GPU runs.
   */
  private void files(
      Map<TreeItem, GpuTarget> files, Map<TreeItem, GpuTarget> codeObjects, Databases known)
      throws IOException {
    Set<String> needed = new HashSet<>();
    Map<String, GpuTarget> unneeded = new HashMap<>();
    Set<String> unsure = new HashSet<>();
    Map<String, GpuTarget> targets = new HashMap<>();
    Stream.of(files, codeObjects)
        .forEach(each -> each.forEach((item, target) -> targets.put(item.path(), target)));
    for (Map.Entry<TreeItem, GpuTarget> file : files.entrySet()) {
      TreeItem item = file.getKey();
      if (TensileDocument.isLazy(item.source())) {
        boolean stays = served.keepsFile(file.getValue());
        Loaded loaded = loaded(item, stays);
        if (stays && loaded.unsure()) {
          unsure.add(folder(item));
        }
        for (String name : loaded.names()) {
          if (stays) {
            GpuTarget own = targets.get(folder(item) + name);
            if (own == null
                || !own.processor().equals(file.getValue().processor())
                || served.keepsFile(own)) {
              needed.add(folder(item) + name);
            }
          } else {
            unneeded.putIfAbsent(folder(item) + name, file.getValue());
          }
        }
      }
    }
    files.forEach(
        (item, architecture) -> {
          boolean stays = served.keepsFile(architecture) || needed.contains(item.path());
          file(item, architecture, stays);
          if (item.sizeBytes() > 0) {
            known
                .uncommitted(pathOf(item, known))
                .ifPresent(
                    database ->
                        findings.add(
                            DatabaseNotes.uncommitted(
                                item.source(), database, stays ? "kept" : "removed")));
          }
        });
    codeObjects.forEach(
        (item, target) ->
            file(
                item,
                target,
                !stays(List.of(target)).isEmpty()
                    || needed.contains(item.path())
                    || unsure.contains(folder(item))));
    unneeded.keySet().removeAll(needed);
    for (TreeItem item : items) {
      GpuTarget architecture = unneeded.get(item.path());
      if (architecture != null
          && !files.containsKey(item)
          && !codeObjects.containsKey(item)
          && item.kind() == TreeItem.Kind.FILE
          && known.missedInPlace(pathOf(item, known)).isEmpty()
          && !unsure.contains(folder(item))) {
        file(item, architecture, false);
      }
    }
  }

  /**
   * The names of files that a library of Tensile loads.
   *
   * @param unsure whether they may be more, since not all of it can be read
   */
  private record Loaded(Set<String> names, boolean unsure) {}

  private Loaded loaded(TreeItem item, boolean stays) throws IOException {
    try (Document document = formats.open(item.source(), quiet)) {
      boolean unsure = !document.problems().isEmpty();
      if (unsure && stays) {
        findings.add(
            new OperationNote(
                Severity.WARNING,
                "loads-unknown",
                item.source(),
                "not all files that it loads are known: " + document.problems().getFirst().words(),
                "Files of its folder with other GPUs in their names are removed. Check it with"
                    + " verify."));
      }
      return document instanceof TensileDocument library
          ? new Loaded(library.loadedNames(), unsure)
          : new Loaded(Set.of(), true);
    }
  }

  /** A file for one architecture. */
  private void file(TreeItem item, GpuTarget architecture, boolean stays) {
    if (stays && !firstNames.containsKey(item.path())) {
      keep(architecture.toString(), 1, item.sizeBytes());
    }
    if (!stays) {
      if (!firstNames.containsKey(item.path())) {
        drop(architecture.toString(), 1, item.sizeBytes());
      }
      if (!tree) {
        empty.add(item.path());
      }
      changes.put(
          item.path(),
          new Planned(
              item, new Work.Removal(), 0, new TreeSet<>(List.of(architecture.toString()))));
    }
  }

  /**
   * Plans a file that can be written with less code.
   *
   * @param database of a tree's file what it is to its library; others' databases stay
   * @return false if there is no such code in it
   */
  private boolean stored(TreeItem item, Format format, @Nullable DatabaseFile database)
      throws IOException {
    if (tree && isDatabase(format) && database == null) {
      return false;
    }
    OpenStore opened = null;
    try {
      opened = OpenStore.of(item.source(), format, formats, quiet).orElse(null);
      if (opened == null || (!tree && opened.store().refersToOthers())) {
        return false;
      }
      if (opened.store() instanceof LibraryStore library && library.isThin()) {
        thin(item, library);
      } else {
        less(item, opened.store(), isDatabase(format));
      }
    } catch (IOException failure) {
      refused(item, failure);
    } finally {
      if (!tree) {
        open = opened;
      } else if (opened != null) {
        opened.close();
      }
    }
    return true;
  }

  private void less(TreeItem item, CodeStore store, boolean ofDatabase) throws IOException {
    List<CodeStore.StoredCode> entries = store.entries();
    Map<Integer, List<GpuTarget>> groups = new TreeMap<>();
    boolean any = false;
    for (CodeStore.StoredCode entry : entries) {
      if (entry.isDeviceCode()) {
        groups.computeIfAbsent(entry.group(), key -> new ArrayList<>()).add(entry.target());
      } else {
        any = true;
      }
    }
    groups.values().forEach(this::there);
    SortedSet<Integer> wanted = new TreeSet<>();
    for (int number = 0; number < entries.size(); number++) {
      CodeStore.StoredCode entry = entries.get(number);
      boolean stays =
          !entry.isDeviceCode()
              || (ofDatabase
                  ? served.keepsFile(entry.target())
                  : stays(groups.getOrDefault(entry.group(), List.of())).contains(entry.target()));
      if (!stays) {
        wanted.add(number);
      }
    }
    List<FormatException> unchangeable = new ArrayList<>();
    SortedSet<Integer> gone = store.removable(wanted, unchangeable::add);
    for (FormatException each : unchangeable) {
      findings.add(notPruned(item, each));
    }
    if (groups.isEmpty() && unchangeable.isEmpty()) {
      nothing(item);
    }
    SortedSet<String> lost = new TreeSet<>();
    for (int number = 0; number < entries.size(); number++) {
      CodeStore.StoredCode entry = entries.get(number);
      if (gone.contains(number)) {
        lost.add(entry.text());
        drop(entry.text(), entry.codeObjects(), entry.sizeBytes());
      } else if (entry.isDeviceCode()) {
        any = true;
        keep(entry.text(), entry.codeObjects(), entry.sizeBytes());
      }
    }
    if (gone.isEmpty()) {
      return;
    }
    long after = store.sizeWithout(gone);
    if (store instanceof FatStore fat) {
      fat.unreferenced().ifPresent(findings::add);
    }
    boolean removed = !any && store.isOnlyCode() && (tree || after == 0);
    if (!any && !(removed && tree)) {
      empty.add(item.path());
    }
    Work work = removed ? new Work.Removal() : new Work.Less(gone, store.scratchBytes(gone));
    changes.put(item.path(), new Planned(item, work, removed ? 0 : after, lost));
  }

  /** Writes a file with less code; see {@link CodeStore#writeWithout}. */
  void write(TreeItem item, Work.Less work, Path output, CodeStore.Writing writing)
      throws IOException {
    OpenStore planned = open;
    open = null;
    try (OpenStore opened =
        planned != null
            ? planned
            : OpenStore.of(item.source(), format(item), formats, writing.progress())
                .orElseThrow(() -> changed(item))) {
      opened.store().writeWithout(work.gone(), output, writing);
    }
  }

  private static FileSystemException changed(TreeItem item) {
    return new FileSystemException(item.source().toString(), null, "it changed meanwhile");
  }

  /**
   * A file of a library's kernels by itself, which is kept or removed: a library has one for each
   * architecture.
   *
   * @throws FormatException if it is none, or of several architectures only some stay
   */
  private void alone(TreeItem item) throws IOException {
    try (Document document = formats.open(item.source(), quiet)) {
      if (!isDatabase(document.format())) {
        throw unknown("none of these");
      }
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      CodeObjects code = document.codeObjects();
      SortedSet<GpuTarget> targets = new TreeSet<>();
      for (int row = 0; row < code.size(); row++) {
        targets.add(code.row(row).target());
      }
      if (targets.isEmpty() && document instanceof SqliteDocument database) {
        // One without rows is known by its name, as others are in a tree.
        database.architectureOfName().ifPresent(targets::add);
      }
      if (targets.isEmpty() && document.format() instanceof SqliteFormat) {
        throw unknown("a database without kernels that name their architecture");
      }
      there(targets);
      List<GpuTarget> stay = targets.stream().filter(served::keepsFile).toList();
      if (targets.isEmpty() || (!stay.isEmpty() && stay.size() < targets.size())) {
        throw FormatException.in(
                input.toString(), document.format().words(), "", FormatException.Reason.UNSUPPORTED)
            .expected(
                targets.isEmpty()
                    ? "kernels in the file itself"
                    : "kernels for GPUs that are all kept or all removed")
            .found(
                targets.isEmpty()
                    ? "none; it says which kernels in other files there are"
                    : "kernels for " + ListText.some(inOrder(texts(targets))))
            .advice("Prune the folder that it is in.")
            .build();
      }
      for (int row = 0; row < code.size(); row++) {
        CodeObjectRow each = code.row(row);
        long size = Math.max(0, each.originalSizeBytes());
        if (stay.isEmpty()) {
          drop(each.target().toString(), 1, size);
        } else {
          keep(each.target().toString(), 1, size);
        }
      }
      if (stay.isEmpty()) {
        empty.add(item.path());
        SortedSet<String> gone = new TreeSet<>(texts(targets));
        changes.put(item.path(), new Planned(item, new Work.Removal(), 0, gone));
      }
    }
  }

  private FormatException unknown(String found) {
    return FormatException.in(input.toString(), "file", "", FormatException.Reason.UNSUPPORTED)
        .expected(
            "a fat binary, an object, a static library, a bundle, a code object, an archive, a"
                + " manifest, offload containers, a kernel database of one file, a wheel, a ZIP"
                + " archive, a tar file, a .deb, a .rpm or a folder")
        .found(found)
        .build();
  }

  /** Notes what there is, and for which of the named GPUs. */
  private void there(Collection<GpuTarget> targets) {
    targets.forEach(target -> found.add(target.toString()));
    for (Named name : served.filter().names()) {
      if (!withCode.contains(name)
          && (targets.stream().anyMatch(name::keeps)
              || (!served.drop()
                  && name.targets().stream()
                      .anyMatch(wanted -> !served.served(wanted, targets).isEmpty())))) {
        withCode.add(name);
      }
    }
  }

  private void drop(String target, int codeObjects, long sizeBytes) {
    dropped.merge(target, new TargetCode(target, codeObjects, sizeBytes), TargetCode::and);
  }

  private void keep(String target, int codeObjects, long sizeBytes) {
    kept.merge(target, new TargetCode(target, codeObjects, sizeBytes), TargetCode::and);
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.close();
    }
  }

  /** A library that only names its members. */
  private void thin(TreeItem item, LibraryStore library) throws FormatException {
    String members = library.memberNames();
    if (!tree) {
      throw FormatException.in(
              item.source().toString(),
              "static library",
              "magic",
              FormatException.Reason.UNSUPPORTED)
          .expected("a library with its members")
          .found("a thin one, whose members are files of their own: " + members)
          .advice("Prune those files, or the folder that they are in.")
          .build();
    }
    findings.add(
        new OperationNote(
            Severity.NOTE,
            "thin-library",
            item.source(),
            "left unchanged: its members are files of their own: " + members,
            "Members that are in this folder are pruned as files; ar then lists their old sizes."));
  }

  private void nothing(TreeItem item) {
    if (!tree) {
      findings.add(
          new OperationNote(
              Severity.WARNING,
              "nothing-to-prune",
              item.source(),
              "there is no device code in it",
              "The code of a host-only binary is in archives: prune those, or the tree."));
    }
  }

  private static OperationNote notPruned(TreeItem item, FormatException failure)
      throws FormatException {
    if (failure.reason() == FormatException.Reason.FILE_CHANGED
        || failure.reason() == FormatException.Reason.CLOSED) {
      throw failure;
    }
    String file =
        failure.file().equals(item.source().toString()) ? "" : "%s: ".formatted(failure.file());
    String at = failure.fileOffset() < 0 ? "" : "at 0x%x: ".formatted(failure.fileOffset());
    return new OperationNote(
        Severity.ERROR,
        "not-pruned",
        item.source(),
        "left unchanged: " + file + at + failure.words(),
        failure.advice() == null ? FIX : failure.advice() + " " + FIX);
  }

  private static OperationNote notPruned(
      TreeItem item, HostOnlyRefusedException.HostOnlyRefusal refusal) {
    boolean foreign = refusal == HostOnlyRefusedException.HostOnlyRefusal.NOT_X86_64_ELF;
    return new OperationNote(
        foreign ? Severity.NOTE : Severity.ERROR,
        "not-pruned",
        item.source(),
        "left unchanged: " + refusal.words(),
        foreign ? "" : FIX);
  }

  private static Set<String> texts(Collection<GpuTarget> targets) {
    Set<String> texts = new LinkedHashSet<>();
    targets.forEach(target -> texts.add(target.toString()));
    return texts;
  }

  /** All archives of a folder are read before anything is decided about one of them. */
  private void archives(List<TreeItem> archives) throws IOException {
    items.stream()
        .filter(item -> item.path().endsWith("/" + ArtifactManifest.FILE_NAME))
        .forEach(item -> artifacts.add(folder(item)));
    List<TreeItem> readable = new ArrayList<>();
    for (TreeItem item : archives) {
      listed.putIfAbsent(
          loadedFrom(item) + item.path().substring(folder(item).length()), item.path());
      try (KpackArchive archive = open(item)) {
        Map<CodeKey, Choice> choices =
            folders.computeIfAbsent(loadedFrom(item), key -> new HashMap<>());
        for (ArchiveEntry entry : archive.entries()) {
          choices
              .computeIfAbsent(CodeKey.of(entry.key()), key -> new Choice())
              .there
              .add(entry.target());
        }
        readable.add(item);
      } catch (IOException failure) {
        refused(item, failure);
      }
    }
    for (Map<CodeKey, Choice> folder : folders.values()) {
      Map<String, Boolean> binaries = new TreeMap<>();
      folder.forEach(
          (key, choice) -> {
            there(choice.there);
            choice.kept = stays(choice.there);
            binaries.merge(key.binary(), !choice.kept.isEmpty(), Boolean::logicalOr);
          });
      binaries.forEach(
          (binary, any) -> {
            if (!any) {
              empty.add(binary);
            }
          });
    }
    for (TreeItem item : readable) {
      try (KpackArchive archive = open(item)) {
        archive(item, archive);
      }
    }
  }

  private KpackArchive open(TreeItem item) throws IOException {
    return KpackArchive.open(item.source(), UnpackBudget.operation(request.large()));
  }

  /**
   * The folder in which a loader finds an archive, with a slash: artifacts beside each other are
   * overlaid onto one tree.
   */
  private String loadedFrom(TreeItem archive) {
    String folder = folder(archive);
    for (int slash = folder.indexOf('/'); slash >= 0; slash = folder.indexOf('/', slash + 1)) {
      if (artifacts.contains(folder.substring(0, slash + 1))) {
        String beside = folder.substring(0, folder.lastIndexOf('/', slash - 1) + 1);
        return beside + folder.substring(slash + 1);
      }
    }
    return folder;
  }

  /** The path of an archive that a manifest lists, beside it or in an artifact that is overlaid. */
  String archiveOf(TreeItem manifest, ManifestRow row) {
    String beside = folder(manifest) + row.file();
    return changes.containsKey(beside)
        ? beside
        : listed.getOrDefault(loadedFrom(manifest) + row.file(), beside);
  }

  /** The path of a file's folder, with a slash; empty at the root. */
  static String folder(TreeItem item) {
    return item.path().substring(0, item.path().lastIndexOf('/') + 1);
  }

  private void archive(TreeItem item, KpackArchive archive) throws IOException {
    Map<CodeKey, Choice> choices = folders.getOrDefault(loadedFrom(item), Map.of());
    Map<CodeKey, Set<GpuTarget>> kept = new HashMap<>();
    SortedSet<String> targets = new TreeSet<>();
    SortedSet<String> gone = new TreeSet<>();
    DroppedTargets.Collector lost = new DroppedTargets.Collector();
    archive.blobs(quiet);
    Set<Integer> keptBlobs = new HashSet<>();
    Set<Integer> goneBlobs = new HashSet<>();
    long less = 0;
    for (ArchiveEntry entry : archive.entries()) {
      CodeKey key = CodeKey.of(entry.key());
      Choice choice = choices.get(key);
      if (choice != null && choice.kept.contains(entry.target())) {
        kept.put(key, choice.kept);
        targets.add(entry.targetText());
        keptBlobs.add(entry.ordinal());
        if (!firstNames.containsKey(item.path())) {
          keep(entry.target().toString(), 1, Math.max(0, entry.originalSizeBytes()));
        }
      } else {
        lost.add(entry.targetText(), key.binary(), key.index());
        gone.add(entry.targetText());
        goneBlobs.add(entry.ordinal());
        less += archive.rowRange(entry.row()).length();
        if (!firstNames.containsKey(item.path())) {
          drop(entry.target().toString(), 1, Math.max(0, entry.originalSizeBytes()));
        }
      }
    }
    if (gone.isEmpty()) {
      return;
    }
    if (kept.isEmpty() && tree) {
      changes.put(item.path(), new Planned(item, new Work.Removal(lost.note()), 0, gone));
      return;
    }
    goneBlobs.removeAll(keptBlobs);
    Set<Integer> once = new HashSet<>();
    for (ArchiveEntry entry : archive.entries()) {
      if (goneBlobs.contains(entry.ordinal()) && once.add(entry.ordinal())) {
        less += Math.max(0, archive.storedSizeBytes(entry.row()));
      }
    }
    changes.put(
        item.path(),
        new Planned(
            item, new Work.Archive(kept, targets, lost.note()), item.sizeBytes() - less, gone));
  }

  private void manifest(TreeItem item) throws IOException {
    ManifestFile file;
    try {
      file = ManifestFile.open(item.source());
    } catch (FormatException failure) {
      refused(item, failure);
      return;
    }
    if (!file.editable()) {
      FormatException why = file.problems().isEmpty() ? file.cut() : file.problems().getFirst();
      if (why != null) {
        refused(item, why);
      }
      return;
    }
    Manifest manifest = file.manifest();
    List<ManifestRow> rows = new ArrayList<>();
    SortedSet<String> gone = new TreeSet<>();
    boolean changes = false;
    boolean follows = tree || !item.equals(items.getFirst());
    Set<GpuTarget> kept =
        follows ? Set.of() : stays(manifest.rows().stream().map(ManifestRow::target).toList());
    for (ManifestRow row : manifest.rows()) {
      Planned archive = this.changes.get(archiveOf(item, row));
      boolean stays =
          follows
              ? archive == null
                  || (archive.work() instanceof Work.Archive left
                      && isStillListed(row, manifest, left.targets()))
              : kept.contains(row.target());
      changes |= archive != null || !stays;
      if (stays) {
        rows.add(row);
      } else {
        gone.add(row.targetText());
      }
    }
    if (!follows) {
      there(manifest.rows().stream().map(ManifestRow::target).toList());
    }
    if (changes) {
      boolean goes = tree && rows.isEmpty();
      this.changes.put(
          item.path(),
          new Planned(
              item,
              goes ? new Work.Removal() : new Work.Rows(file, rows),
              goes ? 0 : item.sizeBytes(),
              gone));
    }
  }

  /**
   * Returns the note of a manifest where a row goes: what its archive loses, as far as that is
   * known.
   */
  DroppedTargets lost(TreeItem manifest, ManifestRow row) {
    return switch (work(archiveOf(manifest, row))) {
      case Work.Archive(var kept, var targets, DroppedTargets lost) -> lost;
      case Work.Removal(DroppedTargets lost) when !lost.targets().isEmpty() -> lost;
      case null, default -> DroppedTargets.all(List.of(row.targetText()));
    };
  }

  /** Whether a row stays of an archive that is still there. */
  private static boolean isStillListed(ManifestRow row, Manifest manifest, Set<String> targets) {
    return targets.contains(row.targetText())
        // Its target may represent those with features; an archive that is there is listed.
        || manifest.rows().stream()
            .noneMatch(
                other -> other.file().equals(row.file()) && targets.contains(other.targetText()));
  }

  private void records(List<TreeItem> records) throws IOException {
    Set<Path> files = new HashSet<>();
    items.stream().map(TreeItem::source).forEach(files::add);
    Map<Path, String> changed = new HashMap<>();
    changes.forEach((path, planned) -> changed.put(planned.item().source(), path));
    for (TreeItem item : records) {
      quiet.step(0);
      try {
        WheelRecord record = WheelRecord.read(item.source());
        Path folder =
            Objects.requireNonNull(Objects.requireNonNull(item.source().getParent()).getParent());
        Map<Integer, String> lines = new HashMap<>();
        List<WheelRecord.Row> rows = record.rows();
        for (int number = 0; number < rows.size(); number++) {
          Path file = InstalledWheels.file(folder, rows.get(number).path());
          String path =
              file == null
                  ? null
                  : changed.get(files.contains(file) ? file : InstalledWheels.real(file));
          if (path != null) {
            lines.put(number, path);
          }
        }
        if (!lines.isEmpty()) {
          Work work = new Work.Installed(record, lines);
          changes.put(item.path(), new Planned(item, work, item.sizeBytes(), new TreeSet<>()));
        }
      } catch (FormatException failure) {
        refused(item, failure);
      }
    }
  }

  /** A note for each dropped GPU that still finds code, which other GPUs can load, too. */
  private void noteShared() {
    if (!served.drop()) {
      return;
    }
    List<GpuTarget> left = kept.keySet().stream().map(GpuTarget::lenient).toList();
    for (Named name : served.filter().names()) {
      // Of others an error says that there is no code of that name.
      Set<GpuTarget> shared = withCode.contains(name) ? served.shared(name, left) : Set.of();
      if (!shared.isEmpty()) {
        findings.add(
            new OperationNote(
                Severity.NOTE,
                "code-shared",
                input,
                "%s still finds code for %s, which other GPUs can load, too"
                    .formatted(name, ListText.some(inOrder(texts(shared)))),
                "To remove that code, drop these targets."));
      }
    }
  }

  /** Which of the GPUs run generic code that runtimes do not hand over to them. */
  private String notHanded() {
    List<GpuTarget> there = found.stream().map(GpuTarget::lenient).toList();
    return served.filter().targets().stream()
        .flatMap(gpu -> GpuTable.notHanded(gpu, there).stream())
        .map(sentence -> ". " + sentence.replaceFirst("\\.$", ""))
        .collect(Collectors.joining());
  }

  private void check() throws OperationException {
    if (isEmpty()) {
      findings.add(
          new OperationNote(
              Severity.ERROR,
              "nothing-to-prune",
              input,
              "there is no file in this folder",
              "Check the folder's name. Nothing was written."));
      return;
    }
    List<String> without =
        served.filter().names().stream()
            .filter(name -> !withCode.contains(name))
            .map(Named::text)
            .toList();
    String there = found.isEmpty() ? "no target" : ListText.some(inOrder(found));
    List<OperationNote> unread =
        findings.stream().filter(note -> note.severity() == Severity.ERROR).toList();
    if (without.size() == served.filter().names().size() && !found.isEmpty()) {
      throw new OperationException(
          OperationException.Obstacle.NOTHING_KEPT,
          "%s has no code for %s; it has some for %s%s%s"
              .formatted(
                  input,
                  String.join(", ", without),
                  there,
                  notHanded(),
                  unread.isEmpty()
                      ? ""
                      : " (not read: %s)"
                          .formatted(
                              ListText.some(
                                  unread.stream()
                                      .map(note -> String.valueOf(note.file()))
                                      .toList()))));
    }
    // Of what could not be read it is not known which targets it has code for.
    if (found.isEmpty() && !unread.isEmpty()) {
      without = List.of();
    }
    for (String name : without) {
      findings.add(
          new OperationNote(
              Severity.ERROR,
              "target-not-found",
              input,
              "there is no code for %s".formatted(name),
              found.isEmpty() ? "There is no device code in it." : TargetFilter.checkName(there)));
    }
    noteShared();
    if (!empty.isEmpty() && !request.allowEmpty()) {
      throw new OperationException(
          OperationException.Obstacle.LEFT_EMPTY,
          "%s: %s would be left without any code: %s. Keep more GPUs, or confirm with --allow-empty"
              .formatted(
                  input, CountText.of(empty.size(), "binary"), ListText.some(List.copyOf(empty))));
    }
    if (!empty.isEmpty()) {
      findings.add(
          new OperationNote(
              Severity.WARNING,
              "nothing-kept",
              input,
              "%s left without any code: %s"
                  .formatted(
                      empty.size() == 1 ? "1 binary is" : empty.size() + " binaries are",
                      String.join(", ", empty)),
              BinaryScan.nothingKept(empty.size())));
    }
  }
}
