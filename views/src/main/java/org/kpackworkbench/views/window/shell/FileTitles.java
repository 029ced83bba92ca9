package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.kpackworkbench.views.kit.place.PlaceWords;

/** Titles of open files: of those with one name, each says the part of its path that differs. */
final class FileTitles {
  private static final int LONGEST = 40;

  private FileTitles() {}

  static void tellApart(List<FileSession> sessions) {
    sessions.stream()
        .collect(Collectors.groupingBy(session -> session.place().label()))
        .values()
        .forEach(FileTitles::among);
  }

  private static void among(List<FileSession> alike) {
    List<List<String>> folders = alike.stream().map(FileTitles::folders).toList();
    int least = folders.stream().mapToInt(List::size).min().orElse(0);
    int before = alike(folders, least, false);
    int after = alike(folders, least - before, true);
    // A folder that the others are in is named by its own name, and theirs begin with that.
    int from = before + after == least ? Math.max(0, before - 1) : before;
    for (int i = 0; i < alike.size(); i++) {
      List<String> own = folders.get(i);
      List<String> differ = own.subList(from, own.size() - after);
      alike
          .get(i)
          .among(alike.size() == 1 ? "" : PlaceWords.cut(String.join("/", differ), LONGEST));
    }
  }

  /** The names of the folders above a file, from the root on. */
  private static List<String> folders(FileSession session) {
    Path folder = session.path().getParent();
    return folder == null
        ? List.of()
        : IntStream.range(0, folder.getNameCount())
            .mapToObj(folder::getName)
            .map(Path::toString)
            .toList();
  }

  /** How many are the same in all, from the beginning or the end. */
  private static int alike(List<List<String>> folders, int most, boolean fromEnd) {
    return (int)
        IntStream.range(0, most)
            .takeWhile(
                at ->
                    folders.stream()
                            .map(each -> each.get(fromEnd ? each.size() - 1 - at : at))
                            .distinct()
                            .count()
                        == 1)
            .count();
  }
}
