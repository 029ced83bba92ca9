package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.views.kit.dialog.ErrorText;

/**
 * An artifact of a folder. Immutable.
 *
 * @param path the way from the folder, empty if it is the folder itself
 * @param name its name; null if the folder has none of an artifact
 * @param prefixes the stage prefixes that its manifest lists
 * @param missing those of them that are not there
 * @param prebuilt how many of them came from an overlay
 * @param problem what is wrong with its manifest, in a sentence; empty if nothing is
 */
record ArtifactRow(
    String path,
    @Nullable ArtifactName name,
    List<String> prefixes,
    List<String> missing,
    int prebuilt,
    String problem) {
  ArtifactRow {
    prefixes = List.copyOf(prefixes);
    missing = List.copyOf(missing);
  }

  /** Examines an artifact: reads its manifest. A broken one becomes a problem. */
  static ArtifactRow of(Path folder, String path) {
    ArtifactName name =
        ArtifactName.parse(String.valueOf(folder.toAbsolutePath().normalize().getFileName()))
            .orElse(null);
    List<String> prefixes;
    try {
      prefixes = ArtifactManifest.in(folder).prefixes();
    } catch (IOException broken) {
      return new ArtifactRow(path, name, List.of(), List.of(), 0, ErrorText.of(broken).inOneLine());
    }
    List<String> missing =
        prefixes.stream()
            .filter(prefix -> !Files.isDirectory(folder.resolve(prefix), LinkOption.NOFOLLOW_LINKS))
            .toList();
    long prebuilt =
        prefixes.stream()
            .filter(
                prefix ->
                    Files.exists(
                        folder.resolve(prefix + ArtifactFolder.PREBUILT),
                        LinkOption.NOFOLLOW_LINKS))
            .count();
    return new ArtifactRow(path, name, prefixes, missing, Math.toIntExact(prebuilt), "");
  }

  /** The prefix that a path from the folder is in, or is; null if it is in none. */
  @Nullable String prefixAround(String at) {
    String inside = path.isEmpty() ? at : at.substring(Math.min(at.length(), path.length() + 1));
    for (String prefix : prefixes) {
      if (inside.equals(prefix) || inside.startsWith(prefix + "/")) {
        return prefix;
      }
    }
    return null;
  }

  /** A path in it as a path from the folder. */
  String at(String inside) {
    return path.isEmpty() ? inside : path + "/" + inside;
  }
}
