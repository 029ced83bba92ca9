package org.kpackworkbench.views.format.folder;

import java.nio.file.Path;
import java.util.stream.Collectors;
import org.kpackworkbench.model.format.registry.FileSummary;

/**
 * A file of a folder.
 *
 * @param path the way from the folder, with {@code /}
 * @param summary what it is
 * @param sizeBytes its size; -1 for links
 */
record FolderRow(String path, FileSummary summary, long sizeBytes) {

  /** A path below a folder as it is written here. */
  static String path(Path root, Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** The architectures that it has code for. */
  String architectures() {
    return summary.targets().stream()
        .map(share -> share.target().bare().toString())
        .distinct()
        .collect(Collectors.joining(" "));
  }
}
