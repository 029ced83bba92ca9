package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/**
 * What a form about artifacts begins with.
 *
 * @param path what is meant
 * @param kind what it is
 */
record ArtifactChoice(Path path, Kind kind) {
  /** What somebody has selected. */
  enum Kind {
    /** An artifact: its folder or packed. */
    ARTIFACT,
    /** A folder of artifacts. */
    SHARD,
    /** Another folder. */
    FOLDER,
    /** A file in which a configuration may be. */
    CONFIGURATION,
    /** Something else. */
    OTHER
  }

  /**
   * What is meant by a selection: the artifact around it, else the folder that is open. In the
   * background.
   *
   * @param root the folder that is open; null where a file is in front
   */
  static ArtifactChoice of(Path selected, @Nullable Path root) throws IOException {
    String name = String.valueOf(selected.getFileName());
    if (name.endsWith(".tar.zst") || name.endsWith(".tar.xz")) {
      return new ArtifactChoice(selected, Kind.ARTIFACT);
    }
    if (root == null) {
      return new ArtifactChoice(
          selected, name.matches("(?i).*\\.(ya?ml|json|toml)") ? Kind.CONFIGURATION : Kind.OTHER);
    }
    for (Path at = selected; at != null && at.startsWith(root); at = at.getParent()) {
      if (ArtifactFolder.isArtifact(at)) {
        return new ArtifactChoice(at, Kind.ARTIFACT);
      }
    }
    Path folder = Files.isDirectory(selected) ? selected : root;
    return new ArtifactChoice(
        folder, ArtifactFolder.foldersIn(folder).isEmpty() ? Kind.FOLDER : Kind.SHARD);
  }

  /** The artifacts that are meant, generic ones first. In the background. */
  List<Path> artifacts() throws IOException {
    return switch (kind) {
      case ARTIFACT -> List.of(path);
      case SHARD ->
          ArtifactFolder.foldersIn(path).stream()
              .sorted(Comparator.comparing(folder -> !isGeneric(folder)))
              .toList();
      case FOLDER, CONFIGURATION, OTHER -> List.of();
    };
  }

  private static boolean isGeneric(Path folder) {
    return ArtifactName.parse(String.valueOf(folder.getFileName()))
        .filter(ArtifactName::generic)
        .isPresent();
  }
}
