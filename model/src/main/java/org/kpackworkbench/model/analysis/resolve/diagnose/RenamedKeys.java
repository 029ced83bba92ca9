package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * The keys of an archive that are the path of no file in the tree that a binary is in. Immutable.
 *
 * @param names by target, the only such key, without its index; empty if there are several
 * @param others whether it has keys of files that are there; without any, it may belong to another
 *     tree altogether
 */
record RenamedKeys(Map<String, String> names, boolean others) {

  /**
   * Reads the keys of an archive.
   *
   * @param name the binary's name in archives
   * @param overlaid the roots of other trees whose files count as well
   */
  static RenamedKeys of(KpackArchive archive, Path binary, String name, List<Path> overlaid)
      throws FormatException {
    List<Path> roots = new ArrayList<>(overlaid);
    Path base = base(binary.toAbsolutePath().normalize(), name);
    if (base != null) {
      roots.add(base);
    }
    Map<String, String> names = new HashMap<>();
    boolean others = false;
    boolean renamed = false;
    for (int row = 0; row < archive.entryCount(); row++) {
      ArchiveEntry entry = archive.entry(row);
      if (row == 0 || archive.keyNumber(row) != archive.keyNumber(row - 1)) {
        boolean own = entry.binary().equals(name);
        renamed = !own && isRenamed(entry.binary(), roots);
        others |= !own && !renamed;
      }
      if (renamed) {
        names.merge(entry.targetText(), entry.binary(), (one, next) -> one.equals(next) ? one : "");
      }
    }
    return new RenamedKeys(names, others);
  }

  /** Whether a key is the path of no file; not known where no tree is. */
  private static boolean isRenamed(String key, List<Path> roots) {
    try {
      Path path = Path.of(key);
      if (roots.isEmpty() || path.isAbsolute() || !path.normalize().equals(path)) {
        return false;
      }
      for (Path root : roots) {
        // Without its first parts, for where stage prefixes were flattened onto one root.
        for (int from = 0; from < path.getNameCount(); from++) {
          if (Files.exists(root.resolve("" + path.subpath(from, path.getNameCount())))) {
            return false;
          }
        }
      }
      return true;
    } catch (InvalidPathException unknown) {
      return false;
    }
  }

  /** The folder from which a binary's file has the end of its name as its path. */
  private static @Nullable Path base(Path file, String name) {
    Path base = file;
    String[] parts = name.split("/", -1);
    for (int at = parts.length - 1; at >= 0 && base != null; at--) {
      if (!parts[at].equals(String.valueOf(base.getFileName()))) {
        break;
      }
      base = base.getParent();
    }
    return file.equals(base) ? null : base;
  }
}
