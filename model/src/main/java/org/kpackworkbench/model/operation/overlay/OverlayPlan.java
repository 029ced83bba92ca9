package org.kpackworkbench.model.operation.overlay;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestMerge;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.archives.OlderLoaders;
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Plan of the tree. */
final class OverlayPlan {
  private final OverlayRequest request;
  private final Progress progress;
  private final UnionTree tree;
  private final UnionWriter writer = new UnionWriter();
  private final ExistingTree existing;
  private final List<Path> inputs = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final SequencedSet<String> listed = new LinkedHashSet<>();
  private final SequencedSet<String> present = new LinkedHashSet<>();
  private final List<OverlayReport.Conflict> conflicts = new ArrayList<>();
  private final List<OperationNote> findings = new ArrayList<>();
  private FileTime time = FileTime.fromMillis(0);

  OverlayPlan(OverlayRequest request, Progress progress) throws IOException {
    this.request = request;
    this.progress = progress;
    this.tree = new UnionTree(progress);
    this.existing = ExistingTree.of(request.output(), progress);
  }

  /**
   * Adds an artifact.
   *
   * @param input what was named: its folder, or the packed file
   * @return its files
   */
  List<TreeItem> add(Path input, ArtifactFolder artifact) throws IOException {
    inputs.add(input);
    ArtifactContent content = ArtifactContent.of(artifact, progress);
    findings.addAll(content.unreadable());
    String name =
        request.artifacts().stream().filter(other -> isNamedLike(other, input)).count() > 1
            ? input.toString()
            : artifact.name().toString();
    names.add(name);
    listed.addAll(artifact.manifest().prefixes());
    time =
        UnionWriter.later(
            time, UnionWriter.timeOf(artifact.folder().resolve(ArtifactManifest.FILE_NAME)));
    for (Map.Entry<String, List<TreeItem>> each : content.prefixes().entrySet()) {
      String prefix = each.getKey();
      present.add(prefix);
      if (!request.flatten()) {
        for (TreeItem folder : content.foldersTo(prefix)) {
          tree.add(folder, name);
        }
      }
      for (TreeItem item : each.getValue()) {
        if (item.kind() == TreeItem.Kind.SPECIAL) {
          findings.add(
              OperationNote.warning(
                  "special-file", item.source(), "a device, pipe or socket is left out"));
        } else {
          String path = request.flatten() ? item.path() : prefix + "/" + item.path();
          tree.add(ArtifactContent.at(item, path), request.flatten() ? name + ", " + prefix : name);
        }
      }
    }
    content.artifact().outside().stream()
        .map(OperationNote::outsidePrefixes)
        .forEach(findings::add);
    return content.prefixes().values().stream()
        .flatMap(List::stream)
        .filter(item -> item.kind() == TreeItem.Kind.FILE)
        .toList();
  }

  private static boolean isNamedLike(Path one, Path other) {
    return bareName(one).equals(bareName(other));
  }

  private static String bareName(Path artifact) {
    return String.valueOf(artifact.toAbsolutePath().normalize().getFileName())
        .replaceFirst("\\.tar\\.\\w+$", "");
  }

  /** Takes what was found elsewhere into the report. */
  void find(List<OperationNote> more) {
    findings.addAll(more);
  }

  /** All artifacts were added. */
  OverlayReport finish() throws IOException {
    for (UnionTree.Clash clash : tree.clashes()) {
      conflicts.add(
          new OverlayReport.Conflict(clash.path(), clash.first(), clash.second(), clash.message()));
    }
    List<UnionTree.Slot> brought = List.copyOf(tree.slots());
    checkInputsStay();
    int removed = existing.addTo(tree, this::cleaned, request.replace(), conflicts);
    OverlayManifests.make(tree, writer, request.replace(), conflicts);
    if (!request.flatten()) {
      makeManifest();
      makePrebuilt();
    }
    for (List<String> paths : tree.sameButForCase()) {
      findings.add(
          OperationNote.note(
              "same-but-for-case",
              request.output().resolve(paths.getFirst()),
              "%s are the same name where upper and lower case are not distinguished"
                  .formatted(String.join(", ", paths))));
    }
    findings.addAll(OlderLoaders.in(tree.archives()));
    return report(brought, removed);
  }

  /** An artifact may lie in the tree, but not in a part of it that goes. */
  private void checkInputsStay() throws IOException {
    Path root = RealPaths.of(request.output());
    for (Path input : inputs) {
      Path real = RealPaths.of(input);
      if (real.startsWith(root) && cleaned(root.relativize(real).toString())) {
        throw Obstacle.OVERLAP.exception(
            "the input %s lies in a part of the output that is cleaned", input);
      }
    }
  }

  /** Whether something of the tree that was there is emptied away. */
  private boolean cleaned(String path) {
    return request.clean()
        && (request.flatten()
            || present.stream().anyMatch(prefix -> path.startsWith(prefix + "/")));
  }

  private OverlayReport report(List<UnionTree.Slot> brought, int removed) {
    if (!conflicts.isEmpty()) {
      return report(0, 0, 0, 0);
    }
    int files = writer.madeFiles();
    int links = 0;
    long size = writer.madeBytes();
    for (UnionTree.Slot slot : brought) {
      if (slot.item().kind() == TreeItem.Kind.LINK) {
        links++;
      } else if (slot.item().kind() == TreeItem.Kind.FILE && !writer.makes(slot.item().path())) {
        files++;
        size += slot.item().sizeBytes();
      }
    }
    return report(files, links, size, removed);
  }

  private OverlayReport report(int files, int links, long size, int removed) {
    return new OverlayReport(
        request.output(),
        names,
        List.copyOf(present),
        files,
        links,
        size,
        existing.count() - removed,
        removed,
        conflicts,
        findings,
        false);
  }

  /** Marks each prefix as one that came from an overlay. */
  private void makePrebuilt() {
    for (String prefix : present) {
      String path = prefix + ArtifactFolder.PREBUILT;
      UnionTree.Slot inTheWay = tree.at(path);
      if (inTheWay != null && inTheWay.item().kind() != TreeItem.Kind.FILE) {
        conflicts.add(
            new OverlayReport.Conflict(
                path, inTheWay.from(), "this program", "something other than the .prebuilt file"));
      }
      writer.make(path, new byte[0], time);
    }
  }

  /** The lines of all, those of the tree that was there first. */
  private void makeManifest() throws IOException {
    SequencedSet<String> lines = new LinkedHashSet<>();
    if (existing.is() && Files.exists(request.output().resolve(ArtifactManifest.FILE_NAME))) {
      lines.addAll(ArtifactManifest.in(request.output()).prefixes());
    }
    lines.addAll(listed);
    byte[] bytes = new ArtifactManifest(List.copyOf(lines)).encode();
    try {
      ArtifactManifest.parse(request.output().toString(), bytes);
    } catch (FormatException nested) {
      conflicts.add(
          new OverlayReport.Conflict(
              ArtifactManifest.FILE_NAME,
              names.getFirst(),
              names.getLast(),
              String.valueOf(nested.getMessage())));
    }
    writer.make(ArtifactManifest.FILE_NAME, bytes, time);
  }

  /** How much is written. */
  long bytes() {
    return writer.madeBytes()
        + tree.slots().stream().mapToLong(slot -> slot.item().sizeBytes()).sum();
  }

  /** Whether the tree that is there is what it would be. */
  boolean isThere() throws IOException {
    return existing.is() && writer.isAt(request.output(), tree.slots(), progress);
  }

  /**
   * Writes, and says of each file which was brought that it is there.
   *
   * @return what is to be said of what could not be written
   */
  List<OperationNote> write(Path folder, Progress progress, Consumer<TreeItem> written)
      throws IOException {
    writer.write(
        folder, tree.slots(), ExistingTree.FROM, progress, slot -> written.accept(slot.item()));
    @Nullable Path root = existing.is() ? request.output() : null;
    if (root != null) {
      TreeCopy.like(root.toRealPath(), folder, writer.lost());
    }
    Files.setLastModifiedTime(folder, time);
    return writer.lost().each(OperationNote::lost);
  }

  /** The tree that is there before something is laid over it; may be none. */
  record ExistingTree(boolean there, List<TreeItem> items) {
    /** The source of its files, in messages. */
    static final String FROM = "the existing tree";

    /** Looks. */
    static ExistingTree of(Path root, Progress progress) throws IOException {
      boolean there = Files.isDirectory(root);
      List<TreeItem> items =
          there ? TreeItem.below(root.toRealPath(), progress.cancelOnly()) : List.of();
      for (TreeItem item : items) {
        if (item.kind() == TreeItem.Kind.SPECIAL) {
          throw new FileSystemException(
              item.source().toString(),
              null,
              "it is a device, pipe or socket; overlay onto another folder, or remove it");
        }
      }
      return new ExistingTree(there, items);
    }

    /** Whether there is one. */
    boolean is() {
      return there;
    }

    /** Number of its files and links. */
    int count() {
      return (int) items.stream().filter(item -> item.kind() != TreeItem.Kind.FOLDER).count();
    }

    /**
     * Adds what stays of it behind what artifacts have brought.
     *
     * @param cleaned whether a path goes
     * @param replace whether files that artifacts bring may take the place of others
     * @param conflicts gets what does not go together
     * @return number of files and links that do not stay as they are
     */
    int addTo(
        UnionTree tree,
        Predicate<String> cleaned,
        boolean replace,
        List<OverlayReport.Conflict> conflicts)
        throws IOException {
      int removed = 0;
      int clashes = tree.clashes().size();
      for (TreeItem item : items) {
        boolean counts = item.kind() != TreeItem.Kind.FOLDER;
        if (cleaned.test(item.path())) {
          removed += counts ? 1 : 0;
          continue;
        }
        tree.add(item, FROM);
        if (tree.clashes().size() == clashes) {
          continue;
        }
        clashes++;
        removed += counts ? 1 : 0;
        UnionTree.Clash clash = tree.clashes().getLast();
        if (!replace || !clash.content()) {
          conflicts.add(
              new OverlayReport.Conflict(
                  clash.path(), clash.second(), clash.first(), clash.message()));
        }
      }
      return removed;
    }
  }

  private static final class OverlayManifests {
    private OverlayManifests() {}

    /**
     * Makes those that are brought more than once.
     *
     * @param replace whether artifacts are right where the tree that was there says something else
     */
    static void make(
        UnionTree tree, UnionWriter writer, boolean replace, List<OverlayReport.Conflict> conflicts)
        throws IOException {
      for (Map.Entry<String, List<UnionTree.Slot>> each : tree.manifests().entrySet()) {
        List<UnionTree.Slot> slots = each.getValue();
        if (slots.size() > 1 && !same(slots)) {
          make(each.getKey(), slots, writer, replace, conflicts);
        }
      }
    }

    /** Whether all are the same file, whatever is in it. */
    private static boolean same(List<UnionTree.Slot> slots) throws IOException {
      for (UnionTree.Slot slot : slots) {
        if (!SameFiles.test(
            slots.getFirst().item().source(), slot.item().source(), Progress.NONE)) {
          return false;
        }
      }
      return true;
    }

    private static void make(
        String path,
        List<UnionTree.Slot> slots,
        UnionWriter writer,
        boolean replace,
        List<OverlayReport.Conflict> conflicts)
        throws IOException {
      List<ManifestMerge.Side> sides = new ArrayList<>();
      FileTime time = FileTime.fromMillis(0);
      for (UnionTree.Slot slot : slots) {
        try {
          sides.add(
              new ManifestMerge.Side(
                  slot.from(), ManifestFile.open(slot.item().source()).manifest()));
        } catch (FormatException broken) {
          conflicts.add(
              new OverlayReport.Conflict(
                  path,
                  slots.getFirst().from(),
                  slot.from(),
                  "a manifest that cannot be merged: " + broken.getMessage()));
          return;
        }
        time = UnionWriter.later(time, UnionWriter.timeOf(slot.item().source()));
      }
      ManifestMerge.Merged merged = ManifestMerge.of(sides);
      for (ManifestMerge.Difference difference : merged.differences()) {
        if (replace && difference.second().equals(ExistingTree.FROM)) {
          continue;
        }
        conflicts.add(
            new OverlayReport.Conflict(
                path,
                difference.first(),
                difference.second(),
                "manifests that differ on %s: %s"
                    .formatted(difference.target(), difference.message())));
      }
      writer.make(path, ManifestWriter.write(merged.manifest()), time);
    }
  }
}
