package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.format.packages.RpmDatabase;

/**
 * Which files an installed package owns. Of Debian's packages the lists in {@code
 * /var/lib/dpkg/info} state it (dpkg-query(1)): {@code PACKAGE.list} or {@code
 * PACKAGE:ARCHITECTURE.list}, a path a line. Of rpm's its database does, where that is in SQLite;
 * of older kinds it is only known that there is one. The system's root is the nearest folder above
 * a file that has either, so an image that is mounted anywhere is understood, too. Of merged
 * systems ({@code /lib} is a link to {@code /usr/lib}) a package may have either path.
 */
final class PackageOwners {
  private static final Path LISTS = Path.of("var", "lib", "dpkg", "info");
  private static final String LIST = ".list";
  private static final String MERGED = "/usr";

  private final SortedMap<String, List<Path>> owners = new TreeMap<>();
  private final SortedMap<Path, String> unknown = new TreeMap<>();

  private PackageOwners() {}

  /**
   * Looks them up.
   *
   * @param files existing files
   * @throws IOException if a list cannot be read
   */
  static PackageOwners of(Collection<Path> files) throws IOException {
    PackageOwners found = new PackageOwners();
    Map<Path, Map<String, Path>> byRoot = new HashMap<>();
    for (Path file : files) {
      Path real = file.toRealPath();
      Path root = root(real);
      if (root != null) {
        String below = "/" + root.relativize(real);
        Map<String, Path> wanted = byRoot.computeIfAbsent(root, one -> new HashMap<>());
        wanted.put(below, file);
        if (below.startsWith(MERGED + "/")) {
          wanted.put(below.substring(MERGED.length()), file);
        }
      }
    }
    for (Map.Entry<Path, Map<String, Path>> each : byRoot.entrySet()) {
      Path lists = each.getKey().resolve(LISTS);
      if (Files.isDirectory(lists)) {
        owners(lists, each.getValue(), found.owners);
      }
      for (Path database : RpmDatabase.below(each.getKey())) {
        found.rpm(database, each.getValue());
      }
    }
    return found;
  }

  /** The files that packages own, by package. */
  SortedMap<String, List<Path>> owners() {
    return owners;
  }

  /** Databases that do not say it, and why. */
  SortedMap<Path, String> unknown() {
    return unknown;
  }

  private static @Nullable Path root(Path file) {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(LISTS)) || !RpmDatabase.below(folder).isEmpty()) {
        return folder;
      }
    }
    return null;
  }

  private void rpm(Path database, Map<String, Path> wanted) throws IOException {
    try {
      RpmDatabase.owned(database, wanted.keySet())
          .forEach(
              (name, paths) ->
                  owners
                      .computeIfAbsent(name, one -> new ArrayList<>())
                      .addAll(paths.stream().map(wanted::get).toList()));
    } catch (FormatException failure) {
      unknown.put(database, failure.words());
    }
  }

  private static void owners(
      Path lists, Map<String, Path> wanted, SortedMap<String, List<Path>> owners)
      throws IOException {
    for (Path list : FolderList.of(lists, "*" + LIST)) {
      String name = list.getFileName().toString();
      // Paths may be bytes of any encoding, which reading as lines would refuse.
      List<Path> owned =
          new String(Files.readAllBytes(list), StandardCharsets.UTF_8)
              .lines()
              .filter(wanted::containsKey)
              .map(wanted::get)
              .toList();
      if (!owned.isEmpty()) {
        owners
            .computeIfAbsent(
                name.substring(0, name.length() - LIST.length()), one -> new ArrayList<>())
            .addAll(owned);
      }
    }
  }
}
