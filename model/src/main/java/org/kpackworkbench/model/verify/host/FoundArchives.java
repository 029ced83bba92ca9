package org.kpackworkbench.model.verify.host;

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
import org.kpackworkbench.model.manifest.ManifestFile;
import org.kpackworkbench.model.manifest.ManifestRow;

/** The archives that a marker's search paths lead to, from the folder of its binary. */
final class FoundArchives {
  private static final String PATTERN = "@GFXARCH@";
  private static final int MOST_PLACES = 10_000;

  private final Set<Path> archives = new LinkedHashSet<>();
  private final List<String> missing = new ArrayList<>();

  private FoundArchives() {}

  /**
   * Looks for them.
   *
   * @param binary the binary's file; links in its path are resolved as a loader does
   */
  static FoundArchives of(Path binary, List<String> searchPaths) throws IOException {
    FoundArchives found = new FoundArchives();
    Path folder = binary.toRealPath().getParent();
    for (String searchPath : searchPaths) {
      int before = found.archives.size();
      try {
        for (Path place : places(folder == null ? Path.of("/") : folder, searchPath)) {
          found.add(place);
        }
      } catch (InvalidPathException noPath) {
        // Such a path names nothing; that is said below.
      }
      if (found.archives.size() == before) {
        found.missing.add(searchPath);
      }
    }
    return found;
  }

  /** Those that are there. */
  List<Path> archives() {
    return List.copyOf(archives);
  }

  /** Search paths that lead to nothing. */
  List<String> missing() {
    return missing;
  }

  private void add(Path place) throws IOException {
    if (!Files.isRegularFile(place)) {
      return;
    }
    if (!place.toString().endsWith(".kpm")) {
      archives.add(place.toRealPath());
      return;
    }
    Path folder = place.toAbsolutePath().getParent();
    for (ManifestRow row : ManifestFile.open(place).manifest().rows()) {
      Path archive = folder == null ? Path.of(row.file()) : folder.resolve(row.file());
      if (!row.file().isEmpty() && Files.isRegularFile(archive)) {
        archives.add(archive.toRealPath());
      }
    }
  }

  /** The files and folders that a path with patterns stands for. */
  private static List<Path> places(Path folder, String searchPath) throws IOException {
    List<Path> places = List.of(searchPath.startsWith("/") ? Path.of("/") : folder);
    for (String part : searchPath.split("/", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      List<Path> next = new ArrayList<>();
      for (Path place : places) {
        if (!part.contains(PATTERN)) {
          next.add(place.resolve(part));
        } else if (Files.isDirectory(place)) {
          matching(place, part, next);
        }
      }
      places = next;
    }
    return places;
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
