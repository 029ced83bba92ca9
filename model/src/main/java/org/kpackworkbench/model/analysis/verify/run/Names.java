package org.kpackworkbench.model.analysis.verify.run;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.kpackworkbench.model.analysis.verify.NameSubject;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.place.Place;

/** The names below a folder, with those that clash. */
final class Names {
  private final Path root;
  private final Map<Path, String> clashes = new HashMap<>();

  Names(Path root, List<FolderWalk.Item> items) {
    this.root = root;
    Map<Path, Map<String, Path>> folders = new HashMap<>();
    for (FolderWalk.Item item : items) {
      Path folder = item.path().getParent();
      String small = name(item.path()).toLowerCase(Locale.ROOT);
      Path first =
          folders
              .computeIfAbsent(folder == null ? root : folder, each -> new HashMap<>())
              .putIfAbsent(small, item.path());
      if (first != null) {
        clashes.put(item.path(), name(first));
        clashes.putIfAbsent(first, name(item.path()));
      }
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  NameSubject subject(Path path) {
    String relative =
        root.relativize(path).toString().replace(path.getFileSystem().getSeparator(), "/");
    return new NameSubject(new Place.File(path), relative, clashes.get(path));
  }
}
