package org.kpackworkbench.model.format.artifact;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.files.FolderList;

/**
 * Artifacts that lie side by side in a folder. Device code is apart from the binaries that use it,
 * so that only all of them together, overlaid onto one tree, have what a loader looks for.
 * Immutable; the folder may change meanwhile.
 *
 * @param folder the folder, absolute
 * @param artifacts the artifacts in it, in the order of their names
 */
public record ArtifactShard(Path folder, List<TreeHome> artifacts) {
  /** Folders of shards are looked for this far below a folder. */
  private static final int MOST_LEVELS = 2;

  private static final int MOST_FOLDERS = 10_000;

  public ArtifactShard {
    artifacts = List.copyOf(artifacts);
  }

  /** The artifacts in a folder, which may be none. */
  public static ArtifactShard of(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    List<TreeHome> found = new ArrayList<>();
    for (Path child : folders(absolute)) {
      if (ArtifactFolder.isArtifact(child)) {
        TreeHome home = TreeHome.withManifest(child);
        if (home.layout() == TreeLayout.ARTIFACT) {
          found.add(home);
        }
      }
    }
    return new ArtifactShard(absolute, found);
  }

  /**
   * The shards that a path belongs to: that which the path is in, or those at and below it. Only
   * such of several artifacts count, and none that may not be read.
   *
   * @param path a file or a folder
   */
  public static List<ArtifactShard> around(Path path) throws IOException {
    Path real = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
    for (Path at = real; at != null; at = at.getParent()) {
      Path parent = at.getParent();
      if (parent != null && ArtifactFolder.isArtifact(at)) {
        return several(parent);
      }
    }
    List<ArtifactShard> found = new ArrayList<>();
    List<Path> level = List.of(real);
    for (int depth = 0; depth < MOST_LEVELS && level.size() < MOST_FOLDERS; depth++) {
      List<Path> below = new ArrayList<>();
      for (Path folder : level) {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          List<ArtifactShard> here = several(folder);
          found.addAll(here);
          below.addAll(here.isEmpty() ? readable(folder) : List.of());
        }
      }
      level = below;
    }
    return List.copyOf(found);
  }

  /**
   * As what the artifacts of some shards are seen, in a phrase such as {@code as if the 10
   * artifacts in /build/out were overlaid}; empty if there is no shard.
   */
  public static String words(List<ArtifactShard> shards) {
    int artifacts = shards.stream().mapToInt(shard -> shard.artifacts().size()).sum();
    return switch (shards.size()) {
      case 0 -> "";
      case 1 ->
          "as if the %d artifacts in %s were overlaid"
              .formatted(artifacts, shards.getFirst().folder());
      default ->
          "as if the %d artifacts of %d shards were overlaid, each shard in a tree of its own"
              .formatted(artifacts, shards.size());
    };
  }

  /**
   * Why a folder has no binary with device code, where it is the artifact of an architecture: a
   * sentence; else empty.
   */
  public static String whyNoBinary(Path folder) {
    if (!ArtifactFolder.isArtifact(folder)) {
      return "";
    }
    TreeHome home = TreeHome.withManifest(folder.toAbsolutePath().normalize());
    return home.layout() == TreeLayout.ARTIFACT && !home.generic()
        ? "This artifact has code for one architecture alone: the binaries that use it are in the generic artifact beside it. Open the folder around both."
        : "";
  }

  private static List<ArtifactShard> several(Path folder) throws IOException {
    try {
      ArtifactShard shard = of(folder);
      return shard.artifacts().size() > 1 ? List.of(shard) : List.of();
    } catch (AccessDeniedException hidden) {
      // A folder that may not be listed is not treated as a shard.
      return List.of();
    }
  }

  private static List<Path> readable(Path folder) throws IOException {
    try {
      return folders(folder);
    } catch (AccessDeniedException hidden) {
      return List.of();
    }
  }

  private static List<Path> folders(Path folder) throws IOException {
    return FolderList.of(folder).stream().filter(Files::isDirectory).toList();
  }
}
