package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/**
 * Kind of a folder, and the artifacts in it. Immutable.
 *
 * @param root the folder
 * @param kind what it is
 * @param artifacts the artifacts, in the order of their names; the folder itself where it is one
 */
record FolderContent(Path root, FolderKind kind, List<ArtifactRow> artifacts) {
  FolderContent {
    artifacts = List.copyOf(artifacts);
  }

  /** Examines a folder: reads the manifests. In the background. */
  static FolderContent of(Path root) throws IOException {
    if (ArtifactFolder.isArtifact(root)) {
      ArtifactRow only = ArtifactRow.of(root, "");
      boolean overlaid = only.prebuilt() > 0;
      return new FolderContent(
          root, overlaid ? FolderKind.OVERLAY : FolderKind.ARTIFACT, List.of(only));
    }
    List<ArtifactRow> artifacts = new ArrayList<>();
    for (Path folder : ArtifactFolder.foldersIn(root)) {
      artifacts.add(ArtifactRow.of(folder, String.valueOf(folder.getFileName())));
    }
    FolderKind kind =
        !artifacts.isEmpty()
            ? FolderKind.SHARD
            : FolderKind.holdsPackages(root) ? FolderKind.PACKAGES : FolderKind.TREE;
    return new FolderContent(root, kind, artifacts);
  }

  /** The artifact at a path; null if there is none. */
  @Nullable ArtifactRow artifact(String path) {
    for (ArtifactRow artifact : artifacts) {
      if (artifact.path().equals(path)) {
        return artifact;
      }
    }
    return null;
  }

  /** The artifact that a path is in, or is; null if it is in none. */
  @Nullable ArtifactRow artifactAround(String path) {
    for (ArtifactRow artifact : artifacts) {
      if (artifact.path().isEmpty()
          || path.equals(artifact.path())
          || path.startsWith(artifact.path() + "/")) {
        return artifact;
      }
    }
    return null;
  }

  /** Returns the kind of the folder in words. */
  String words() {
    return switch (kind) {
      case ARTIFACT -> artifactWords(artifacts.getFirst().name());
      case SHARD ->
          artifacts.size() == 1
              ? "shard of 1 artifact"
              : "shard of " + artifacts.size() + " artifacts";
      case OVERLAY, PACKAGES, TREE -> kind.words();
    };
  }

  /** An artifact, for people. */
  static String artifactWords(@Nullable ArtifactName name) {
    if (name == null) {
      return "artifact";
    }
    return name.generic() ? "generic artifact" : "artifact for " + name.family();
  }
}
