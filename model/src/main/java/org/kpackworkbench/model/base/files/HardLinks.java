package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Files with several names. */
public final class HardLinks {
  private HardLinks() {}

  /** How many names a file has; 1 where that is not known. */
  public static int count(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (Integer)
            Objects.requireNonNull(
                Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS))
        : 1;
  }

  /** For each further name of a file in a tree, the first one, both as paths in the tree. */
  public static Map<String, String> firstNames(Collection<TreeItem> items) throws IOException {
    Map<String, String> names = new HashMap<>();
    Map<Map<String, Object>, String> first = new HashMap<>();
    for (TreeItem item : items) {
      if (item.kind() == TreeItem.Kind.FILE && count(item.source()) > 1) {
        String one =
            first.putIfAbsent(
                Files.readAttributes(item.source(), "unix:dev,ino", LinkOption.NOFOLLOW_LINKS),
                item.path());
        if (one != null) {
          names.put(item.path(), one);
        }
      }
    }
    return names;
  }
}
