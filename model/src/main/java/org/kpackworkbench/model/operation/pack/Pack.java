package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.NewFolder;
import org.kpackworkbench.model.base.files.SameTree;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.output.OperationException;

/**
 * Packs a binary or an install tree: a new tree with host-only binaries, one archive and everything
 * else as it was.
 *
 * <p>The tree is made beside its place, its archive is verified, and then it takes its name as a
 * whole; a failure or cancellation leaves nothing behind. The input is not touched. What cannot be
 * converted is copied and reported. The same input gives the same bytes, whatever the number of
 * threads.
 *
 * <p>Where the output is there already and is not to be replaced, all of it is made again and
 * compared: equal existing output is not changed, different output is refused.
 */
public record Pack(PackRequest request) {
  /**
   * Returns what {@link #run} would write; changes nothing.
   *
   * @throws OperationException if the request cannot be done
   * @throws org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException if the input is
   *     one file that cannot be converted
   */
  public PackPlan plan(Progress progress) throws IOException {
    checkFree();
    return TreePlan.of(request, progress).plan(request.output());
  }

  /**
   * Packs.
   *
   * @throws FileAlreadyExistsException if the output is there already, is not to be replaced, and
   *     is not what would be written
   * @throws OperationException if the request cannot be done
   * @throws org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException if the input is
   *     one file that cannot be converted
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public PackReport run(Progress progress) throws IOException {
    NewFolder folder = new NewFolder(request.output(), request.replace());
    boolean compare = folder.isCompared();
    if (!compare) {
      checkFree();
    }
    TreePlan plan = TreePlan.of(request, progress);
    if (compare) {
      SameTree.refuse(
          request.output(), plan.differenceFrom(request.output().toRealPath(), progress));
    }
    List<PackReport> done = new ArrayList<>();
    boolean there =
        folder.write(made -> done.add(new PackRun(plan, made, progress).run()), progress);
    return there ? done.getFirst().wasThere() : done.getFirst();
  }

  private void checkFree() throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    if (!Files.isDirectory(request.output()) || Files.isDirectory(request.input())) {
      return;
    }
    // One file's folder is easily mistaken for the folder that a file is copied into.
    for (Path child : FolderList.of(request.output())) {
      if (!child.getFileName().equals(request.input().getFileName())
          && !child.getFileName().toString().equals(".kpack")) {
        throw new FileSystemException(
            request.output().toString(),
            null,
            "the folder would be replaced as a whole, and %s is in it; name a new folder"
                .formatted(child.getFileName()));
      }
    }
  }
}
