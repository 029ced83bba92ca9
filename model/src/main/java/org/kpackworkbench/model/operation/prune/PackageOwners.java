package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
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

/**
 * Which files an installed Debian package owns, as the lists in {@code /var/lib/dpkg/info} state
 * (dpkg-query(1)): {@code PACKAGE.list} or {@code PACKAGE:ARCHITECTURE.list}, a path a line. The
 * system's root is the nearest folder above a file that has such lists, so an image that is mounted
 * anywhere is understood, too. Of merged systems ({@code /lib} is a link to {@code /usr/lib}) a
 * list may have either path.
 */
final class PackageOwners {
  private static final Path LISTS = Path.of("var", "lib", "dpkg", "info");
  private static final String LIST = ".list";
  private static final String MERGED = "/usr";

  private PackageOwners() {}

  /**
   * The files that packages own, by package.
   *
   * @param files existing files
   * @throws IOException where a list cannot be read
   */
  static SortedMap<String, List<Path>> of(Collection<Path> files) throws IOException {
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
    SortedMap<String, List<Path>> owners = new TreeMap<>();
    for (Map.Entry<Path, Map<String, Path>> each : byRoot.entrySet()) {
      owners(each.getKey().resolve(LISTS), each.getValue(), owners);
    }
    return owners;
  }

  private static @Nullable Path root(Path file) {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(LISTS))) {
        return folder;
      }
    }
    return null;
  }

  private static void owners(
      Path lists, Map<String, Path> wanted, SortedMap<String, List<Path>> owners)
      throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(lists, "*" + LIST)) {
      for (Path list : all) {
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
}
