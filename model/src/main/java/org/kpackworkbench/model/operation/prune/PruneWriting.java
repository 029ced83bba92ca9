package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.NewFolder;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.prune.Planned.Written;

/**
 * Writes what a plan changes: a new file or tree, files in place, or what changes alone. Used once,
 * by one thread.
 */
final class PruneWriting {
  private final PruneRequest request;
  private final PrunePlan plan;
  private final Maker<Path, DiskRoom> room;
  private final LostAttributes lost;
  private final Progress progress;
  private final List<OperationNote> findings = new ArrayList<>();

  /**
   * Files that were written.
   *
   * @param sizes the sizes of files afterwards, by path; others are as they were
   * @param left the paths of files that changed meanwhile, and were left
   */
  record Result(Map<String, Long> sizes, Set<String> left) {
    private static final Result NOTHING = new Result(Map.of(), Set.of());

    boolean wrote(TreeItem item) {
      return sizes.containsKey(item.path()) && !left.contains(item.path());
    }

    long sizeBytes(TreeItem item) {
      return sizes.getOrDefault(item.path(), item.sizeBytes());
    }
  }

  PruneWriting(
      PruneRequest request,
      PrunePlan plan,
      Maker<Path, DiskRoom> room,
      LostAttributes lost,
      Progress progress) {
    this.request = request;
    this.plan = plan;
    this.room = room;
    this.lost = lost;
    this.progress = progress;
  }

  List<OperationNote> findings() {
    return findings;
  }

  /** Writes to the output, or in place. */
  Result write() throws IOException {
    Path output = request.output().orElse(null);
    progress.begin(
        "Pruning " + plan.input(),
        output == null && plan.isSeveral() ? plan.changedInputBytes() : plan.beforeBytes(),
        Unit.BYTES);
    if (plan.isEmpty()) {
      return Result.NOTHING;
    }
    if (!plan.isSeveral()) {
      return file(output);
    }
    return output == null ? severalInPlace() : newTree(output);
  }

  /**
   * Writes what changes in a tree.
   *
   * @param folder an empty folder for that
   * @param taker what it is for; not called where there is no file in the tree
   */
  Result changes(Path folder, Taker<Map<String, Optional<Path>>> taker) throws IOException {
    if (plan.isEmpty()) {
      return Result.NOTHING;
    }
    progress.begin("Pruning " + plan.input(), plan.changedInputBytes(), Unit.BYTES);
    requireRoom(folder, plan.changedBytes());
    AtomicInteger number = new AtomicInteger();
    Map<String, Optional<Path>> changes =
        staged(item -> folder.resolve(Integer.toString(number.getAndIncrement())));
    Result result = new Result(sizes(changes), Set.of());
    taker.take(changes);
    return result;
  }

  private Result newTree(Path output) throws IOException {
    OutputOutsideInput.check(plan.input(), output);
    requireRoom(Objects.requireNonNull(output.toAbsolutePath().getParent()), plan.afterBytes());
    Map<String, Long> sizes = new HashMap<>();
    boolean unused =
        new NewFolder(output, request.replace())
            .write(folder -> sizes.putAll(newTreeIn(folder)), progress);
    return new Result(sizes, Set.of());
  }

  private Map<String, Long> newTreeIn(Path folder) throws IOException {
    TreeCopy copy = new TreeCopy(folder, progress, lost);
    Set<String> emptied = emptied();
    for (TreeItem item : plan.items()) {
      progress.step(0);
      if (item.kind() == TreeItem.Kind.FOLDER && !emptied.contains(item.path())) {
        copy.folder(item);
      } else if (item.kind() == TreeItem.Kind.LINK) {
        copy.link(item);
      } else if (item.kind() == TreeItem.Kind.SPECIAL) {
        findings.add(OperationNote.leftOut(item.source()));
      }
    }
    Map<String, Optional<Path>> changes = staged(item -> item.in(folder));
    for (TreeItem item : plan.items()) {
      progress.step(0);
      if (item.kind() == TreeItem.Kind.FILE && !changes.containsKey(item.path())) {
        copy.file(item);
      }
    }
    copy.finish(plan.input());
    progress.step(0);
    return sizes(changes);
  }

  /**
   * The folders all of whose files are removed, and that have nothing else; what was empty before
   * is none of them.
   */
  private Set<String> emptied() {
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
      boolean removed = planned != null && planned.isRemoval();
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
  private boolean linked(TreeItem item, Path place, Written written) throws IOException {
    Path first = plan.sameAs(item).map(written::of).orElse(null);
    if (first == null || !Files.exists(first, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Files.createLink(place, first);
    return true;
  }

  /**
   * Writes a file that changes, with mode and time of the original.
   *
   * @return false if it does not change, or cannot be pruned
   */
  private boolean write(TreeItem item, Path place, Written written) throws IOException {
    Planned planned = plan.changes().get(item.path());
    if (planned == null) {
      return false;
    }
    try {
      planned.work().write(item, place, written, writing(progress.cancelOnly()));
    } catch (IOException failure) {
      Files.deleteIfExists(place);
      plan.refused(item, failure);
      return false;
    }
    TreeCopy.like(item.source(), place, lost);
    progress.step(item.sizeBytes());
    return true;
  }

  private CodeStore.Writing writing(Progress quiet) {
    // What replaces an original has to be there after a loss of power, too.
    boolean durable = request.output().isEmpty();
    return new CodeStore.Writing(request.threads(), request.large(), durable, quiet);
  }

  /** Checks that new files fit with what stays free on a disk, and for a time the work files. */
  private void requireRoom(Path folder, long bytes) throws IOException {
    room.make(folder).require(bytes);
    room.make(folder).requireAll(bytes + plan.scratchBytes());
  }

  /** All new files are staged before one is put in place. */
  private Result severalInPlace() throws IOException {
    if (plan.changes().isEmpty()) {
      return Result.NOTHING;
    }
    Path root = PrunePlan.journalRoot(plan.input().toRealPath());
    requireRoom(root, plan.changedBytes());
    InPlace.requireWritable(plan);
    try (PruneJournal journal = PruneJournal.begin(root)) {
      plan.changes().keySet().forEach(journal::read);
      Map<String, Optional<Path>> changes = staged(item -> journal.next());
      changes.forEach(
          (path, content) ->
              content.ifPresentOrElse(
                  place -> journal.replace(path, place), () -> journal.remove(path)));
      journal.removeFolders(emptied());
      Map<String, Long> sizes = sizes(changes);
      progress.step(0);
      List<Path> left = journal.commit();
      findings.addAll(InPlace.changedMeanwhile(left));
      Set<String> unchanged = new HashSet<>();
      for (TreeItem item : plan.items()) {
        if (left.contains(item.in(root))) {
          unchanged.add(item.path());
          sizes.put(item.path(), sizeOf(item.in(root)));
        }
      }
      follow(root, unchanged, sizes);
      return new Result(sizes, unchanged);
    }
  }

  /**
   * Writes what changes; a file that cannot be pruned does not.
   *
   * @param places where a file is written
   * @return the new content of files, by path; empty for one that goes
   */
  private Map<String, Optional<Path>> staged(Function<TreeItem, Path> places) throws IOException {
    Map<String, Optional<Path>> changes = new LinkedHashMap<>();
    Written written = path -> changes.getOrDefault(path, Optional.empty()).orElse(null);
    for (int turn = 0; turn <= Planned.LAST_TURN; turn++) {
      for (TreeItem item : plan.items()) {
        Planned planned = plan.changes().get(item.path());
        if (planned == null || planned.work().turn() != turn) {
          continue;
        }
        if (planned.isRemoval()) {
          progress.step(plan.newBytes(item));
          changes.put(item.path(), Optional.empty());
          continue;
        }
        Path place = places.apply(item);
        if (linked(item, place, written) || write(item, place, written)) {
          changes.put(item.path(), Optional.of(place));
        }
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
  private void follow(Path root, Set<String> left, Map<String, Long> sizes) throws IOException {
    Set<String> other = new HashSet<>(left);
    Written now =
        new Written() {
          @Override
          public Path of(String path) {
            return SystemText.below(root, path);
          }

          @Override
          public Set<String> left() {
            return left;
          }
        };
    for (int turn = 1; turn <= Planned.LAST_TURN; turn++) {
      for (Planned planned : plan.changes().values()) {
        TreeItem item = planned.item();
        Path file = item.in(root);
        if (planned.work().turn() == turn
            && planned.work().lists(item, other)
            && !left.contains(item.path())) {
          try (ScratchFolder scratch = ScratchFolder.in(root, "prune")) {
            Path made = scratch.folder().resolve("new");
            planned.work().write(item, made, now, writing(Progress.NONE));
            TreeCopy.like(file, made, lost);
            put(made, file, true, Progress.NONE);
          }
          other.add(item.path());
          sizes.put(item.path(), Files.size(file));
        }
      }
    }
  }

  private Result file(@Nullable Path output) throws IOException {
    TreeItem item = plan.items().getFirst();
    Path target = output == null ? plan.input().toRealPath() : output.toAbsolutePath();
    Planned planned = plan.changes().get(item.path());
    if (output == null && planned == null) {
      progress.step(plan.beforeBytes());
      return Result.NOTHING;
    }
    if (output != null && Files.exists(output) && Files.isSameFile(plan.input(), output)) {
      throw new FileSystemException(
          output.toString(), null, "it is the input; use --in-place to change it");
    }
    Path folder = Objects.requireNonNull(target.getParent());
    if (planned != null && planned.isRemoval()) {
      progress.step(item.sizeBytes());
      if (output == null) {
        InPlace.requireWritable(plan);
        Files.delete(target);
      }
      return new Result(Map.of(item.path(), 0L), Set.of());
    }
    requireRoom(folder, plan.afterBytes());
    if (Files.exists(folder)) {
      InPlace.requireWritable(folder);
    }
    if (output == null) {
      InPlace.requireReplaceable(target);
    }
    try (ScratchFolder scratch = ScratchFolder.in(folder, String.valueOf(target.getFileName()))) {
      Path made = scratch.folder().resolve("new");
      if (!write(item, made, path -> null)) {
        TreeCopy.one(item.source(), made, progress.cancelOnly(), lost);
        progress.step(item.sizeBytes());
      }
      long size = Files.size(made);
      progress.step(0);
      put(made, target, output == null || request.replace(), progress);
      return new Result(Map.of(item.path(), size), Set.of());
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
