package org.kpackworkbench.model.analysis.diff.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.RowContents;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.PackedTree;

/**
 * A tree that is compared.
 *
 * @param path the named input: a folder, or a packed tree
 * @param root the folder in which it lies
 * @param packed whether that is in a packed tree
 * @param budget what a comparison of something in it may unpack
 */
record TreeSide(Path path, Path root, boolean packed, UnpackBudget budget) {

  /** Whether a file is a packed tree, by its first bytes and its name. */
  static boolean isPacked(Path path) throws IOException {
    return Files.isRegularFile(path)
        && ArtifactInput.isPackedName(String.valueOf(path.getFileName()))
        && PackedTree.is(path);
  }

  /**
   * Opens a folder, or a packed tree.
   *
   * @param scratch where a compressed tree is unpacked
   * @param resources closes it in the end
   */
  static TreeSide open(Path path, Path scratch, Resources resources, Progress progress)
      throws IOException {
    if (Files.isDirectory(path)) {
      return new TreeSide(path, path, false, resources.budget());
    }
    PackedTree packed = resources.add(PackedTree.open(path, scratch, resources.budget(), progress));
    Path root = packed.root(ArtifactInput.folderName(path));
    return new TreeSide(path, root, true, resources.budget());
  }

  /** The whole tree as a side: bytes it has where it is packed. */
  Side side(Resources resources) throws IOException {
    return new Side(
        path.toString(),
        new Place.File(path),
        packed ? resources.add(OpenFile.open(path)).view() : null);
  }

  /** Where something in it is; null if it is nowhere once the comparison is closed. */
  @Nullable Place place(TreeItem item) {
    return packed ? null : new Place.File(item.source());
  }

  /** A file in it; null for other things, which have no bytes. */
  RowContents.@Nullable Part content(TreeItem item) {
    String label = path.resolve(item.path()).toString();
    return item.kind() != TreeItem.Kind.FILE
        ? null
        : new RowContents.Part(
            label,
            new Place.File(item.source()),
            (resources, progress) -> {
              ByteView file = resources.add(TreeComparison.open(item.source())).view();
              return packed ? file.named(label) : file;
            });
  }
}
