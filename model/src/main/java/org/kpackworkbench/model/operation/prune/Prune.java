package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.HardLinks;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.NewFolder;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.operation.archives.OlderLoaders;
import org.kpackworkbench.model.operation.archives.OlderLoaders.FiledRows;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.prune.PrunePlan.CodeKey;
import org.kpackworkbench.model.operation.prune.PrunePlan.Planned;
import org.kpackworkbench.model.operation.prune.PrunePlan.Work;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;

/**
 * Keeps only the code that some GPUs need, in new files or in place.
 *
 * <p>A new file or tree gets its name as a whole, and a failure or cancellation leaves nothing. In
 * place each file is old or new at any moment; what an interrupted run had begun to change in a
 * tree, the next one on it completes; where one file cannot be changed, all stay as they were.
 * Links, hard links, modes and times stay. Used once, by one thread.
 */
public final class Prune {
  private static final int MOST_NAMED = 3;
  private static final String NOT_PERMITTED = "Operation not permitted";

  private final PruneRequest request;
  private final Formats formats;
  private final boolean installed;
  private final Room room;
  private final List<PrunedFile> files = new ArrayList<>();
  private final List<OperationNote> findings = new ArrayList<>();
  private final LostAttributes lost = new LostAttributes();
  private final Map<Path, OperationNote> unknownOwners = new TreeMap<>();
  private final Map<String, TargetCode> dropped = new HashMap<>();
  private final Map<String, TargetCode> kept = new HashMap<>();
  private int fileCount;
  private long beforeBytes;
  private long afterBytes;
  private boolean completed;

  /** Finds how much room there is for files. */
  interface Room {
    DiskRoom at(Path folder) throws IOException;
  }

  /** Where a file that changes was written. */
  private interface Written {
    @Nullable Path of(String path);
  }

  /** Takes what changes in a tree. */
  @FunctionalInterface
  interface Changes {
    /**
     * Takes it.
     *
     * @param changes the new content of files, by path; empty for one that goes
     */
    void take(Map<String, Optional<Path>> changes) throws IOException;
  }

  public Prune(PruneRequest request) {
    this(request, true, DiskRoom::at);
  }

  /**
   * Prunes files of other formats, too.
   *
   * @param formats all that are known; their documents offer what can be removed ({@link
   *     Document#codeStore})
   */
  public Prune(PruneRequest request, Formats formats) {
    this(request, true, DiskRoom::at, formats);
  }

  /**
   * Of a part of a package.
   *
   * @param installed whether a RECORD is one of an installed wheel, not of a wheel that is written
   * @param room the room on the disk of a folder
   */
  Prune(PruneRequest request, boolean installed, Room room) {
    this(request, installed, room, StandardFormats.all());
  }

  private Prune(PruneRequest request, boolean installed, Room room, Formats formats) {
    this.formats = formats;
    this.request = request;
    this.installed = installed;
    this.room = room;
  }

  /**
   * The targets that there is code for in a file or below a folder, in their order.
   *
   * @throws IOException if it cannot be read
   */
  public static List<GpuTarget> targets(Path input, Progress progress) throws IOException {
    return PrunePlan.targets(Packages.inside(input, UnpackBudget.operation(), progress), progress);
  }

  /**
   * Why an open file cannot be pruned by itself; empty if it can. Not for the UI thread.
   *
   * @throws IOException if it has code that cannot be read
   */
  public static String refusal(Document document) throws IOException {
    return OpenStore.refusal(document);
  }

  /** Returns the message before anything is written, in a sentence; empty if there is none. */
  public static Optional<String> beforehand(PruneRequest request) throws IOException {
    return PackagePrune.beforehand(request);
  }

  /** Plans the pruning without progress. */
  public PruneReport plan() throws IOException {
    return plan(Progress.NONE);
  }

  /**
   * Returns what {@link #run} would do; changes nothing. Sizes afterwards are estimates.
   *
   * @throws OperationException if binaries would be left without any code, or there is none for the
   *     GPUs that are named
   */
  public PruneReport plan(Progress progress) throws IOException {
    Optional<PackagePrune> packed = PackagePrune.ofPlan(request, progress);
    if (packed.isPresent()) {
      PruneReport report = packed.get().plan(progress);
      if (!packed.get().isInPlace() || report.files().isEmpty()) {
        return report;
      }
      Path real = request.inputs().getFirst().toRealPath();
      return report.noting(notes(real, owned(List.of(real))));
    }
    List<OperationNote> older = new ArrayList<>();
    for (Path input : inputs()) {
      try (PrunePlan plan = PrunePlan.of(request, input, installed, formats, progress)) {
        Path root = request.output().orElse(input);
        if (request.output().isEmpty()) {
          if (PruneJournal.isUnfinished(PrunePlan.journalRoot(input.toRealPath()))) {
            findings.add(
                new OperationNote(
                    Severity.WARNING,
                    "interrupted-run",
                    input,
                    "a run that changes files here was interrupted",
                    "The next run in place completes it first; what is planned here can differ"
                        + " then."));
          }
          findings.addAll(owned(changed(plan)));
          findings.addAll(InstalledWheels.notes(input.toRealPath(), changed(plan)));
          findings.addAll(plan.otherNames());
          findings.addAll(OwnerChanges.notes(replaced(plan)));
        }
        for (Planned planned : plan.changes().values()) {
          files.add(plan.report(planned, root, planned.afterBytes()));
        }
        older.addAll(olderLoaders(plan.changes().values()));
        sum(plan, plan.afterBytes());
      }
    }
    return report(older);
  }

  private static List<OperationNote> olderLoaders(Collection<Planned> changes) throws IOException {
    List<FiledRows> written = new ArrayList<>();
    List<Path> removed = new ArrayList<>();
    for (Planned planned : changes) {
      Path file = planned.item().source();
      if (planned.work() instanceof Work.Archive archive) {
        written.add(archive.rows(file));
      } else if (planned.work() instanceof Work.Removal && file.toString().endsWith(".kpack")) {
        removed.add(file);
      }
    }
    return OlderLoaders.planned(written, removed);
  }

  /** Prunes without progress. */
  public PruneReport run() throws IOException {
    return run(Progress.NONE);
  }

  /**
   * Prunes.
   *
   * @throws FileAlreadyExistsException if the output is there already, is not to be replaced, and
   *     is not what would be written
   * @throws OperationException if binaries would be left without any code, or there is none for the
   *     GPUs that are named
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public PruneReport run(Progress progress) throws IOException {
    Optional<PackagePrune> packed = PackagePrune.of(request, false, room, progress);
    if (packed.isPresent()) {
      return packed.get().isInPlace()
          ? packageInPlace(packed.get(), progress)
          : packed.get().run(progress);
    }
    List<Path> inputs = inputs();
    if (request.output().isEmpty()) {
      for (Path input : inputs) {
        Optional<List<Path>> left = PruneJournal.recover(PrunePlan.journalRoot(input.toRealPath()));
        completed |= left.isPresent();
        findings.addAll(changedMeanwhile(left.orElse(List.of())));
      }
    }
    try {
      if (request.output().isEmpty()) {
        // What is refused of one of several inputs is refused before another one changes.
        for (Path input : inputs.subList(1, inputs.size())) {
          try (PrunePlan plan = PrunePlan.of(request, input, installed, formats, progress)) {
            List<OperationNote> unused = allowed(plan);
          }
        }
      }
      for (Path input : inputs) {
        try (PrunePlan plan = PrunePlan.of(request, input, installed, formats, progress)) {
          run(plan, request.output().orElse(null), progress);
        }
      }
    } catch (OperationException refused) {
      throw completed
          ? new OperationException(
              refused.reason(), "An interrupted run was completed first. " + refused.getMessage())
          : refused;
    }
    return report();
  }

  /** A package that is one file is subject to the same rules as any other file. */
  private PruneReport packageInPlace(PackagePrune packed, Progress progress) throws IOException {
    Path real = request.inputs().getFirst().toRealPath();
    List<OperationNote> notes = notes(real, allowed(List.of(real)));
    requireWritable(Objects.requireNonNull(real.getParent()));
    requireReplaceable(real);
    PruneReport report = packed.run(progress);
    return report.files().isEmpty() ? report : report.noting(notes);
  }

  /** Returns the notes about a package if it changes in place. */
  private List<OperationNote> notes(Path real, List<OperationNote> owned) throws IOException {
    List<OperationNote> notes = new ArrayList<>(owned);
    notes.addAll(unknownOwners.values());
    if (HardLinks.count(real) > 1) {
      notes.add(PrunePlan.linkedOutside(request.inputs().getFirst()));
    }
    notes.addAll(OwnerChanges.notes(List.of(real)));
    return notes;
  }

  /**
   * Prunes a tree, of which only what changes is written.
   *
   * @param folder an empty folder for that
   * @param taker what it is for; not called where there is no file in the tree
   */
  PruneReport run(Path folder, Changes taker, Progress progress) throws IOException {
    Path input = request.inputs().getFirst();
    try (PrunePlan plan = PrunePlan.of(request, input, installed, formats, progress)) {
      if (plan.isEmpty()) {
        sum(plan, 0);
        return report();
      }
      progress.begin("Pruning " + input, plan.changedInputBytes(), Unit.BYTES);
      requireRoom(folder, plan, plan.changedBytes());
      AtomicInteger number = new AtomicInteger();
      Map<String, Optional<Path>> changes =
          staged(plan, () -> folder.resolve(Integer.toString(number.getAndIncrement())), progress);
      report(plan, request.output().orElse(input), Set.of(), sizes(changes));
      taker.take(changes);
      return report();
    }
  }

  private static List<OperationNote> changedMeanwhile(List<Path> files) {
    return files.stream()
        .map(
            file ->
                new OperationNote(
                    Severity.WARNING,
                    "changed-meanwhile",
                    file,
                    "it changed after prune read it, and is left as it is now",
                    "Prune it again."))
        .toList();
  }

  /** Each input once: not those that are in another one. */
  private List<Path> inputs() throws IOException {
    Map<Path, Path> byReal = new LinkedHashMap<>();
    for (Path input : request.inputs()) {
      refusePackages(input);
      byReal.putIfAbsent(input.toRealPath(), input);
    }
    List<Path> inputs = new ArrayList<>();
    byReal.forEach(
        (real, input) -> {
          if (byReal.keySet().stream()
              .noneMatch(other -> !other.equals(real) && real.startsWith(other))) {
            inputs.add(input);
          }
        });
    return inputs;
  }

  private static void refusePackages(Path folder) throws OperationException, IOException {
    List<Path> packages = Packages.in(folder);
    if (!packages.isEmpty()) {
      throw new OperationException(
          OperationException.Obstacle.FOLDER_OF_PACKAGES,
          "%s is a folder of packages (%s). Prune each package by itself, with its file as input and -o for the new one; or unpack or install them, and prune that tree."
              .formatted(
                  folder,
                  ListText.some(
                      packages.stream().map(each -> String.valueOf(each.getFileName())).toList(),
                      MOST_NAMED)));
    }
  }

  private void run(PrunePlan plan, @Nullable Path output, Progress progress) throws IOException {
    if (output == null) {
      findings.addAll(allowed(plan));
      findings.addAll(InstalledWheels.notes(plan.input().toRealPath(), changed(plan)));
      findings.addAll(plan.otherNames());
      findings.addAll(OwnerChanges.notes(replaced(plan)));
    }
    boolean onlyChanges = output == null && plan.isSeveral();
    progress.begin(
        "Pruning " + plan.input(),
        onlyChanges ? plan.changedInputBytes() : plan.beforeBytes(),
        Unit.BYTES);
    if (plan.isEmpty()) {
      sum(plan, 0);
    } else if (!plan.isSeveral()) {
      file(plan, output, progress);
    } else if (output == null) {
      severalInPlace(plan, progress);
    } else {
      newTree(plan, output, progress);
    }
  }

  /**
   * The notes of {@link #owned}, of files that are to be changed.
   *
   * @throws OperationException if there are some, and such files are not to be changed
   */
  private List<OperationNote> allowed(PrunePlan plan) throws IOException {
    return allowed(changed(plan));
  }

  private List<OperationNote> allowed(List<Path> changed) throws IOException {
    List<OperationNote> owned = owned(changed);
    if (!owned.isEmpty() && !request.replace()) {
      throw new OperationException(
          OperationException.Obstacle.OWNED_BY_PACKAGES,
          owned.getFirst().file()
              + ": "
              + owned.stream().map(OperationNote::message).collect(Collectors.joining(" "))
              + " The package manager would report them as changed, and its next update"
              + " replaces them. Prune a copy (-o OUT), or confirm with --force");
    }
    return owned;
  }

  private static List<Path> changed(PrunePlan plan) {
    return plan.changes().values().stream().map(planned -> planned.item().source()).toList();
  }

  private static List<Path> replaced(PrunePlan plan) {
    return plan.changes().values().stream()
        .filter(planned -> !(planned.work() instanceof Work.Removal))
        .map(planned -> planned.item().source())
        .toList();
  }

  /** A note for each installed package that owns files that change. */
  private List<OperationNote> owned(List<Path> changed) throws IOException {
    List<OperationNote> notes = new ArrayList<>();
    PackageOwners owners = PackageOwners.of(changed);
    owners
        .owners()
        .forEach(
            (name, owned) ->
                notes.add(
                    new OperationNote(
                        Severity.WARNING,
                        "owned-by-package",
                        owned.getFirst(),
                        "The installed package %s owns %s."
                            .formatted(
                                name, ListText.some(owned.stream().map(Path::toString).toList())),
                        "The package manager reports changed files, and an update replaces"
                            + " them.")));
    owners
        .unknown()
        .forEach(
            (database, why) ->
                unknownOwners.put(
                    database,
                    new OperationNote(
                        Severity.WARNING,
                        "package-owners-unknown",
                        database,
                        "which files installed packages own is not known: " + why,
                        "Check with rpm -qf whether a package owns the files.")));
    return notes;
  }

  private PruneReport report() throws IOException {
    return report(OlderLoaders.around(archives()));
  }

  private PruneReport report(List<OperationNote> olderLoaders) {
    return new PruneReport(
        files.stream().sorted(Comparator.comparing(PrunedFile::path)).toList(),
        fileCount,
        beforeBytes,
        afterBytes,
        sorted(dropped),
        sorted(kept),
        Stream.of(
                findings,
                unknownOwners.values(),
                larger(),
                olderLoaders,
                lost.each(OperationNote::lost))
            .flatMap(Collection::stream)
            .toList(),
        completed);
  }

  /** Archives that are written, changed or gone; those beside them stay with others now. */
  private List<Path> archives() {
    return files.stream()
        .map(PrunedFile::path)
        .filter(each -> each.toString().endsWith(".kpack"))
        .toList();
  }

  private List<OperationNote> larger() {
    List<PrunedFile> larger =
        files.stream()
            .filter(file -> file.outcome() == PruneReport.Outcome.PRUNED)
            .filter(file -> file.afterBytes() > file.beforeBytes())
            .sorted(Comparator.comparing(PrunedFile::path))
            .toList();
    if (larger.isEmpty()) {
      return List.of();
    }
    PrunedFile first = larger.getFirst();
    int others = larger.size() - 1;
    return List.of(
        new OperationNote(
            Severity.NOTE,
            "larger-than-before",
            first.path(),
            "with less code it is larger than before, by %s%s: its new layout takes more room than the code that goes"
                .formatted(
                    SizeText.of(first.afterBytes() - first.beforeBytes()),
                    others == 0
                        ? ""
                        : ", as " + CountText.of(others, "other file is", "other files are")),
            ""));
  }

  private static List<TargetCode> sorted(Map<String, TargetCode> byTarget) {
    return byTarget.values().stream()
        .sorted(Comparator.comparing(code -> GpuTarget.lenient(code.target())))
        .toList();
  }

  private void sum(PrunePlan plan, long after) {
    fileCount += plan.fileCount();
    beforeBytes += plan.beforeBytes();
    afterBytes += after;
    findings.addAll(plan.findings());
    plan.dropped().forEach(code -> dropped.merge(code.target(), code, TargetCode::and));
    plan.kept().forEach(code -> kept.merge(code.target(), code, TargetCode::and));
  }

  private void newTree(PrunePlan plan, Path output, Progress progress) throws IOException {
    OutputOutsideInput.check(plan.input(), output);
    requireRoom(
        Objects.requireNonNull(output.toAbsolutePath().getParent()), plan, plan.afterBytes());
    new NewFolder(output, request.replace())
        .write(folder -> newTree(plan, output, folder, progress), progress);
  }

  private void newTree(PrunePlan plan, Path output, Path folder, Progress progress)
      throws IOException {
    TreeCopy copy = new TreeCopy(folder, progress, lost);
    Set<String> emptied = emptied(plan);
    for (TreeItem item : plan.items()) {
      progress.step(0);
      switch (item.kind()) {
        case FOLDER -> {
          if (!emptied.contains(item.path())) {
            copy.folder(item);
          }
        }
        case LINK -> copy.link(item);
        case SPECIAL -> findings.add(OperationNote.leftOut(item.source()));
        case FILE -> {
          Path file = item.in(folder);
          if (!linked(plan, item, file, folder::resolve)
              && !isDeferred(plan, item)
              && !write(plan, item, file, path -> null, progress)) {
            copy.file(item);
          }
        }
      }
    }
    deferred(plan, folder, progress);
    copy.finish(plan.input());
    progress.step(0);
    Map<String, Long> sizes = new HashMap<>();
    for (TreeItem item : plan.items()) {
      Path file = item.in(folder);
      if (item.kind() == TreeItem.Kind.FILE) {
        long size = Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
        sizes.put(item.path(), size);
        Planned planned = plan.changes().get(item.path());
        if (planned != null) {
          files.add(plan.report(planned, output, size));
        }
      }
    }
    sum(plan, plan.sum(item -> sizes.getOrDefault(item.path(), 0L)));
  }

  /**
   * The folders all of whose files are removed, and that have nothing else; what was empty before
   * is none of them.
   */
  private static Set<String> emptied(PrunePlan plan) {
    Set<String> folders = new HashSet<>();
    Set<String> above = new HashSet<>();
    for (TreeItem item : plan.items()) {
      if (item.kind() == TreeItem.Kind.FOLDER) {
        folders.add(item.path());
      }
      above.add(parent(item.path()));
    }
    Set<String> kept = new HashSet<>();
    for (TreeItem item : plan.items()) {
      Planned planned = plan.changes().get(item.path());
      boolean removed = planned != null && planned.work() instanceof Work.Removal;
      boolean stays = item.kind() == TreeItem.Kind.FOLDER ? !above.contains(item.path()) : !removed;
      if (stays) {
        kept.add(item.path());
        for (String at = parent(item.path()); kept.add(at) && !at.isEmpty(); at = parent(at)) {
          // All of them.
        }
      }
    }
    folders.removeAll(kept);
    return folders;
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** Makes another name of a file a link to the first one, where that is written the same. */
  private static boolean linked(PrunePlan plan, TreeItem item, Path place, Written written)
      throws IOException {
    Path first = plan.sameAs(item).map(written::of).orElse(null);
    if (first == null || !Files.exists(first, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Files.createLink(place, first);
    return true;
  }

  /** Whether a file is written when all archives are. */
  private static boolean isDeferred(PrunePlan plan, TreeItem item) {
    Planned planned = plan.changes().get(item.path());
    return planned != null && planned.work().turn() > 0;
  }

  /**
   * Writes a file that changes, with mode and time of the original.
   *
   * @param written where archives that change were written; manifests measure those
   * @return false if it does not change, or cannot be pruned
   */
  private boolean write(
      PrunePlan plan, TreeItem item, Path place, Written written, Progress progress)
      throws IOException {
    Planned planned = plan.changes().get(item.path());
    if (planned == null) {
      return false;
    }
    Progress quiet = progress.cancelOnly();
    try {
      switch (planned.work()) {
        case Work.Removal removal -> {
          progress.step(plan.newBytes(item));
          return true;
        }
        case Work.Less less ->
            plan.write(
                item,
                less,
                place,
                new CodeStore.Writing(
                    request.threads(),
                    request.large(),
                    // What replaces an original has to be there after a loss of power, too.
                    request.output().isEmpty(),
                    quiet));
        case Work.Archive archive -> archive(item.source(), archive, place, quiet);
        case Work.Rows rows ->
            NamedChannel.write(
                place, rows.file().write(measured(plan, planned, rows, written, Set.of(), quiet)));
        case Work.Installed installed ->
            NamedChannel.write(place, measured(plan, installed, written, quiet));
      }
    } catch (IOException failure) {
      Files.deleteIfExists(place);
      plan.refused(item, failure);
      return false;
    }
    TreeCopy.like(item.source(), place, lost);
    progress.step(item.sizeBytes());
    return true;
  }

  /** Takes rows out of an archive; what is stored of the others stays as it is. */
  private void archive(Path input, Work.Archive work, Path output, Progress progress)
      throws IOException {
    try (EditedArchive archive = EditedArchive.open(input, request.large())) {
      archive.allowAnyList();
      archive.allowBeyondLoaders();
      List<RowRef> gone = new ArrayList<>();
      for (int i = 0; i < archive.rowCount(); i++) {
        RowRef row = archive.row(i).ref();
        CodeKey key = CodeKey.of(BinaryKey.parse(row.key()));
        boolean stays =
            work.kept().getOrDefault(key, Set.of()).contains(GpuTarget.lenient(row.target()));
        if (!stays) {
          gone.add(row);
        }
      }
      archive.apply(new ArchiveEdit.Delete(gone));
      List<String> labels = archive.architectures();
      List<String> left =
          labels.stream()
              .filter(
                  label ->
                      work.targets().contains(label)
                          || (!request.keep().names().isEmpty()
                              && request.keep().keeps(GpuTarget.lenient(label))))
              .toList();
      if (left.size() < labels.size()) {
        archive.apply(new ArchiveEdit.SetArchitectures(left));
      }
      archive.noteDropped(work.lost());
      archive.saveAs(output, false, progress);
    }
  }

  private void deferred(PrunePlan plan, Path root, Progress progress) throws IOException {
    for (TreeItem item : deferred(plan)) {
      if (!linked(plan, item, item.in(root), path -> SystemText.below(root, path))
          && !write(plan, item, item.in(root), path -> SystemText.below(root, path), progress)) {
        throw new FileSystemException(item.source().toString(), null, "it changed meanwhile");
      }
    }
  }

  /** The files that are written when all before them are: they say what is in those. */
  private static List<TreeItem> deferred(PrunePlan plan) {
    List<TreeItem> items = new ArrayList<>();
    for (int turn = 1; turn <= PrunePlan.LAST_TURN; turn++) {
      for (Planned planned : plan.changes().values()) {
        if (planned.work().turn() == turn) {
          items.add(planned.item());
        }
      }
    }
    return items;
  }

  /** Returns an installed wheel's RECORD for the files as they will be. */
  private static byte[] measured(
      PrunePlan plan, Work.Installed work, Written places, Progress progress) throws IOException {
    return work.record()
        .with(
            (number, row) -> {
              String path = work.changed().get(number);
              Planned planned = path == null ? null : plan.changes().get(path);
              if (path == null || planned == null) {
                return row;
              }
              Path written = places.of(path);
              if (written == null || !Files.exists(written)) {
                return null;
              }
              try (InputStream in = Files.newInputStream(written)) {
                return row.of(FileCopy.digest(in, row.digester(), progress), Files.size(written));
              }
            });
  }

  /**
   * Returns a manifest for its archives as they will be.
   *
   * @param left the archives that are left as they are, whatever was planned
   */
  private static Manifest measured(
      PrunePlan plan,
      Planned planned,
      Work.Rows rows,
      Written places,
      Set<String> left,
      Progress progress)
      throws IOException {
    List<ManifestRow> now = new ArrayList<>();
    DroppedTargets dropped = DroppedTargets.NONE;
    for (ManifestRow row : rows.file().manifest().rows()) {
      String path = plan.archiveOf(planned.item(), row);
      Path written = plan.changes().containsKey(path) ? places.of(path) : null;
      boolean unchanged = left.contains(path) && written != null && Files.exists(written);
      if (!unchanged && !rows.rows().contains(row)) {
        dropped = dropped.with(plan.lost(planned.item(), row));
        continue;
      }
      now.add(written == null ? row : measured(row, written, progress));
    }
    Manifest manifest = rows.file().manifest().withRows(now);
    return dropped.targets().isEmpty() ? manifest : manifest.withDropped(dropped);
  }

  private static ManifestRow measured(ManifestRow row, Path written, Progress progress)
      throws IOException {
    try (KpackArchive opened = KpackArchive.open(written)) {
      Checksum sha256 = row.sha256() == null ? null : ManifestDiskCheck.sha256(written, progress);
      return row.measured(
          row.sizeBytes() < 0 ? row.sizeBytes() : Files.size(written),
          row.kernelCount() < 0 ? row.kernelCount() : opened.entryCount(),
          sha256);
    }
  }

  /** Checks that new files fit with what stays free on a disk, and for a time the work files. */
  private void requireRoom(Path folder, PrunePlan plan, long bytes) throws IOException {
    room.at(folder).require(bytes);
    room.at(folder).requireAll(bytes + plan.scratchBytes());
  }

  /** Checks that all files can be replaced, before the first one is. */
  private static void requireWritable(PrunePlan plan) throws IOException {
    Set<Path> folders = new LinkedHashSet<>();
    for (Path file : changed(plan)) {
      folders.add(Objects.requireNonNull(file.getParent()));
    }
    for (Path folder : folders) {
      requireWritable(folder);
    }
    for (Path file : changed(plan)) {
      requireReplaceable(file);
    }
  }

  /**
   * Checks that a file is not immutable: the system refuses to open such a file to write, for
   * another reason than that this user may not.
   */
  private static void requireReplaceable(Path file) throws IOException {
    try {
      FileChannel.open(file, StandardOpenOption.WRITE).close();
    } catch (AccessDeniedException ofOthers) {
      // Its folder is what has to be writable.
      return;
    } catch (FileSystemException failure) {
      String reason = String.valueOf(failure.getReason());
      if (reason.equals(NOT_PERMITTED)) {
        throw new FileSystemException(
            file.toString(),
            null,
            reason
                + ": it cannot be replaced, as if it were immutable (lsattr shows that, chattr -i"
                + " ends it); nothing was changed. Make it replaceable, or prune a copy with -o");
      }
    }
  }

  private static void requireWritable(Path folder) throws IOException {
    if (!Files.isWritable(folder)) {
      throw new FileSystemException(
          folder.toString(),
          null,
          Files.getFileStore(folder).isReadOnly()
              ? "Read-only file system: no file in the folder can be made or replaced"
              : "the folder cannot be written, so no file in it can be made or replaced; check who"
                  + " owns it, and whether it is read-only");
    }
  }

  /** All new files are staged before one is put in place. */
  private void severalInPlace(PrunePlan plan, Progress progress) throws IOException {
    if (plan.changes().isEmpty()) {
      sum(plan, plan.beforeBytes());
      return;
    }
    Path root = PrunePlan.journalRoot(plan.input().toRealPath());
    requireRoom(root, plan, plan.changedBytes());
    requireWritable(plan);
    Map<String, Long> sizes;
    Set<String> unchanged = new HashSet<>();
    try (PruneJournal journal = PruneJournal.begin(root)) {
      plan.changes().keySet().forEach(journal::read);
      Map<String, Optional<Path>> changes = staged(plan, journal::next, progress);
      changes.forEach(
          (path, content) ->
              content.ifPresentOrElse(
                  place -> journal.replace(path, place), () -> journal.remove(path)));
      journal.removeFolders(emptied(plan));
      sizes = sizes(changes);
      progress.step(0);
      List<Path> left = journal.commit();
      findings.addAll(changedMeanwhile(left));
      for (TreeItem item : plan.items()) {
        if (left.contains(item.in(root))) {
          unchanged.add(item.path());
          sizes.put(item.path(), sizeOf(item.in(root)));
        }
      }
      follow(plan, root, unchanged, sizes);
    }
    report(plan, plan.input(), unchanged, sizes);
  }

  /**
   * Writes what changes; a file that cannot be pruned does not.
   *
   * @param next a place for the next one
   * @return the new content of files, by path; empty for one that goes
   */
  private Map<String, Optional<Path>> staged(PrunePlan plan, Supplier<Path> next, Progress progress)
      throws IOException {
    Map<String, Optional<Path>> changes = new LinkedHashMap<>();
    Written places = path -> changes.getOrDefault(path, Optional.empty()).orElse(null);
    for (TreeItem item : plan.items()) {
      Planned planned = plan.changes().get(item.path());
      if (planned == null || isDeferred(plan, item)) {
        continue;
      }
      if (planned.work() instanceof Work.Removal) {
        progress.step(plan.newBytes(item));
        changes.put(item.path(), Optional.empty());
        continue;
      }
      Path place = next.get();
      if (linked(plan, item, place, places) || write(plan, item, place, path -> null, progress)) {
        changes.put(item.path(), Optional.of(place));
      }
    }
    for (TreeItem item : deferred(plan)) {
      Path place = next.get();
      if (linked(plan, item, place, places) || write(plan, item, place, places, progress)) {
        changes.put(item.path(), Optional.of(place));
      }
    }
    return changes;
  }

  private static Map<String, Long> sizes(Map<String, Optional<Path>> changes) throws IOException {
    Map<String, Long> sizes = new HashMap<>();
    for (Map.Entry<String, Optional<Path>> change : changes.entrySet()) {
      Optional<Path> content = change.getValue();
      sizes.put(change.getKey(), content.isPresent() ? Files.size(content.get()) : 0);
    }
    return sizes;
  }

  /**
   * Reports what changed.
   *
   * @param unchanged what did not after all
   * @param sizes of what was written
   */
  private void report(PrunePlan plan, Path root, Set<String> unchanged, Map<String, Long> sizes) {
    for (TreeItem item : plan.items()) {
      Planned planned = plan.changes().get(item.path());
      if (planned != null && !unchanged.contains(item.path())) {
        long size = sizes.getOrDefault(item.path(), item.sizeBytes());
        files.add(plan.report(planned, root, size));
      }
    }
    sum(plan, plan.sum(item -> sizes.getOrDefault(item.path(), item.sizeBytes())));
  }

  private static long sizeOf(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.size(file) : 0;
  }

  /**
   * Corrects manifests and RECORDs that list files which changed meanwhile. Not to be cancelled,
   * since the files that these list have their places.
   *
   * @param left the paths of the files that are left
   * @param sizes gets the sizes of what is written
   */
  private void follow(PrunePlan plan, Path root, Set<String> left, Map<String, Long> sizes)
      throws IOException {
    Set<String> other = new HashSet<>(left);
    for (TreeItem item : other.isEmpty() ? List.<TreeItem>of() : deferred(plan)) {
      Planned planned = Objects.requireNonNull(plan.changes().get(item.path()));
      byte[] now =
          switch (planned.work()) {
            case Work.Rows rows when lists(plan, item, rows, other) ->
                rows.file()
                    .write(
                        measured(
                            plan,
                            planned,
                            rows,
                            path -> SystemText.below(root, path),
                            left,
                            Progress.NONE));
            case Work.Installed installed
                when installed.changed().values().stream().anyMatch(other::contains) ->
                measured(plan, installed, path -> SystemText.below(root, path), Progress.NONE);
            default -> null;
          };
      Path file = item.in(root);
      if (now != null && !left.contains(item.path())) {
        try (ScratchFolder scratch = ScratchFolder.in(root, "prune")) {
          Path made = scratch.folder().resolve("new");
          NamedChannel.write(made, now);
          TreeCopy.like(file, made, lost);
          put(made, file, true, Progress.NONE);
        }
        other.add(item.path());
        sizes.put(item.path(), Files.size(file));
      }
    }
  }

  private static boolean lists(
      PrunePlan plan, TreeItem manifest, Work.Rows work, Set<String> paths) {
    return work.file().manifest().rows().stream()
        .anyMatch(row -> paths.contains(plan.archiveOf(manifest, row)));
  }

  private void file(PrunePlan plan, @Nullable Path output, Progress progress) throws IOException {
    TreeItem item = plan.items().getFirst();
    Path target = output == null ? plan.input().toRealPath() : output.toAbsolutePath();
    Planned planned = plan.changes().get(item.path());
    if (output == null && planned == null) {
      progress.step(plan.beforeBytes());
      sum(plan, plan.beforeBytes());
      return;
    }
    if (output != null && Files.exists(output) && Files.isSameFile(plan.input(), output)) {
      throw new FileSystemException(
          output.toString(), null, "it is the input; use --in-place to change it");
    }
    Path folder = Objects.requireNonNull(target.getParent());
    if (planned != null && planned.work() instanceof Work.Removal) {
      files.add(plan.report(planned, output == null ? plan.input() : output, 0));
      sum(plan, 0);
      progress.step(item.sizeBytes());
      if (output == null) {
        requireWritable(folder);
        requireReplaceable(target);
        Files.delete(target);
      }
      return;
    }
    requireRoom(folder, plan, plan.afterBytes());
    if (Files.exists(folder)) {
      requireWritable(folder);
    }
    if (output == null) {
      requireReplaceable(target);
    }
    try (ScratchFolder scratch = ScratchFolder.in(folder, String.valueOf(target.getFileName()))) {
      Path made = scratch.folder().resolve("new");
      if (!write(plan, item, made, path -> null, progress)) {
        TreeCopy.one(item.source(), made, progress.cancelOnly(), lost);
        progress.step(item.sizeBytes());
      }
      long size = Files.size(made);
      if (planned != null) {
        files.add(plan.report(planned, output == null ? plan.input() : output, size));
      }
      sum(plan, size);
      progress.step(0);
      put(made, target, output == null || request.replace(), progress);
    }
  }

  /** Gives a file its name, unless the same is there already. */
  private static void put(Path made, Path target, boolean replace, Progress progress)
      throws IOException {
    if (replace) {
      try {
        Files.move(
            made, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } catch (FileSystemException failure) {
        throw new FileSystemException(
            target.toString(), null, "it cannot be replaced: " + FolderWalk.words(failure));
      }
    } else if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(made, target);
    } else if (!Files.isRegularFile(target) || !SameFiles.test(made, target, progress)) {
      throw new FileAlreadyExistsException(target.toString(), null, "with other content");
    }
  }
}
