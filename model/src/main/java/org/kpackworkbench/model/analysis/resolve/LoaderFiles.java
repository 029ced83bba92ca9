package org.kpackworkbench.model.analysis.resolve;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.artifact.ArtifactShard;

/**
 * Where a loader's paths lead: a process in a container, or one that changed its root, sees other
 * files than this program. Immutable.
 *
 * @param root its root folder, as seen from here, absolute
 * @param workingFolder its working folder, as seen from here, absolute; relative paths of variables
 *     count from it
 * @param overlaid shards whose artifacts are seen as if they were overlaid onto one tree
 * @param rules how paths are read; empty for as each binary's system does
 */
public record LoaderFiles(
    Path root, Path workingFolder, List<ArtifactShard> overlaid, Optional<PathRules> rules) {
  public LoaderFiles {
    overlaid = List.copyOf(overlaid);
  }

  /** As they lie. */
  public LoaderFiles(Path root, Path workingFolder) {
    this(root, workingFolder, List.of(), Optional.empty());
  }

  /**
   * Those of this program for what is at and around a path: where it belongs to a shard, as if the
   * shard's artifacts were overlaid. An artifact alone is never where a loader runs.
   *
   * @throws IOException if folders around it cannot be read
   */
  public static LoaderFiles around(Path path) throws IOException {
    LoaderFiles own = of(path);
    return new LoaderFiles(
        own.root, own.workingFolder, ArtifactShard.around(path), Optional.empty());
  }

  /** Returns these with paths that are read in one way, whatever a binary's system is. */
  public LoaderFiles reading(Optional<PathRules> paths) {
    return new LoaderFiles(root, workingFolder, overlaid, paths);
  }

  /** That artifacts are seen as if they were overlaid, in a sentence; empty if none are. */
  public String words() {
    return overlaid.isEmpty()
        ? ""
        : "Paths are followed %s.".formatted(ArtifactShard.words(overlaid));
  }

  /** Those of this program; for something in a package, which is a tree of its own, the package. */
  public static LoaderFiles of(Path path) {
    if (path.getFileSystem().equals(FileSystems.getDefault())) {
      return own();
    }
    Path top = Objects.requireNonNull(path.toAbsolutePath().getRoot());
    return new LoaderFiles(top, top);
  }

  /** Those of this program. */
  public static LoaderFiles own() {
    Path here = Path.of("").toAbsolutePath();
    Path root = here.getRoot();
    return new LoaderFiles(root == null ? here : root, here);
  }

  /**
   * A path of a process as seen from here.
   *
   * @param root the process's root folder
   * @param path its path, absolute
   */
  public static Path below(Path root, Path path) {
    Path top = path.getRoot();
    return top == null || root.equals(top) ? path : root.resolve(top.relativize(path));
  }
}
