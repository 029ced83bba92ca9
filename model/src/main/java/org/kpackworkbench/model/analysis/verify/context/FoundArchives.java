package org.kpackworkbench.model.analysis.verify.context;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.format.kpm.SearchPaths;

/**
 * The archives that a binary's search paths lead to, where artifacts lie now and where they will
 * lie. Not for use by many threads.
 */
public final class FoundArchives {
  private final SearchPaths search = SearchPaths.own();
  private final List<String> searchPaths;
  private final Set<Path> archives = new LinkedHashSet<>();
  private final Set<Path> staged = new LinkedHashSet<>();
  private final Set<Path> flattened = new LinkedHashSet<>();

  /** Those that are found from where the binary is, which need not be there yet. */
  FoundArchives(Path binary, List<String> searchPaths) throws IOException {
    this.searchPaths = searchPaths;
    add(search.files(binary, searchPaths), staged);
  }

  /** Adds those from a folder that is there once artifacts are laid onto one tree. */
  void lookFrom(Path folder) throws IOException {
    look(folder, folder.getRoot(), staged);
  }

  /** Likewise once all stage prefixes are flattened onto one root. */
  void lookFlattened(Path prefix, String folder) throws IOException {
    look(prefix.resolve(folder).normalize(), prefix, flattened);
  }

  private void look(Path folder, Path within, Set<Path> into) throws IOException {
    for (String searchPath : searchPaths) {
      add(search.filesOf(search.candidates(folder, searchPath, within)), into);
    }
  }

  private void add(List<Path> files, Set<Path> into) {
    archives.addAll(files);
    into.addAll(files);
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
}
