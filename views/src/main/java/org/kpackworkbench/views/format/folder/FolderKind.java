package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;

/** Kinds of folders. */
enum FolderKind {
  /** One artifact: a manifest, and the prefixes in it. */
  ARTIFACT("artifact"),
  /** A folder of artifacts. */
  SHARD("shard"),
  /** Artifacts brought together by an overlay: a manifest, and marks beside the prefixes. */
  OVERLAY("overlaid tree"),
  /** A folder with wheels or packages. */
  PACKAGES("folder of packages"),
  /** Any other: an install tree, say. */
  TREE("folder");

  private static final List<String> INSTALLED = List.of(".kpack", "lib", "lib64");

  private final String words;

  FolderKind(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** Whether there are packages in a folder, by their names. In the background. */
  static boolean holdsPackages(Path folder) throws IOException {
    return !FolderList.of(folder, "*.{whl,deb,rpm}").isEmpty();
  }

  /** Whether a folder is to be shown as a whole. What cannot be read is not. In the background. */
  static boolean opensAsWhole(Path folder) {
    try {
      return ArtifactFolder.isArtifact(folder)
          || INSTALLED.stream()
              .anyMatch(name -> Files.isDirectory(folder.resolve(name), LinkOption.NOFOLLOW_LINKS))
          || !ArtifactFolder.foldersIn(folder).isEmpty()
          || holdsPackages(folder);
    } catch (IOException unreadable) {
      return false;
    }
  }
}
