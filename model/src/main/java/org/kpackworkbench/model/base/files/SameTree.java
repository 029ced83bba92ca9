package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Compares trees: names, kinds, modes, what links lead to, and every byte of files. Times do not
 * count. So a repeated operation can detect that its output already exists.
 */
public final class SameTree {
  private SameTree() {}

  /**
   * Where two folders, or two files, differ first.
   *
   * @param wanted what is to be there
   * @param there the existing tree
   * @param progress checked for cancellation, and gets a step of the bytes that are compared
   * @return a path below both, or the name of the second where they themselves differ; empty where
   *     they are the same
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Optional<String> difference(Path wanted, Path there, Progress progress)
      throws IOException {
    if (!Files.isDirectory(wanted)) {
      boolean same = Files.isRegularFile(there) && SameFiles.test(wanted, there, progress);
      return same ? Optional.empty() : Optional.of(String.valueOf(there.getFileName()));
    }
    List<TreeItem> left = TreeItem.below(wanted, progress.cancelOnly());
    List<TreeItem> right = TreeItem.below(there, progress.cancelOnly());
    // Names first: they show at once that trees differ.
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      if (i >= left.size() || i >= right.size()) {
        return Optional.of((i < left.size() ? left : right).get(i).path());
      }
      TreeItem one = left.get(i);
      TreeItem other = right.get(i);
      if (!one.path().equals(other.path())) {
        return Optional.of(one.path().compareTo(other.path()) < 0 ? one.path() : other.path());
      }
    }
    progress.begin(
        "Comparing with " + there, left.stream().mapToLong(TreeItem::sizeBytes).sum(), Unit.BYTES);
    for (int i = 0; i < left.size(); i++) {
      if (!same(left.get(i), right.get(i), progress)) {
        return Optional.of(left.get(i).path());
      }
      progress.step(left.get(i).sizeBytes());
    }
    return Optional.empty();
  }

  /**
   * Refuses an output that exists and is not what would be written.
   *
   * @param made what would be written, in a temporary place
   * @param output the folder or file that exists; may be a link to one
   * @throws FileAlreadyExistsException if they differ, with the first path that does
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static void refuseOther(Path made, Path output, Progress progress) throws IOException {
    refuse(output, difference(made, output.toRealPath(), progress));
  }

  /**
   * Refuses an output that differs from what would be written.
   *
   * @param difference the first path that differs; empty if none does
   * @throws FileAlreadyExistsException if there is one
   */
  public static void refuse(Path output, Optional<String> difference) throws IOException {
    if (difference.isPresent()) {
      throw new FileAlreadyExistsException(
          output.toString(), null, "and differs in " + difference.get());
    }
  }

  /** Whether two things of one name are the same. */
  public static boolean same(TreeItem one, TreeItem other, Progress progress) throws IOException {
    if (one.kind() != other.kind()) {
      return false;
    }
    return switch (one.kind()) {
      case FOLDER -> sameMode(one, other);
      case LINK -> one.linkTarget().equals(other.linkTarget());
      case FILE ->
          sameMode(one, other)
              && one.sizeBytes() == other.sizeBytes()
              && SameFiles.test(one.source(), other.source(), progress);
      case SPECIAL -> false;
    };
  }

  /** A copy that could not keep its owner has no set-user and set-group bits. */
  private static boolean sameMode(TreeItem one, TreeItem other) throws IOException {
    int mode = FileModes.of(one.source());
    int there = FileModes.of(other.source());
    return mode == there
        || ((mode & ~FileModes.SET_ID) == there
            && !TreeCopy.sameOwner(one.source(), other.source()));
  }
}
