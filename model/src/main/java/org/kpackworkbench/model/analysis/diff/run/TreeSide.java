package org.kpackworkbench.model.analysis.diff.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.TarUnpack;
import org.kpackworkbench.model.operation.tar.TarUnpack.TarLimits;

/**
 * A tree that is compared, or a packed one that was unpacked for that.
 *
 * @param path the named input: a folder, or a packed tree
 * @param root the folder in which it lies
 * @param packed whether that is a scratch folder
 * @param budget what a comparison of something in it may unpack
 */
record TreeSide(Path path, Path root, boolean packed, UnpackBudget budget) {

  /** Whether a file is a packed tree, by its first bytes and its name. */
  static boolean isPacked(Path path) throws IOException {
    return Files.isRegularFile(path)
        && ArtifactInput.isPackedName(String.valueOf(path.getFileName()))
        && TarUnpack.isPacked(path);
  }

  /**
   * Opens a folder, or unpacks a packed tree, streaming, into a scratch folder.
   *
   * @param scratch where scratch folders are made
   * @param resources removes them in the end
   */
  static TreeSide open(Path path, Path scratch, Resources resources, Progress progress)
      throws IOException {
    if (Files.isDirectory(path)) {
      return new TreeSide(path, path, false, resources.budget());
    }
    String name = ArtifactInput.folderName(path);
    ScratchFolder folder = resources.add(ScratchFolder.in(scratch, name));
    TarUnpack.unpack(path, folder.folder(), TarLimits.of(resources.budget()), progress);
    return new TreeSide(path, ArtifactInput.root(folder.folder(), name), true, resources.budget());
  }

  /** The whole tree as a side: bytes it has where it is packed. */
  Side side(Resources resources) throws IOException {
    return new Side(
        path.toString(),
        new Place.File(path),
        packed ? resources.add(MappedFile.open(path)).view() : null);
  }

  /** Where something in it is; null if it is nowhere once the comparison is closed. */
  @Nullable Place place(TreeItem item) {
    return packed ? null : new Place.File(item.source());
  }

  /** A file in it as a side of a comparison of its own. */
  Side file(TreeItem item, Resources resources) throws IOException {
    MappedFile file = resources.add(MappedFile.open(item.source()));
    String label = path.resolve(item.path()).toString();
    return new Side(
        label, new Place.File(item.source()), packed ? file.view().named(label) : file.view());
  }
}
