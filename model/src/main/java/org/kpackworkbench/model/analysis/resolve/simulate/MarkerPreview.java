package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.SearchPaths;

/**
 * Preview of where a marker leads on this disk, whatever the device: the archives that its search
 * paths name, and how many of the binary's wrappers each has code for under the marker's name. No
 * environment variable counts.
 *
 * @param paths one for each search path, in order
 */
public record MarkerPreview(List<SearchedPath> paths) {
  public MarkerPreview {
    paths = List.copyOf(paths);
  }

  /**
   * A search path.
   *
   * @param text as the marker has it
   * @param problem why nothing could be looked up; empty if it could
   * @param archives the files that are there
   */
  public record SearchedPath(String text, String problem, List<Archive> archives) {
    public SearchedPath {
      archives = List.copyOf(archives);
    }
  }

  /**
   * A file that a search path leads to.
   *
   * @param target what represents {@code @GFXARCH@}; empty if that is not in the path
   * @param sizeBytes its size
   * @param wrappers for how many wrappers it has a code object, for whatever target
   * @param problem why it cannot be used; empty if it can
   */
  public record Archive(Path path, String target, long sizeBytes, int wrappers, String problem) {}

  /**
   * Reads the disk.
   *
   * @param binary the binary, whose folder paths count from
   * @param rules how its system reads paths
   * @param kernelName the binary's name in archives
   * @param wrappers how many wrappers it has
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static MarkerPreview of(
      Path binary,
      PathRules rules,
      String kernelName,
      List<String> searchPaths,
      int wrappers,
      Progress progress) {
    SearchPaths search = SearchPaths.at(binary, rules);
    List<SearchedPath> paths = new ArrayList<>();
    for (String text : searchPaths) {
      SearchPaths.Files found = search.look(binary, text);
      List<Archive> archives = new ArrayList<>();
      for (SearchPaths.Candidate each : found.files()) {
        progress.step(0);
        archives.add(archive(each, kernelName, wrappers));
      }
      paths.add(new SearchedPath(text, found.problem(), archives));
    }
    return new MarkerPreview(paths);
  }

  private static Archive archive(SearchPaths.Candidate found, String kernelName, int wrappers) {
    int with = 0;
    String problem = "";
    if (SearchPaths.isManifest(found.path())) {
      problem = "a manifest; current loaders do not look for its archives";
    } else {
      try (KpackArchive archive = KpackArchive.open(found.path())) {
        for (int index = 0; index < wrappers; index++) {
          with += has(archive, new BinaryKey(kernelName, index, true)) ? 1 : 0;
        }
      } catch (IOException unreadable) {
        problem = String.valueOf(unreadable.getMessage());
      }
    }
    return new Archive(found.path(), found.target(), found.sizeBytes(), with, problem);
  }

  private static boolean has(KpackArchive archive, BinaryKey key) throws IOException {
    return archive.keyNumber(key.text()).isPresent()
        || (key.index() == 0 && archive.keyNumber(key.binary()).isPresent());
  }
}
