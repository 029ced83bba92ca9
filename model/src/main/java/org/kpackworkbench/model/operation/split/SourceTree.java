package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.database.DatabaseTargets;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Everything in an artifact's prefixes, prefix by prefix in the order of their names; folders come
 * before what is in them.
 *
 * @param artifact the artifact
 * @param prefixes the prefixes that are there, sorted
 * @param items what is in them, and the folders above them
 */
record SourceTree(ArtifactFolder artifact, List<String> prefixes, List<SourceItem> items) {
  private static final Pattern ARCHIVE = Pattern.compile("\\.kpack/[^/]+\\.kpack");

  /**
   * Reads an artifact.
   *
   * @param findings gets what cannot be read
   */
  static SourceTree of(
      ArtifactFolder artifact,
      DatabaseTargets targets,
      Collection<OperationNote> findings,
      Progress progress)
      throws IOException {
    List<String> prefixes = artifact.presentPrefixes().stream().sorted().toList();
    List<SourceItem> items = new ArrayList<>();
    Set<String> above = new HashSet<>();
    for (String prefix : prefixes) {
      for (int slash = prefix.indexOf('/'); slash >= 0; slash = prefix.indexOf('/', slash + 1)) {
        String folder = prefix.substring(0, slash);
        if (above.add(folder)) {
          items.add(new SourceItem(folder(artifact, folder), "", null));
        }
      }
      items.add(new SourceItem(folder(artifact, prefix), "", null));
      for (TreeItem item :
          TreeItem.readable(
              artifact.prefix(prefix),
              (path, reason) -> findings.add(OperationNote.unreadable(path, reason, "is left out")),
              progress.cancelOnly())) {
        TreeItem placed =
            new TreeItem(item.source(), prefix + "/" + item.path(), item.kind(), item.sizeBytes());
        items.add(new SourceItem(placed, prefix, architecture(item, targets)));
      }
    }
    return new SourceTree(artifact, prefixes, items);
  }

  private static TreeItem folder(ArtifactFolder artifact, String path) {
    return new TreeItem(artifact.prefix(path), path, TreeItem.Kind.FOLDER, 0);
  }

  private static @Nullable GpuTarget architecture(TreeItem item, DatabaseTargets targets)
      throws IOException {
    return item.kind() == TreeItem.Kind.FILE || item.kind() == TreeItem.Kind.LINK
        ? targets.of(item.source(), item.path())
        : null;
  }

  /** Size of all files. */
  long sizeBytes() {
    return items.stream().mapToLong(item -> item.item().sizeBytes()).sum();
  }

  /**
   * Whether it has archives in place of device code: it was split before, and its archives belong
   * to no other artifact.
   *
   * @throws OperationException if it has archives and device code
   */
  boolean isSplit() throws IOException {
    Optional<SourceItem> archive =
        items.stream()
            .filter(item -> item.item().kind() == TreeItem.Kind.FILE)
            .filter(item -> ARCHIVE.matcher(item.pathInPrefix()).matches())
            .findFirst();
    if (archive.isEmpty()) {
      return false;
    }
    for (SourceItem item : items) {
      if (item.item().kind() == TreeItem.Kind.FILE && isFat(item.item().source())) {
        throw Obstacle.ARCHIVE_IN_TREE.exception(
            "%s has device code, and the archive %s is in the same artifact: it was split in part. Split what the build made",
            item.item().source(), archive.get().path());
      }
    }
    return true;
  }

  private static boolean isFat(Path file) throws IOException {
    if (!BinaryScan.isCandidate(file, new ArrayList<>())) {
      return false;
    }
    try (OpenFile open = OpenFile.open(file)) {
      DeviceCode state = FatBinary.read(HostImages.read(open.view())).state();
      return state == DeviceCode.FAT || state == DeviceCode.HALF_CONVERTED;
    } catch (FormatException damaged) {
      // It is copied as it is, whatever else is done.
      return false;
    }
  }

  /** Whether a stage prefix of an artifact has archives. */
  static boolean hasArchives(ArtifactFolder artifact) throws IOException {
    for (String prefix : artifact.presentPrefixes()) {
      Path folder = artifact.prefix(prefix).resolve(".kpack");
      if (Files.isDirectory(folder) && !FolderList.of(folder, "*.kpack").isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Whether something has a path. */
  boolean has(String path) {
    return items.stream().anyMatch(item -> item.path().equals(path));
  }

  /**
   * Something in an artifact.
   *
   * @param item where it is; its path is that in the artifact
   * @param prefix the stage prefix that it lies in; empty for folders above prefixes
   * @param architecture of a database's file or link the architecture that it is for; null if it
   *     stays generic
   */
  record SourceItem(TreeItem item, String prefix, @Nullable GpuTarget architecture) {
    /** Its path in the artifact, which is also what archives call a binary. */
    String path() {
      return item.path();
    }

    /** Its path in its own prefix; of a folder above prefixes the whole. */
    String pathInPrefix() {
      return prefix.isEmpty() ? path() : path().substring(prefix.length() + 1);
    }

    /** A search path from its folder to something in its own prefix. */
    String toPrefix(String name) {
      return "../".repeat((int) pathInPrefix().chars().filter(c -> c == '/').count()) + name;
    }
  }
}
