package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.archives.OlderLoaders.FiledRows;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.Planned.Work;
import org.kpackworkbench.model.operation.prune.Planned.Written;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;

/**
 * Plans archives and manifests. Loaders search all archives of a folder, so that these are decided
 * together; manifests follow them.
 */
final class ArchivesPlan {
  private final PrunePlan plan;
  private final LoadedRows loads;

  /**
   * Of archives that a loader finds in one folder, what there is for each binary and index, and
   * what stays of it.
   */
  private final Map<String, Map<CodeKey, Choice>> folders = new HashMap<>();

  /** The paths of archives by where loaders find them. */
  private final Map<String, String> listed = new HashMap<>();

  /** The folders of artifacts, each with a slash. */
  private final Set<String> artifacts = new HashSet<>();

  ArchivesPlan(PrunePlan plan) {
    this.plan = plan;
    this.loads = new LoadedRows(plan);
  }

  /** A binary and the index of a wrapper. */
  record CodeKey(String binary, int index) {
    static CodeKey of(BinaryKey key) {
      return new CodeKey(key.binary(), key.index());
    }
  }

  /** Code for a binary and index; loaders look for what an archive lists. */
  private static final class Choice {
    final Set<GpuTarget> there = new LinkedHashSet<>();
    final Set<GpuTarget> listed = new LinkedHashSet<>();
    Set<GpuTarget> kept = Set.of();
  }

  /**
   * An archive, which loses rows; what is stored of the others stays as it is.
   *
   * @param kept for each binary and index the targets that stay
   * @param targets the targets that it still has code for
   * @param lost what it loses
   */
  record Archive(
      PruneRequest request,
      Map<CodeKey, Set<GpuTarget>> kept,
      SortedSet<String> targets,
      DroppedTargets lost)
      implements Work, Loads.Left {
    @Override
    public Outcome outcome() {
      return Outcome.PRUNED;
    }

    @Override
    public boolean has(String key, String architecture) {
      return kept.getOrDefault(CodeKey.of(BinaryKey.parse(key)), Set.of())
          .contains(GpuTarget.lenient(architecture));
    }

    @Override
    public boolean lists(String architecture) {
      return targets.contains(architecture)
          || (!request.keep().names().isEmpty()
              && request.keep().keeps(GpuTarget.lenient(architecture)));
    }

    /** Returns the rows that an archive will have; empty if no loader reads it. */
    Optional<FiledRows> rows(Path file) throws IOException {
      try (KpackArchive archive = KpackArchive.open(file)) {
        if (!archive.scheme().isLoaded()) {
          return Optional.empty();
        }
        FiledRows rows = new FiledRows(file, archive.groupName(), List.copyOf(targets));
        kept.forEach(
            (key, stay) ->
                stay.forEach(
                    target ->
                        rows.add(
                            new BinaryKey(key.binary(), key.index(), true), target.toString())));
        return Optional.of(rows);
      }
    }

    /** Takes rows out of an archive; what is stored of the others stays as it is. */
    @Override
    public void write(TreeItem item, Path place, Written written, CodeStore.Writing writing)
        throws IOException {
      try (EditedArchive archive = EditedArchive.open(item.source(), request.large())) {
        archive.allowAnyList();
        archive.allowBeyondLoaders();
        List<RowRef> gone = new ArrayList<>();
        for (int i = 0; i < archive.rowCount(); i++) {
          RowRef row = archive.row(i).ref();
          if (!has(row.key(), row.target())) {
            gone.add(row);
          }
        }
        archive.apply(new ArchiveEdit.Delete(gone));
        List<String> labels = archive.architectures();
        List<String> left = labels.stream().filter(this::lists).toList();
        if (left.size() < labels.size()) {
          archive.apply(new ArchiveEdit.SetArchitectures(left));
        }
        archive.noteDropped(lost);
        archive.saveAs(place, false, writing.progress());
      }
    }
  }

  /** A manifest, which follows its archives; the row of a removed one goes. */
  private record Rows(ArchivesPlan of, ManifestFile file, List<ManifestRow> rows) implements Work {
    @Override
    public Outcome outcome() {
      return Outcome.UPDATED;
    }

    @Override
    public int turn() {
      return 1;
    }

    @Override
    public boolean lists(TreeItem item, Set<String> paths) {
      return file.manifest().rows().stream()
          .anyMatch(row -> paths.contains(of.archiveOf(item, row)));
    }

    @Override
    public void write(TreeItem item, Path place, Written written, CodeStore.Writing writing)
        throws IOException {
      NamedChannel.write(place, file.write(of.measured(item, this, written, writing.progress())));
    }
  }

  /**
   * All archives of a folder are read before anything is decided about one of them.
   *
   * @param binaries those that may get their code from archives
   */
  void archives(List<TreeItem> archives, List<TreeItem> binaries) throws IOException {
    plan.items().stream()
        .filter(item -> item.path().endsWith("/" + ArtifactManifest.FILE_NAME))
        .forEach(item -> artifacts.add(PrunePlan.folder(item)));
    List<TreeItem> readable = new ArrayList<>();
    Map<String, List<TreeItem>> together = new HashMap<>();
    Map<String, Set<BinaryKey>> keys = new HashMap<>();
    for (TreeItem item : archives) {
      listed.putIfAbsent(
          loadedFrom(item) + item.path().substring(PrunePlan.folder(item).length()), item.path());
      try (KpackArchive archive = open(item)) {
        Map<CodeKey, Choice> choices =
            folders.computeIfAbsent(loadedFrom(item), key -> new HashMap<>());
        Set<String> listed = Set.copyOf(archive.architectures());
        together.computeIfAbsent(loadedFrom(item), folder -> new ArrayList<>()).add(item);
        Set<BinaryKey> own = keys.computeIfAbsent(loadedFrom(item), folder -> new HashSet<>());
        for (ArchiveEntry entry : archive.entries()) {
          own.add(entry.key());
          CodeKey key = CodeKey.of(entry.key());
          Choice choice = choices.computeIfAbsent(key, each -> new Choice());
          choice.there.add(entry.target());
          if (listed.contains(entry.targetText())) {
            choice.listed.add(entry.target());
          }
          loads.add(key, entry.target());
        }
        loads.add(item, loadedFrom(item));
        readable.add(item);
      } catch (IOException failure) {
        plan.refused(item, failure);
      }
    }
    loads.ask(binaries);
    for (Map.Entry<String, List<TreeItem>> folder : together.entrySet()) {
      loads.ask(folder.getKey(), folder.getValue(), keys.getOrDefault(folder.getKey(), Set.of()));
    }
    for (Map.Entry<String, Map<CodeKey, Choice>> folder : folders.entrySet()) {
      Map<String, Boolean> any = new TreeMap<>();
      folder
          .getValue()
          .forEach(
              (key, choice) -> {
                plan.balance().there(choice.there);
                choice.kept = kept(folder.getKey(), key, choice);
                any.merge(
                    key.binary(),
                    loads.find(folder.getKey(), key) || !choice.kept.isEmpty(),
                    Boolean::logicalOr);
              });
      any.forEach(
          (binary, some) -> {
            if (!some) {
              plan.balance().empty(binary);
            }
          });
    }
    for (TreeItem item : readable) {
      try (KpackArchive archive = open(item)) {
        archive(item, archive);
      } catch (FormatException broken) {
        // Its table is cut off, or its frames.
        plan.refused(item, broken);
      }
    }
  }

  /** Targets that stay of code that no known load finds or passes over. */
  private Set<GpuTarget> kept(String folder, CodeKey key, Choice choice) {
    ServedCode served = plan.served();
    List<GpuTarget> unknown =
        served.drop() || served.fallbacks()
            ? served.filter().targets()
            : served.filter().targets().stream()
                .filter(each -> !loads.serve(folder, key, each))
                .toList();
    boolean all = unknown.size() == served.filter().targets().size();
    if (served.drop() || (all && choice.listed.equals(choice.there))) {
      return plan.stays(choice.there);
    }
    Set<GpuTarget> kept = new LinkedHashSet<>();
    for (GpuTarget wanted : unknown) {
      Set<GpuTarget> listed = served.served(wanted, choice.listed);
      kept.addAll(listed.isEmpty() ? served.served(wanted, choice.there) : listed);
    }
    return kept;
  }

  private KpackArchive open(TreeItem item) throws IOException {
    return KpackArchive.open(item.source(), UnpackBudget.operation(plan.request().large()));
  }

  /**
   * The folder in which a loader finds an archive, with a slash: artifacts beside each other are
   * overlaid onto one tree.
   */
  private String loadedFrom(TreeItem archive) {
    String folder = PrunePlan.folder(archive);
    for (int slash = folder.indexOf('/'); slash >= 0; slash = folder.indexOf('/', slash + 1)) {
      if (artifacts.contains(folder.substring(0, slash + 1))) {
        String beside = folder.substring(0, folder.lastIndexOf('/', slash - 1) + 1);
        return beside + folder.substring(slash + 1);
      }
    }
    return folder;
  }

  /** The path of an archive that a manifest lists, beside it or in an artifact that is overlaid. */
  private String archiveOf(TreeItem manifest, ManifestRow row) {
    String beside = PrunePlan.folder(manifest) + row.file();
    return plan.changes().containsKey(beside)
        ? beside
        : listed.getOrDefault(loadedFrom(manifest) + row.file(), beside);
  }

  private void archive(TreeItem item, KpackArchive archive) throws IOException {
    Map<CodeKey, Choice> choices = folders.getOrDefault(loadedFrom(item), Map.of());
    Map<CodeKey, Set<GpuTarget>> kept = new HashMap<>();
    SortedSet<String> targets = new TreeSet<>();
    SortedSet<String> gone = new TreeSet<>();
    DroppedTargets.Collector lost = new DroppedTargets.Collector();
    archive.blobs(plan.quiet());
    FormatException broken = null;
    boolean loses = false;
    for (ArchiveEntry entry : archive.entries()) {
      boolean stays = stays(choices, item, entry);
      loses |= !stays;
      broken =
          broken == null && stays
              ? archive.problem(entry.row()).filter(ArchivesPlan::isKept).orElse(null)
              : broken;
    }
    if (loses && broken != null) {
      plan.refused(item, broken);
      return;
    }
    Set<Integer> keptBlobs = new HashSet<>();
    Set<Integer> goneBlobs = new HashSet<>();
    long less = 0;
    for (ArchiveEntry entry : archive.entries()) {
      CodeKey key = CodeKey.of(entry.key());
      boolean stays = stays(choices, item, entry);
      plan.count(item, stays, entry.target().toString(), Math.max(0, entry.originalSizeBytes()));
      if (stays) {
        kept.computeIfAbsent(key, each -> new HashSet<>()).add(entry.target());
        targets.add(entry.targetText());
        keptBlobs.add(entry.ordinal());
      } else {
        lost.add(entry.targetText(), key.binary(), key.index());
        gone.add(entry.targetText());
        goneBlobs.add(entry.ordinal());
        less += archive.rowRange(entry.row()).length();
      }
    }
    if (gone.isEmpty()) {
      return;
    }
    if (kept.isEmpty() && plan.isTree()) {
      plan.change(new Planned(item, new Planned.Removal(lost.note()), 0, gone));
      return;
    }
    goneBlobs.removeAll(keptBlobs);
    Set<Integer> once = new HashSet<>();
    for (ArchiveEntry entry : archive.entries()) {
      if (goneBlobs.contains(entry.ordinal()) && once.add(entry.ordinal())) {
        less += Math.max(0, archive.storedSizeBytes(entry.row()));
      }
    }
    plan.change(
        new Planned(
            item,
            new Archive(plan.request(), kept, targets, lost.note()),
            item.sizeBytes() - less,
            gone));
  }

  /** Whether a row's problem would be written again; names and repetitions are no hindrance. */
  private static boolean isKept(FormatException problem) {
    return problem.reason() != Reason.UNSAFE_PATH && problem.reason() != Reason.DUPLICATE_KEY;
  }

  private boolean stays(Map<CodeKey, Choice> choices, TreeItem item, ArchiveEntry entry) {
    CodeKey key = CodeKey.of(entry.key());
    Choice choice = choices.get(key);
    return choice != null
        && (choice.kept.contains(entry.target()) || loads.of(item, key).contains(entry.target()));
  }

  /**
   * Checks that kept GPUs get the same code as before.
   *
   * @throws OperationException if one does not
   */
  void check() throws IOException {
    loads.check();
  }

  void manifest(TreeItem item) throws IOException {
    ManifestFile file;
    try {
      file = ManifestFile.open(item.source());
    } catch (FormatException failure) {
      plan.refused(item, failure);
      return;
    }
    if (!file.editable()) {
      FormatException why = file.problems().isEmpty() ? file.cut() : file.problems().getFirst();
      if (why != null) {
        plan.refused(item, why);
      }
      return;
    }
    Manifest manifest = file.manifest();
    List<ManifestRow> rows = new ArrayList<>();
    SortedSet<String> gone = new TreeSet<>();
    boolean changes = false;
    boolean follows = plan.isTree() || !item.equals(plan.items().getFirst());
    Set<GpuTarget> kept =
        follows ? Set.of() : plan.stays(manifest.rows().stream().map(ManifestRow::target).toList());
    for (ManifestRow row : manifest.rows()) {
      Planned archive = plan.changes().get(archiveOf(item, row));
      boolean stays =
          follows
              ? archive == null
                  || (archive.work() instanceof Archive left
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
      plan.balance().there(manifest.rows().stream().map(ManifestRow::target).toList());
    }
    if (changes) {
      boolean goes = plan.isTree() && rows.isEmpty();
      plan.change(
          new Planned(
              item,
              goes ? new Planned.Removal() : new Rows(this, file, rows),
              goes ? 0 : item.sizeBytes(),
              gone));
    }
  }

  /**
   * Returns the note of a manifest where a row goes: what its archive loses, as far as that is
   * known.
   */
  private DroppedTargets lost(TreeItem manifest, ManifestRow row) {
    return switch (plan.work(archiveOf(manifest, row))) {
      case Archive(var request, var kept, var targets, DroppedTargets lost) -> lost;
      case Planned.Removal(DroppedTargets lost) when !lost.targets().isEmpty() -> lost;
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

  /** The manifests beside an archive that list it; one that cannot be read is named. */
  List<TreeItem> manifestsOf(TreeItem archive) throws IOException {
    List<TreeItem> listing = new ArrayList<>();
    for (Path file : FolderList.of(PrunePlan.journalRoot(archive.source()))) {
      if (!PrunePlan.isManifest(file.getFileName().toString()) || !Files.isRegularFile(file)) {
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
      plan.note(
          OperationNote.warning(
              "manifest-not-updated",
              file,
              "it cannot be read completely, and may have the old size and checksum of "
                  + archive.path(),
              "Check it with verify."));
    }
    return listing;
  }

  /** Returns a manifest for its archives as they will be. */
  private Manifest measured(TreeItem item, Rows rows, Written places, Progress progress)
      throws IOException {
    List<ManifestRow> now = new ArrayList<>();
    DroppedTargets dropped = DroppedTargets.NONE;
    for (ManifestRow row : rows.file().manifest().rows()) {
      String path = archiveOf(item, row);
      Path written = plan.changes().containsKey(path) ? places.of(path) : null;
      boolean unchanged = places.left().contains(path) && written != null && Files.exists(written);
      if (!unchanged && !rows.rows().contains(row)) {
        dropped = dropped.with(lost(item, row));
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
}
