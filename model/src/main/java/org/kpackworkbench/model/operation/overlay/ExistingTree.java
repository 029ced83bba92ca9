package org.kpackworkbench.model.operation.overlay;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.merge.UnionTree;

/** The tree that is there before something is laid over it; may be none. */
final class ExistingTree {
  /** Who brings its files, in messages. */
  static final String FROM = "the tree that is there already";

  private final boolean there;
  private final List<TreeItem> items;

  private ExistingTree(boolean there, List<TreeItem> items) {
    this.there = there;
    this.items = items;
  }

  /** Looks. */
  static ExistingTree of(Path root, Progress progress) throws IOException {
    boolean there = Files.isDirectory(root);
    List<TreeItem> items = there ? TreeItem.below(root.toRealPath(), progress) : List.of();
    for (TreeItem item : items) {
      if (item.kind() == TreeItem.Kind.SPECIAL) {
        throw new FileSystemException(
            item.source().toString(),
            null,
            "it is a device, pipe or socket; overlay onto another folder, or take it away");
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
