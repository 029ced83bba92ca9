package org.kpackworkbench.views.operation.forms;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Proposal of forms for a binary, from its path alone: a library in {@code ROOT/lib/sub} belongs to
 * an install tree at {@code ROOT}.
 *
 * @param kernelName what it is called in archives: its path in the tree
 * @param group what its archives are called
 * @param output the host-only binary, beside the fat one
 * @param archives the folder for archives: {@code .kpack} in the tree's root
 * @param searchPath the way from the binary's folder to its archives
 */
record Proposal(String kernelName, String group, Path output, Path archives, String searchPath) {
  private static final Set<String> TREE_FOLDERS = Set.of("lib", "lib64", "bin", "libexec", "sbin");
  private static final Pattern PACKED = Pattern.compile(".*\\.(whl|tar|tar\\.\\w+|tgz)");
  private static final Pattern LIBRARY =
      Pattern.compile("(?:lib)?(.+?)(?:\\.so(?:\\..*)?|\\.exe|\\.dll)?");

  /** For a binary. */
  static Proposal of(Path binary) {
    Path file = binary.toAbsolutePath().normalize();
    Path folder = folder(file);
    Path root = root(folder);
    String group = group(file);
    String up = "../".repeat(folder.getNameCount() - root.getNameCount());
    return new Proposal(
        root.relativize(file).toString().replace('\\', '/'),
        group,
        folder.resolve(name(file) + ".host-only"),
        root.resolve(".kpack"),
        up + ".kpack/" + group + "_@GFXARCH@.kpack");
  }

  /** Where a packed copy of a binary or a folder goes. */
  static Path packed(Path input) {
    Path file = input.toAbsolutePath().normalize();
    return folder(file).resolve(group(file) + "-packed");
  }

  /** Where what is left of a file or a folder goes. */
  static Path pruned(Path input) {
    Path file = input.toAbsolutePath().normalize();
    if (PACKED.matcher(name(file)).matches()) {
      // The name of a wheel says what it is; that of a tar file how it is compressed.
      return folder(file).resolve("pruned").resolve(name(file));
    }
    return folder(file).resolve(name(file) + (Files.isDirectory(file) ? "-pruned" : ".pruned"));
  }

  /** Where the archives of a database or of a folder of some go. */
  static Path packedDatabase(Path input) {
    Path file = input.toAbsolutePath().normalize();
    return folder(file).resolve(name(file) + "-archives");
  }

  /** Where the databases of archives in a folder go: beside it, for it has nothing else. */
  static Path unpackedDatabase(Path archives) {
    Path given = archives.toAbsolutePath().normalize();
    Path folder = name(given).endsWith(".kpack") ? folder(given) : given;
    return folder(folder).resolve("databases");
  }

  /** Where a restored binary goes. */
  static Path restored(Path binary) {
    Path file = binary.toAbsolutePath().normalize();
    String name = name(file);
    String bare = name.endsWith(".host-only") ? name.substring(0, name.lastIndexOf('.')) : name;
    return folder(file).resolve(bare + ".fat");
  }

  /** {@code rocrand} for {@code librocrand.so.1.1}; a folder's name as it is. */
  static String group(Path file) {
    String name = name(file);
    Matcher library = LIBRARY.matcher(name);
    String bare = library.matches() ? library.group(1) : name;
    return bare.replaceAll("[^A-Za-z0-9._+-]", "-");
  }

  private static Path root(Path folder) {
    for (Path at = folder; at != null && at.getNameCount() > 1; at = at.getParent()) {
      if (TREE_FOLDERS.contains(name(at))) {
        return folder(at);
      }
    }
    return folder;
  }

  private static Path folder(Path file) {
    @Nullable Path parent = file.getParent();
    return parent == null ? file : parent;
  }

  private static String name(Path file) {
    @Nullable Path name = file.getFileName();
    return name == null ? "root" : name.toString();
  }
}
