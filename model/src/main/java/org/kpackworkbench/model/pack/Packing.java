package org.kpackworkbench.model.pack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.tree.StagedTree;

/**
 * Packs a binary or an install tree: a new tree with host-only binaries, one archive and everything
 * else as it was.
 *
 * <p>The tree is made beside its place, its archive is verified, and then it takes its name as a
 * whole; a failure or cancellation leaves nothing behind. The input is not touched. What cannot be
 * converted is copied and reported. The same input gives the same bytes, whatever the number of
 * threads.
 */
public final class Packing {
  private final PackRequest request;

  public Packing(PackRequest request) {
    this.request = request;
  }

  /**
   * What {@link #run} would write; changes nothing.
   *
   * @throws PackException where what is asked for cannot be done
   * @throws org.kpackworkbench.model.hostonly.ConversionRefusedException where the input is one
   *     file that cannot be converted
   */
  public PackPlan plan(Progress progress) throws IOException {
    checkFree();
    return TreePlan.of(request, Map.of(), progress).plan(request.output());
  }

  /**
   * Packs.
   *
   * @throws java.nio.file.FileAlreadyExistsException where the output is there already and is not
   *     to be replaced
   * @throws PackException where what is asked for cannot be done
   * @throws org.kpackworkbench.model.hostonly.ConversionRefusedException where the input is one
   *     file that cannot be converted
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public PackReport run(Progress progress) throws IOException {
    checkFree();
    Map<String, Finding> unusable = new HashMap<>();
    while (true) {
      TreePlan plan = TreePlan.of(request, unusable, progress);
      try (StagedTree staged = StagedTree.create(request.output(), request.replace())) {
        PackReport report = new PackingRun(plan, staged, progress).run();
        progress.step(0);
        staged.commit();
        return report;
      } catch (UnusableFile found) {
        // Some of its code is in the archive by now, where nothing shall stand that nobody names.
        unusable.put(found.path(), found.finding());
      }
    }
  }

  private void checkFree() throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    if (!Files.isDirectory(request.output()) || Files.isDirectory(request.input())) {
      return;
    }
    // One file's folder is easily mistaken for the folder that a file is copied into.
    try (DirectoryStream<Path> children = Files.newDirectoryStream(request.output())) {
      for (Path child : children) {
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
}
