package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.HardLinks;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.Planned.Work;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;

/** The files below one input, and the change of each file. Used by one thread. */
final class PrunePlan implements AutoCloseable {
  private static final String MANIFEST = ".kpm";
  private static final String RECORD = ".dist-info/" + WheelRecord.NAME;
  private static final Pattern PACKAGE =
      Pattern.compile("(?i).+\\.(?:whl|deb|rpm|zip|tar|tgz|tar\\.[a-z0-9]+)");

  private static final String KEPT = "it is kept";
  static final String CANNOT_BE_LESS = "its section of device code cannot be written with less";

  private static final String FIX = "Fix that and prune the file alone, or check it with verify.";

  private final PruneRequest request;
  private final ServedCode served;
  private final Formats formats;

  /** Kept targets for each list of targets, which most wrappers of a binary share; found once. */
  private final Map<List<GpuTarget>, Set<GpuTarget>> chosen = new HashMap<>();

  private final Path input;
  private final Path real;
  private final boolean tree;
  private final boolean installed;
  private final List<TreeItem> items;
  private final Progress quiet;
  private final Map<String, Planned> changes = new LinkedHashMap<>();
  private final List<OperationNote> findings = new ArrayList<>();
  private final CodeBalance balance;
  private final StorePlan stores = new StorePlan(this);

  /** For each further name of a file its first name. */
  private final Map<String, String> firstNames;

  /** The names of files whose own bytes determine their change. */
  private final Set<String> byContent = new HashSet<>();

  private PrunePlan(
      PruneRequest request,
      Path input,
      Path real,
      boolean tree,
      boolean installed,
      List<TreeItem> items,
      Formats formats,
      Progress quiet)
      throws IOException {
    this.request = request;
    this.formats = formats;
    this.served = request.served();
    this.balance = new CodeBalance(served);
    this.input = input;
    this.real = real;
    this.tree = tree;
    this.installed = installed;
    this.items = new ArrayList<>(items);
    this.quiet = quiet;
    this.firstNames = tree ? HardLinks.firstNames(items) : Map.of();
  }

  PruneRequest request() {
    return request;
  }

  ServedCode served() {
    return served;
  }

  Formats formats() {
    return formats;
  }

  Progress quiet() {
    return quiet;
  }

  CodeBalance balance() {
    return balance;
  }

  /** For each further name of a file its first name. */
  Map<String, String> firstNames() {
    return firstNames;
  }

  boolean isTree() {
    return tree;
  }

  void change(Planned planned) {
    changes.put(planned.item().path(), planned);
  }

  void note(OperationNote finding) {
    findings.add(finding);
  }

  /** Counts code of a file, unless it is another name of one that was counted. */
  void count(TreeItem item, boolean stays, String target, long sizeBytes) {
    if (!firstNames.containsKey(item.path()) && stays) {
      balance.keep(target, 1, sizeBytes);
    } else if (!firstNames.containsKey(item.path())) {
      balance.drop(target, 1, sizeBytes);
    }
  }

  Set<GpuTarget> stays(Collection<GpuTarget> there) {
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
    return Closing.ifFails(
        begin(request, input, installed, formats, progress),
        plan -> {
          plan.look(progress);
          plan.balance.check(plan, request.allowEmpty(), plan.findings);
          return plan;
        });
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
            request, input, real, tree, tree && installed, items, formats, progress.cancelOnly());
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
      return plan.balance.found();
    }
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
    return DatabaseNotes.grouped(findings.stream().map(note -> note.named(input, real)).toList());
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
        .mapToLong(planned -> planned.work().scratchBytes())
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

  @Nullable Work work(String path) {
    Planned planned = changes.get(path);
    return planned == null ? null : planned.work();
  }

  /** A file that cannot be pruned stays as it is, in a tree. */
  void refused(TreeItem item, IOException failure) throws IOException {
    if (!tree) {
      throw failure instanceof HostOnlyRefusedException refused
          ? cannotBePruned(input, words(refused))
          : failure;
    }
    findings.add(
        switch (failure) {
          case HostOnlyRefusedException refused -> notPruned(item, refused);
          case FormatException broken -> notPruned(item, broken);
          default -> throw failure;
        });
    changes
        .keySet()
        .removeIf(path -> path.equals(item.path()) || item.path().equals(firstNames.get(path)));
  }

  private void look(Progress progress) throws IOException {
    List<TreeItem> archives = new ArrayList<>();
    List<TreeItem> binaries = new ArrayList<>();
    List<TreeItem> manifests = new ArrayList<>();
    List<TreeItem> records = new ArrayList<>();
    Databases databases = tree ? Databases.installed() : Databases.NONE;
    WholeFiles whole = new WholeFiles(this, databases);
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
      String path = whole.pathOf(item);
      DatabaseFile database = databases.recognise(path).orElse(null);
      Optional<String> missed = databases.missedInPlace(path);
      boolean ofDatabase = database != null || missed.isPresent();
      if (ofDatabase && !request.databases()) {
        continue;
      }
      // What split moves with its architecture may be for one setting of a feature.
      GpuTarget architecture = database == null ? null : database.target();
      if (architecture != null) {
        whole.add(item, architecture);
        continue;
      }
      missed.ifPresent(name -> note(DatabaseNotes.missed(item.source(), name, KEPT)));
      String first = firstNames.get(item.path());
      if (first != null && byContent.contains(first)) {
        Planned same = changes.get(first);
        byContent.add(item.path());
        if (binaries.stream().anyMatch(each -> each.path().equals(first))) {
          binaries.add(item);
        }
        if (same != null) {
          change(new Planned(item, same.work(), same.afterBytes(), same.dropped()));
        }
        continue;
      }
      Format format = format(item);
      if (tree && !ofDatabase && isPackage(item)) {
        continue;
      }
      if (format instanceof KpackFormat) {
        archives.add(item);
      } else if (isManifest(item.path())) {
        manifests.add(item);
      } else if (format instanceof CodeObjectFormat) {
        // What a database has for all architectures stays.
        if (!ofDatabase) {
          whole.addCodeObject(item);
        }
      } else {
        byContent.add(item.path());
        if (format instanceof ElfFormat) {
          binaries.add(item);
        }
        if (!stores.stored(item, format, database)) {
          if (!tree) {
            whole.alone(item);
          } else if (!ofDatabase) {
            // A library's without a recogniser: what is no code is for whatever its name says.
            DatabaseNotes.missed(databases, item.source(), path, KEPT).ifPresent(this::note);
          }
        }
      }
    }
    whole.decide();
    ArchivesPlan code = new ArchivesPlan(this);
    code.archives(archives, binaries);
    if (!tree && request.output().isEmpty() && !changes.isEmpty() && !archives.isEmpty()) {
      manifests.addAll(code.manifestsOf(archives.getFirst()));
      items.addAll(manifests);
    }
    for (TreeItem manifest : manifests) {
      code.manifest(manifest);
    }
    code.check();
    if (!records.isEmpty() && !changes.isEmpty()) {
      InstalledWheels.plan(records, this);
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
                OperationNote.note(
                    "package-unchanged",
                    item.source(),
                    "left unchanged with what is in it: " + each.words(),
                    "If it has device code, prune the package by itself with -o.")));
    return format.isPresent();
  }

  static boolean isManifest(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(MANIFEST);
  }

  Format format(TreeItem item) throws IOException {
    try (OpenFile open = OpenFile.open(item.source())) {
      return formats.detect(open.view());
    }
  }

  static boolean isDatabase(Format format) {
    return format.groups().contains(FileSummary.Group.DATABASE);
  }

  static OperationNote notPruned(TreeItem item, FormatException failure) throws FormatException {
    failure.throwIfFileChanged();
    String file =
        failure.file().equals(item.source().toString()) ? "" : "%s: ".formatted(failure.file());
    String at = failure.fileOffset() < 0 ? "" : "at 0x%x: ".formatted(failure.fileOffset());
    return OperationNote.error(
        "not-pruned",
        item.source(),
        "left unchanged: " + file + at + failure.words(),
        failure.advice() == null ? FIX : failure.advice() + " " + FIX);
  }

  private static OperationNote notPruned(TreeItem item, HostOnlyRefusedException refused) {
    boolean foreign = refused.refusal() == HostOnlyRefusedException.HostOnlyRefusal.NOT_X86_64_ELF;
    return new OperationNote(
        foreign ? Severity.NOTE : Severity.ERROR,
        "not-pruned",
        item.source(),
        "left unchanged: " + words(refused),
        foreign ? "" : FIX);
  }

  /** Returns a refusal in words that say nothing of archives or a marker. */
  static String words(HostOnlyRefusedException refused) {
    return switch (refused.refusal()) {
      case NO_WAY_BACK -> CANNOT_BE_LESS + " (" + refused.details() + ")";
      case NO_ROOM_FOR_MARKER, MARKER_TOO_LONG -> CANNOT_BE_LESS;
      case NO_DEVICE_CODE -> "a bundle holds no code for any device";
      case UNREADABLE_ID -> "an entry of a bundle has an id that is not plain text";
      case HOST_CODE -> "a bundle holds code for the host";
      default -> refused.reason();
    };
  }

  /** Returns the error that a file stays as it is. */
  static FileSystemException cannotBePruned(Path file, String words) {
    return new FileSystemException(
        file.toString(),
        null,
        "it cannot be pruned: %s. It is not changed; check it with verify".formatted(words));
  }

  /** The path of a file's folder, with a slash; empty at the root. */
  static String folder(TreeItem item) {
    return item.path().substring(0, item.path().lastIndexOf('/') + 1);
  }

  @Override
  public void close() throws IOException {
    stores.close();
  }
}
