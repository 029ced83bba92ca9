package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The archives that a marker's search paths lead to, from the folder of its binary. Not for use by
 * many threads.
 */
public final class FoundArchives {
  private static final String PATTERN = "@GFXARCH@";
  private static final String MANIFEST = ".kpm";
  private static final int MOST_PLACES = 10_000;

  private final Set<Path> archives = new LinkedHashSet<>();
  private final Set<Path> staged = new LinkedHashSet<>();
  private final Set<Path> flattened = new LinkedHashSet<>();

  private FoundArchives() {}

  /**
   * Looks for them.
   *
   * @param binary the binary's file, which need not be there yet; links in its path are resolved as
   *     a loader does
   */
  public static FoundArchives of(Path binary, List<String> searchPaths) throws IOException {
    FoundArchives found = new FoundArchives();
    Path folder = Files.exists(binary) ? binary.toRealPath().getParent() : folderOf(binary);
    found.look(folder == null ? Path.of("/") : folder, searchPaths, null, found.staged);
    return found;
  }

  private static @Nullable Path folderOf(Path binary) throws IOException {
    Path folder = binary.toAbsolutePath().getParent();
    return folder == null || !Files.exists(folder) ? folder : folder.toRealPath();
  }

  /**
   * Looks from another folder, which may not be there: so it will be when artifacts are laid onto
   * one tree.
   */
  public void lookFrom(Path folder, List<String> searchPaths) throws IOException {
    look(folder, searchPaths, folder.getRoot(), staged);
  }

  /** Likewise, as it will be when all stage prefixes are flattened onto one root. */
  public void lookFlattened(Path prefix, String folder, List<String> searchPaths)
      throws IOException {
    look(prefix.resolve(folder).normalize(), searchPaths, prefix, flattened);
  }

  /**
   * @param within paths are followed by their names only and must not leave it; null follows them
   *     as the system does
   */
  private void look(Path folder, List<String> searchPaths, @Nullable Path within, Set<Path> into)
      throws IOException {
    for (String searchPath : searchPaths) {
      try {
        for (Path place : places(folder, searchPath, within)) {
          add(place, into);
        }
      } catch (InvalidPathException noPath) {
        // Such a path names nothing, so nothing is found.
        continue;
      }
    }
  }

  /** Those that are there. */
  public List<Path> archives() {
    return List.copyOf(archives);
  }

  /** Those that are found while the stage prefixes lie side by side. */
  public Set<Path> staged() {
    return Set.copyOf(staged);
  }

  /** Those that are found when the stage prefixes are flattened onto one root. */
  public Set<Path> flattened() {
    return Set.copyOf(flattened);
  }

  private void add(Path place, Set<Path> into) throws IOException {
    if (!Files.isRegularFile(place)) {
      return;
    }
    if (!place.toString().endsWith(MANIFEST)) {
      archives.add(place.toRealPath());
      into.add(place.toRealPath());
      return;
    }
    Path folder = place.toAbsolutePath().getParent();
    for (ManifestRow row : ManifestFile.open(place).manifest().rows()) {
      Path archive = folder == null ? Path.of(row.file()) : folder.resolve(row.file());
      if (!row.file().isEmpty() && Files.isRegularFile(archive)) {
        archives.add(archive.toRealPath());
        into.add(archive.toRealPath());
      }
    }
  }

  /** The files and folders that a path with patterns represents. */
  private static List<Path> places(Path folder, String searchPath, @Nullable Path within)
      throws IOException {
    List<Path> places = List.of(searchPath.startsWith("/") ? Path.of("/") : folder);
    for (String part : searchPath.split("/", -1)) {
      if (part.isEmpty() || (within != null && part.equals("."))) {
        continue;
      }
      List<Path> next = new ArrayList<>();
      for (Path place : places) {
        if (part.contains(PATTERN)) {
          if (Files.isDirectory(place)) {
            matching(place, part, next);
          }
        } else if (within == null || !part.equals("..")) {
          next.add(place.resolve(part));
        } else if (place.getParent() != null && !place.equals(within)) {
          next.add(place.getParent());
        }
      }
      places = next;
    }
    return within == null
        ? places
        : places.stream().filter(place -> place.startsWith(within)).toList();
  }

  private static void matching(Path folder, String part, List<Path> found) throws IOException {
    int at = part.indexOf(PATTERN);
    String start = part.substring(0, at);
    String end = part.substring(part.lastIndexOf(PATTERN) + PATTERN.length());
    List<Path> here = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        boolean matches =
            name.length() > start.length() + end.length()
                && name.startsWith(start)
                && name.endsWith(end)
                && name.startsWith("gfx", start.length());
        if (matches && found.size() + here.size() < MOST_PLACES) {
          here.add(file);
        }
      }
    } catch (AccessDeniedException closed) {
      // A loader finds nothing there either.
      return;
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
    here.sort(null);
    found.addAll(here);
  }
}
