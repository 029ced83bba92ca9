package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Archives in the nearest hidden folder above a binary that have rows under its path. Each is read
 * once. Safe for use by many threads.
 */
final class NearbyArchives {
  private static final String ARCHIVES = ".kpack";

  private final @Nullable Loader loader;
  private final Map<Path, List<Path>> nearby = new ConcurrentHashMap<>();

  private final Map<BinaryIn, Set<String>> pathNames = new ConcurrentHashMap<>();

  /**
   * @param loader the simulated loader; null where files are not available
   */
  NearbyArchives(@Nullable Loader loader) {
    this.loader = loader;
  }

  /** A binary, and an archive that may have names that are its path. */
  private record BinaryIn(Path binary, Path archive) {}

  /**
   * An archive in a hidden folder above a fat binary that has its code for a device.
   *
   * @param runs all targets whose code the device runs
   * @return null if there is none
   */
  @Nullable String beside(Path binary, int index, Set<GpuTarget> runs) {
    return nearby(
            binary,
            (archive, name) -> {
              for (GpuTarget target : runs) {
                if (archive.findText(name + "#" + index, target.toString()).isPresent()) {
                  return true;
                }
              }
              return false;
            })
        .stream()
        .findFirst()
        .map(Path::toString)
        .orElse(null);
  }

  /** The archives in the nearest hidden folder above a binary that have rows under its path. */
  List<Path> beside(Path binary) {
    return nearby(binary, (archive, name) -> true);
  }

  /** Those of them that have rows for other targets than some, which are added to a set. */
  List<Path> beside(Path binary, Set<GpuTarget> but, int wrappers, Set<GpuTarget> others) {
    return nearby(
        binary,
        (archive, name) -> {
          boolean has = false;
          for (String text : archive.architectures()) {
            GpuTarget target = GpuTarget.lenient(text);
            for (int index = 0; index < wrappers && !but.contains(target); index++) {
              if (archive.findText(name + "#" + index, text).isPresent()) {
                others.add(target);
                has = true;
              }
            }
          }
          return has;
        });
  }

  @FunctionalInterface
  private interface Rows {
    boolean match(KpackArchive archive, String name) throws FormatException;
  }

  private List<Path> nearby(Path binary, Rows wanted) {
    List<Path> found = new ArrayList<>();
    Loader asked = loader;
    if (asked == null) {
      return found;
    }
    for (Path archive : nearby.computeIfAbsent(binary, NearbyArchives::nearby)) {
      try {
        boolean[] has = {false};
        asked.peek(
            archive,
            open -> {
              for (String name : pathNames(binary, archive, open)) {
                has[0] |= wanted.match(open, name);
              }
            });
        if (has[0]) {
          found.add(archive);
        }
      } catch (IOException unreadable) {
        // It says nothing then.
        continue;
      }
    }
    return found;
  }

  /** The names in an archive that are a binary's path. */
  Set<String> pathNames(Path binary, Path archive, KpackArchive open) throws FormatException {
    BinaryIn key = new BinaryIn(binary, archive);
    Set<String> named = pathNames.get(key);
    if (named == null) {
      named = names(binary, archive, open);
      pathNames.put(key, named);
    }
    return named;
  }

  /** The names in an archive that are a binary's path, with or without a stage prefix. */
  private static Set<String> names(Path binary, Path archive, KpackArchive open)
      throws FormatException {
    Path root = archive.getParent() == null ? null : archive.getParent().getParent();
    Set<String> names = new LinkedHashSet<>();
    if (root == null) {
      return names;
    }
    String path =
        root.relativize(real(binary, binary.toAbsolutePath()))
            .toString()
            .replace(binary.getFileSystem().getSeparator(), "/");
    for (int row = 0; row < open.entryCount(); row++) {
      if (row == 0 || open.keyNumber(row) != open.keyNumber(row - 1)) {
        String name = open.entry(row).key().binary();
        if (name.equals(path) || name.endsWith("/" + path)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  static Path real(Path path, Path otherwise) {
    try {
      return path.toRealPath();
    } catch (IOException gone) {
      return otherwise;
    }
  }

  /** The archives in the nearest folder {@code .kpack} above a file. */
  private static List<Path> nearby(Path binary) {
    Path file = real(binary, binary.toAbsolutePath());
    for (Path at = file.getParent(); at != null; at = at.getParent()) {
      Path folder = at.resolve(ARCHIVES);
      if (Files.isDirectory(folder)) {
        return ArchiveEvidence.list(folder).stream()
            .filter(each -> each.toString().endsWith(".kpack"))
            .toList();
      }
    }
    return List.of();
  }
}
