package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.context.OpenArchives;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * A key of an archive that no binary here has, filed where a binary's own key is missing.
 *
 * @param place its row
 * @param offset where the row is in the archive
 * @param name what the binary is called
 * @param binary the binary
 */
record OrphanKey(Place.CodeObject place, long offset, String name, Path binary, String targetText) {

  /**
   * The only one, if there is one.
   *
   * @param target null for any; then only in archives that have code of other binaries here, for
   *     they may belong to another tree altogether
   */
  static @Nullable OrphanKey instead(
      HostSubject subject,
      String name,
      List<Path> archives,
      @Nullable GpuTarget target,
      List<Integer> wrappers,
      Sink sink)
      throws IOException {
    Set<Integer> missing = Set.copyOf(wrappers);
    Map<String, Boolean> orphans = new HashMap<>();
    OrphanKey found = null;
    for (Path path : archives) {
      try (OpenArchives.Lease lease = subject.context().open(path)) {
        KpackArchive archive = lease.archive();
        for (int row = 0; row < archive.entryCount(); row++) {
          if ((row & 0xfff) == 0) {
            sink.progress().step(0);
          }
          ArchiveEntry entry = archive.entry(row);
          if (entry.binary().equals(name)
              || !missing.contains(entry.index())
              || (target != null && !entry.target().equals(target))
              || !orphans.computeIfAbsent(entry.binary(), key -> isOrphan(subject, name, key))) {
            continue;
          }
          if (found == null) {
            found =
                new OrphanKey(
                    archive.place(entry),
                    archive.rowRange(row).start(),
                    name,
                    subject.place().file(),
                    entry.targetText());
          } else if (!found.place().binary().equals(entry.binary())) {
            return null;
          }
        }
      } catch (FormatException broken) {
        // That archive has findings of its own.
        continue;
      }
    }
    return target != null || orphans.containsValue(false) ? found : null;
  }

  /** Whether a key is the path of no file in the tree that the binary is in. */
  static boolean isOrphan(HostSubject subject, String name, String key) {
    Path file = subject.place().file().toAbsolutePath().normalize();
    try {
      Path base = base(file, Path.of(name));
      List<Path> roots = new ArrayList<>(base == null ? List.of() : List.of(base));
      TreePosition position = subject.position();
      if (position != null && position.home().layout() == TreeLayout.ARTIFACT) {
        roots.add(position.home().root());
        subject.context().siblings(position.home()).forEach(home -> roots.add(home.root()));
      }
      Path path = Path.of(key);
      if (roots.isEmpty() || path.isAbsolute() || !path.normalize().equals(path)) {
        return false;
      }
      for (Path root : roots) {
        // Without its first parts, for where stage prefixes were flattened onto one root.
        for (int from = 0; from < path.getNameCount(); from++) {
          if (Files.exists(root.resolve(path.subpath(from, path.getNameCount())))) {
            return false;
          }
        }
      }
      return true;
    } catch (IOException | InvalidPathException unknown) {
      return false;
    }
  }

  /** The folder from which a binary's file has the end of its name as its path. */
  private static @Nullable Path base(Path file, Path name) {
    Path base = file;
    for (int at = name.getNameCount() - 1; at >= 0 && base != null; at--) {
      Path last = base.getFileName();
      if (last == null || !last.equals(name.getName(at))) {
        break;
      }
      base = base.getParent();
    }
    return file.equals(base) ? null : base;
  }

  void report(Severity severity, String missing, List<String> consequences, Sink sink) {
    Path archive = place.file();
    sink.add(
        severity,
        place,
        offset,
        "%s %s has \"%s\" instead, which is the path of no binary here."
            .formatted(missing, archive.getFileName(), place.binary()),
        "The key was renamed: name it \"%s\" again, or pack the binary again.".formatted(name),
        Evidence.of(name, place.binary())
            .about(archive, binary)
            .forTargets(List.of(targetText))
            .causing(consequences));
  }
}
