package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/** The archives that a request names. Stateless: safe for use by many threads. */
final class NamedArchives {
  private static final String ARCHIVE = ".kpack";

  private NamedArchives() {}

  /** The archives that are named, and those directly in the folders that are named. */
  static List<Path> of(List<Path> named) throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path each : named) {
      if (Files.isDirectory(each)) {
        List<Path> found = archivesIn(each);
        if (found.isEmpty()) {
          throw noArchives(each);
        }
        all.addAll(found);
      } else {
        all.add(each);
      }
    }
    return List.copyOf(all);
  }

  /** How many rows all archives have; of each only its table of contents is read. */
  static long rows(List<Path> archives, Progress progress) throws IOException {
    UnpackBudget budget = UnpackBudget.operation();
    long rows = 0;
    for (Path path : archives) {
      progress.step(0);
      refusePackage(path, budget, progress);
      try (KpackArchive archive = KpackArchive.open(path, budget)) {
        rows += archive.entryCount();
      }
    }
    return rows;
  }

  private static List<Path> archivesIn(Path folder) throws IOException {
    return FolderList.of(folder, "*" + ARCHIVE).stream().filter(Files::isRegularFile).toList();
  }

  private static OperationException noArchives(Path folder) throws IOException {
    List<String> below = new ArrayList<>();
    for (Path each : FolderList.of(folder)) {
      if (Files.isDirectory(each) && !archivesIn(each).isEmpty()) {
        below.add(each.toString());
      }
    }
    return Obstacle.UNKNOWN_DATABASE.exception(
        "%s: expected a folder with archives that pack-database wrote, found one without .kpack files. %s",
        folder,
        below.isEmpty()
            ? "To make archives of what is in it, use pack-database."
            : "Name the folder that has them: %s.".formatted(ListText.some(below)));
  }

  /** Archives are mapped from files of their own: says how to get them out of a package. */
  private static void refusePackage(Path path, UnpackBudget budget, Progress progress)
      throws IOException {
    @Nullable Path file = path;
    while (file != null && !Files.exists(file)) {
      file = file.getParent();
    }
    if (file == null) {
      return;
    }
    Optional<PackageFile> opened = PackageFile.open(file, budget, progress);
    if (opened.isEmpty()) {
      return;
    }
    List<String> archives =
        opened.get().members().stream()
            .map(Member::path)
            .filter(name -> name.endsWith(ARCHIVE))
            .toList();
    String words = opened.get().format().words();
    throw Obstacle.UNKNOWN_DATABASE.exception(
        archives.isEmpty()
            ? "%s: expected an archive that pack-database wrote, found a %s without .kpack files. To make archives of what is in it, use pack-database."
                .formatted(file, words)
            : "%s: expected an archive that pack-database wrote, found a %s with %s (%s). Extract them, for example with \"%s\", and name them."
                .formatted(
                    file,
                    words,
                    CountText.of(archives.size(), ".kpack file"),
                    archives.size() == 1 ? archives.getFirst() : archives.getFirst() + ", …",
                    switch (opened.get().format()) {
                      case WHEEL, ZIP -> "unzip " + file;
                      case DEB -> "dpkg-deb -x %s .".formatted(file);
                      case RPM -> "rpm2cpio %s | cpio -id".formatted(file);
                      case TAR -> "tar -xf " + file;
                    }));
  }
}
