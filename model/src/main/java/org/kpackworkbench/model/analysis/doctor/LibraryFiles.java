package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.kpackworkbench.model.format.elf.ElfFile;

/**
 * The paths by which a library of a tree is loaded: those with its {@code SONAME}, else links, else
 * its file. A library looks for its kernels from there.
 */
final class LibraryFiles {
  private final Library library;
  private final List<Path> loaded = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();

  private LibraryFiles(Library library) {
    this.library = library;
  }

  /**
   * The paths by which a library is loaded; none if the tree does not have it.
   *
   * @param files the files and links of the tree
   * @param libraryPath the folders of {@code LD_LIBRARY_PATH}: the first one that has the library
   *     comes before the tree
   */
  static List<Path> of(Library library, List<Path> files, List<Path> libraryPath)
      throws IOException {
    LibraryFiles own = new LibraryFiles(library);
    own.add(files);
    for (Path folder : libraryPath) {
      LibraryFiles first = new LibraryFiles(library);
      first.add(Search.children(folder));
      List<Path> found =
          first.loaded.stream()
              .filter(
                  each ->
                      own.names.isEmpty()
                          || own.names.contains(each.getFileName().toString())
                          || first.names.stream().anyMatch(own.names::contains))
              .limit(1)
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    }
    return own.loaded;
  }

  private void add(List<Path> files) throws IOException {
    Map<Path, List<Path>> paths = new LinkedHashMap<>();
    for (Path each : files) {
      // Links that lead nowhere load nothing.
      if (library.isNamed(each.getFileName().toString()) && Files.isRegularFile(each)) {
        paths.computeIfAbsent(each.toRealPath(), real -> new ArrayList<>()).add(each);
      }
    }
    for (Map.Entry<Path, List<Path>> each : paths.entrySet()) {
      add(each.getKey(), each.getValue());
    }
  }

  private void add(Path file, List<Path> paths) throws IOException {
    Set<String> own = names(file, paths);
    names.addAll(own);
    Path realFolder = file.getParent();
    Set<Path> folders = new LinkedHashSet<>();
    for (Path each : paths) {
      Path folder = Objects.requireNonNull(each.toAbsolutePath().getParent());
      if (own.contains(each.getFileName().toString()) && folders.add(folder.toRealPath())) {
        loaded.add(folder.toRealPath().equals(realFolder) ? file : each);
      }
    }
  }

  /** The names that a linker looks for. */
  private static Set<String> names(Path file, List<Path> paths) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    Set<String> all = new LinkedHashSet<>();
    for (Path each : paths) {
      String name = each.getFileName().toString();
      all.add(name);
      if (Files.isSymbolicLink(each)) {
        names.add(name);
      }
    }
    String soname = Files.isReadable(file) ? ElfFile.soname(file) : "";
    if (all.contains(soname)) {
      return Set.of(soname);
    }
    return names.isEmpty() ? all : names;
  }
}
