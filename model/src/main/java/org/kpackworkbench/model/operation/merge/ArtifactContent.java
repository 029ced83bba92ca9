package org.kpackworkbench.model.operation.merge;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Content of an artifact: the stage prefixes that are there, with all that is in them.
 *
 * @param artifact the artifact
 * @param prefixes what is in each prefix, by the prefix, in the manifest's order; paths are
 *     relative to the prefix
 * @param unreadable an error for each file that cannot be read
 */
public record ArtifactContent(
    ArtifactFolder artifact, Map<String, List<TreeItem>> prefixes, List<OperationNote> unreadable) {

  /**
   * Looks.
   *
   * @throws FileSystemException if a prefix came from an overlay: such a tree must not be packed
   *     again
   */
  public static ArtifactContent of(ArtifactFolder artifact, Progress progress) throws IOException {
    List<String> prebuilt = artifact.prebuiltPrefixes();
    if (!prebuilt.isEmpty()) {
      throw new FileSystemException(
          artifact.prefix(prebuilt.getFirst() + ArtifactFolder.PREBUILT).toString(),
          null,
          "the prefix came from an overlay, and must not be packed again; take the artifact itself");
    }
    Map<String, List<TreeItem>> prefixes = new LinkedHashMap<>();
    List<OperationNote> unreadable = new ArrayList<>();
    for (String prefix : artifact.presentPrefixes()) {
      prefixes.put(
          prefix,
          TreeItem.readable(
              artifact.prefix(prefix),
              (path, reason) ->
                  unreadable.add(OperationNote.unreadable(path, reason, "is left out")),
              progress.cancelOnly()));
    }
    return new ArtifactContent(artifact, prefixes, unreadable);
  }

  /** The folders that lead to a prefix, and the prefix itself, with paths from the artifact. */
  public List<TreeItem> foldersTo(String prefix) {
    List<TreeItem> folders = new ArrayList<>();
    for (int end = prefix.indexOf('/'); end >= 0; end = prefix.indexOf('/', end + 1)) {
      folders.add(folder(prefix.substring(0, end)));
    }
    folders.add(folder(prefix));
    return folders;
  }

  private TreeItem folder(String path) {
    return new TreeItem(SystemText.below(artifact.folder(), path), path, TreeItem.Kind.FOLDER, 0);
  }

  /** Everything, with paths from the artifact's folder; folders before what is in them. */
  public List<TreeItem> items() {
    // Prefixes share the folders above them.
    SequencedSet<TreeItem> items = new LinkedHashSet<>();
    prefixes.forEach(
        (prefix, inside) -> {
          items.addAll(foldersTo(prefix));
          inside.forEach(item -> items.add(at(item, prefix + "/" + item.path())));
        });
    return List.copyOf(items);
  }

  /** Returns an item under another path. */
  public static TreeItem at(TreeItem item, String path) {
    return new TreeItem(item.source(), path, item.kind(), item.sizeBytes());
  }
}
