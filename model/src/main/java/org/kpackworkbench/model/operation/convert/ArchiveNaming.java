package org.kpackworkbench.model.operation.convert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.pack.PackException;

/**
 * How the archives of one binary are called so that its marker leads to them.
 *
 * @param pattern path below the archives' folder, with {@link #PLACEHOLDER} where it has one
 * @param leads the search path that leads there; null where none does
 */
record ArchiveNaming(String pattern, @Nullable String leads) {
  /** What loaders replace by a target. */
  static final String PLACEHOLDER = "@GFXARCH@";

  private static final String MANIFEST = ".kpm";

  /**
   * Chooses.
   *
   * @param searchPaths the marker's, relative to {@code binaryFolder}
   * @param archives the folder for archives
   * @param binaryFolder where the binary will be
   */
  static ArchiveNaming of(List<String> searchPaths, Path archives, Path binaryFolder)
      throws IOException {
    String first = null;
    for (String searchPath : searchPaths) {
      if (searchPath.endsWith(MANIFEST)) {
        continue;
      }
      Split split = Split.of(searchPath);
      if (first == null) {
        first = split.name();
      }
      Path folder = real(binaryFolder.toAbsolutePath().resolve(split.folder()));
      Path wanted = real(archives.toAbsolutePath());
      if (folder.startsWith(wanted)) {
        StringBuilder pattern = new StringBuilder();
        wanted.relativize(folder).forEach(part -> append(pattern, part.toString()));
        append(pattern, split.name());
        return new ArchiveNaming(checked(pattern.toString()), searchPath);
      }
    }
    if (first == null) {
      throw new PackException(
          PackException.Reason.BAD_NAME,
          "the search paths %s name manifests only; an archive needs one that names it"
              .formatted(searchPaths));
    }
    return new ArchiveNaming(checked(first), null);
  }

  private static void append(StringBuilder pattern, String part) {
    if (!part.isEmpty()) {
      pattern.append(pattern.isEmpty() ? "" : "/").append(part);
    }
  }

  private static String checked(String pattern) throws PackException {
    List<String> parts = List.of(pattern.split("/", -1));
    if (parts.contains("..") || parts.contains(".") || parts.contains("")) {
      throw new PackException(
          PackException.Reason.BAD_NAME,
          "\"%s\", from the search paths, makes no file name for an archive".formatted(pattern));
    }
    return pattern;
  }

  /** Whether each target has an archive of its own. */
  boolean perTarget() {
    return pattern.contains(PLACEHOLDER);
  }

  /** The file of a target's archive. */
  Path file(Path archives, String target) {
    return archives.resolve(pattern.replace(PLACEHOLDER, target));
  }

  /** With links followed as far as the path exists; what is missing is taken as written. */
  private static Path real(Path path) throws IOException {
    Path plain = path.normalize();
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    Path parent = plain.getParent();
    Path name = plain.getFileName();
    return parent == null || name == null ? plain : real(parent).resolve(name.toString());
  }

  /** A search path, before and from the part with the placeholder, or its last part. */
  private record Split(String folder, String name) {
    static Split of(String searchPath) {
      int placeholder = searchPath.indexOf(PLACEHOLDER);
      int slash =
          placeholder < 0 ? searchPath.lastIndexOf('/') : searchPath.lastIndexOf('/', placeholder);
      String folder = slash < 0 ? "" : slash == 0 ? "/" : searchPath.substring(0, slash);
      return new Split(folder, searchPath.substring(slash + 1));
    }
  }
}
