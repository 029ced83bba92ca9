package org.kpackworkbench.model.format.artifact;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderList;

/**
 * An artifact that lies in a folder. Immutable; the folder may change meanwhile.
 *
 * @param folder the folder
 * @param name its name
 * @param manifest its manifest
 */
public record ArtifactFolder(Path folder, ArtifactName name, ArtifactManifest manifest) {
  /** Suffix to a prefix's name for the file that says it came from an overlay. */
  public static final String PREBUILT = ".prebuilt";

  /**
   * Opens one: reads its manifest, and makes sure that no prefix leads out of it through a link.
   *
   * @throws FormatException if it is no artifact
   */
  public static ArtifactFolder open(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    if (!Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    String called = String.valueOf(folder.toRealPath().getFileName());
    Path named = folder.toAbsolutePath().normalize().getFileName();
    ArtifactName name =
        ArtifactName.parse(String.valueOf(named))
            .or(() -> ArtifactName.parse(called))
            .orElseThrow(
                () ->
                    FormatException.in(folder.toString(), "artifact", "name", Reason.BAD_VALUE)
                        .mismatch(
                            "a folder that is named PREFIX_FAMILY, like blas_lib_gfx942",
                            "\"%s\"".formatted(named)));
    return open(folder, name);
  }

  /** Opens one under another name than its folder's. */
  public static ArtifactFolder open(Path folder, ArtifactName name) throws IOException {
    ArtifactFolder artifact = new ArtifactFolder(folder, name, ArtifactManifest.in(folder));
    for (String prefix : artifact.manifest().prefixes()) {
      artifact.checkNoLink(prefix);
    }
    return artifact;
  }

  /** Whether a folder has an artifact's manifest. */
  public static boolean isArtifact(Path folder) {
    return Files.exists(folder.resolve(ArtifactManifest.FILE_NAME), LinkOption.NOFOLLOW_LINKS);
  }

  /** The artifacts' folders in a shard, those below it with a manifest, in the order of names. */
  public static List<Path> foldersIn(Path shard) throws IOException {
    return FolderList.of(shard).stream()
        .filter(child -> Files.isDirectory(child) && isArtifact(child))
        .toList();
  }

  private void checkNoLink(String prefix) throws FormatException {
    Path at = folder;
    for (String part : prefix.split("/", -1)) {
      at = at.resolve(part);
      if (Files.isSymbolicLink(at)) {
        throw FormatException.in(
                folder.resolve(ArtifactManifest.FILE_NAME).toString(),
                "artifact manifest",
                prefix,
                Reason.UNSAFE_PATH)
            .expected("a prefix that is reached without links")
            .found("that %s is a link".formatted(at))
            .advice("Put the folder itself there.")
            .build();
      }
    }
  }

  /** Where a prefix is, or would be. */
  public Path prefix(String prefix) {
    return folder.resolve(prefix);
  }

  /** The prefixes of the manifest that are there, in its order. */
  public List<String> presentPrefixes() throws IOException {
    List<String> present = new ArrayList<>();
    for (String prefix : manifest.prefixes()) {
      Path at = prefix(prefix);
      if (Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        present.add(prefix);
      } else if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileSystemException(
            at.toString(), null, "the manifest lists it as a stage prefix, but it is not a folder");
      }
    }
    return present;
  }

  /** The prefixes that came from an overlay, and must not be packed again. */
  public List<String> prebuiltPrefixes() {
    return manifest.prefixes().stream()
        .filter(
            prefix -> Files.exists(folder.resolve(prefix + PREBUILT), LinkOption.NOFOLLOW_LINKS))
        .toList();
  }

  /** Lists files in the artifact's folder outside its manifest and prefixes. */
  public List<Path> outside() throws IOException {
    List<Path> found = new ArrayList<>();
    outside(folder, "", found);
    return found;
  }

  private void outside(Path at, String path, List<Path> found) throws IOException {
    for (Path child : FolderList.of(at)) {
      String name = path + child.getFileName();
      boolean known = name.equals(ArtifactManifest.FILE_NAME) || manifest.prefixes().contains(name);
      boolean above = manifest.prefixes().stream().anyMatch(each -> each.startsWith(name + "/"));
      if (!known && above && Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
        outside(child, name + "/", found);
      } else if (!known) {
        found.add(child);
      }
    }
  }
}
