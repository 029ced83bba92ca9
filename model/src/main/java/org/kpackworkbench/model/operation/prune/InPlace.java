package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.Mounts;
import org.kpackworkbench.model.base.files.HardLinks;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Checks and notes about files that change in place. Used by one thread. */
final class InPlace {
  private static final String NOT_PERMITTED = "Operation not permitted";

  private final PruneRequest request;
  private final Map<Path, OperationNote> unknownOwners = new TreeMap<>();

  InPlace(PruneRequest request) {
    this.request = request;
  }

  /** Notes databases of packages that do not say which files they own. */
  Collection<OperationNote> unknownOwners() {
    return unknownOwners.values();
  }

  /** Returns the notes about the files that a plan changes. */
  List<OperationNote> notes(PrunePlan plan, List<OperationNote> owned) throws IOException {
    List<OperationNote> notes = new ArrayList<>(owned);
    notes.addAll(InstalledWheels.notes(plan.input().toRealPath(), changed(plan)));
    notes.addAll(otherNames(plan));
    notes.addAll(
        OwnerChanges.notes(
            plan.changes().values().stream()
                .filter(planned -> !planned.isRemoval())
                .map(planned -> planned.item().source())
                .toList()));
    return notes;
  }

  /** Returns the notes about a package if it changes in place. */
  List<OperationNote> notes(Path real, List<OperationNote> owned) throws IOException {
    List<OperationNote> notes = new ArrayList<>(owned);
    notes.addAll(unknownOwners.values());
    if (HardLinks.count(real) > 1) {
      notes.add(linkedOutside(request.inputs().getFirst()));
    }
    notes.addAll(OwnerChanges.notes(List.of(real)));
    return notes;
  }

  /**
   * The notes of {@link #owned}, of files that are to be changed.
   *
   * @throws OperationException if there are some, and such files are not to be changed
   */
  List<OperationNote> allowed(List<Path> changed) throws IOException {
    List<OperationNote> owned = owned(changed);
    if (!owned.isEmpty() && !request.replace()) {
      throw Obstacle.OWNED_BY_PACKAGES.exception(
          owned.getFirst().file()
              + ": "
              + owned.stream().map(OperationNote::message).collect(Collectors.joining(" "))
              + " The package manager would report them as changed, and its next update"
              + " replaces them. Prune a copy (-o OUT), or confirm with --force");
    }
    return owned;
  }

  static List<Path> changed(PrunePlan plan) {
    return plan.changes().values().stream().map(planned -> planned.item().source()).toList();
  }

  /** A note for each installed package that owns files that change. */
  List<OperationNote> owned(List<Path> changed) throws IOException {
    List<OperationNote> notes = new ArrayList<>();
    PackageOwners owners = PackageOwners.of(changed);
    owners
        .owners()
        .forEach(
            (name, owned) ->
                notes.add(
                    OperationNote.warning(
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
                    OperationNote.warning(
                        "package-owners-unknown",
                        database,
                        "which files installed packages own is not known: " + why,
                        "Check with rpm -qf whether a package owns the files.")));
    return notes;
  }

  /** A note for each file that changes and has a hard link outside of what is pruned. */
  private static List<OperationNote> otherNames(PrunePlan plan) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    plan.firstNames().values().forEach(first -> counts.merge(first, 1, Integer::sum));
    List<OperationNote> notes = new ArrayList<>();
    for (Planned planned : plan.changes().values()) {
      TreeItem item = planned.item();
      String first = plan.firstNames().getOrDefault(item.path(), item.path());
      if (first.equals(item.path())
          && HardLinks.count(item.source()) > 1 + counts.getOrDefault(first, 0)) {
        notes.add(linkedOutside(item.source()));
      }
    }
    return notes;
  }

  private static OperationNote linkedOutside(Path file) {
    return OperationNote.warning(
        "linked-outside",
        file,
        "it has a hard link outside of what is pruned, which keeps all code",
        "Prune that file, too; find -samefile finds it.");
  }

  static List<OperationNote> changedMeanwhile(List<Path> files) {
    return files.stream()
        .map(
            file ->
                OperationNote.warning(
                    "changed-meanwhile",
                    file,
                    "it changed after prune read it, and is left as it is now",
                    "Prune it again."))
        .toList();
  }

  /** Checks that all files can be replaced, before the first one is. */
  static void requireWritable(PrunePlan plan) throws IOException {
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
  static void requireReplaceable(Path file) throws IOException {
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

  static void requireWritable(Path folder) throws IOException {
    if (!Files.isWritable(folder)) {
      throw new FileSystemException(
          folder.toString(),
          null,
          Mounts.of(folder).filter(FileStore::isReadOnly).isPresent()
              ? "Read-only file system: no file in the folder can be made or replaced"
              : "the folder cannot be written, so no file in it can be made or replaced; check who"
                  + " owns it, and whether it is read-only");
    }
  }
}
