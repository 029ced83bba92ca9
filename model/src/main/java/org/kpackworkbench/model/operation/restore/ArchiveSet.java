package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TargetSum;

/** The archives that are searched, open. */
final class ArchiveSet implements AutoCloseable {
  private final UnpackBudget budget;
  private final List<Opened> archives = new ArrayList<>();

  /**
   * @param budget what may be unpacked of all of them
   */
  ArchiveSet(UnpackBudget budget) {
    this.budget = budget;
  }

  /**
   * An open archive.
   *
   * @param path as it is shown
   * @param targets the targets of its rows as written, in the order in which they first appear
   */
  record Opened(Path path, KpackArchive archive, List<String> targets) {}

  List<Opened> archives() {
    return archives;
  }

  /** Opens an archive. */
  Opened open(Path path) throws IOException, Refused {
    KpackArchive archive = null;
    try {
      archive = KpackArchive.open(path, budget);
      Opened opened =
          new Opened(
              path, archive, archive.targetSums().stream().map(TargetSum::targetText).toList());
      archives.add(opened);
      return opened;
    } catch (IOException failure) {
      if (archive != null) {
        archive.close();
      }
      String why =
          failure instanceof FormatException ? failure.getMessage() : path + ": " + said(failure);
      throw new Refused(RestoreRefusal.ARCHIVE_UNREADABLE, String.valueOf(why), List.of(), failure);
    } catch (RuntimeException failure) {
      if (archive != null) {
        archive.close();
      }
      throw failure;
    }
  }

  private static Refused unreadable(Path path, IOException failure) {
    String why =
        failure instanceof FormatException ? failure.getMessage() : path + ": " + said(failure);
    return new Refused(RestoreRefusal.ARCHIVE_UNREADABLE, String.valueOf(why), List.of(), failure);
  }

  /** Finds out where the code objects lie in the archives, which all must have them. */
  void locate(Progress progress) throws Refused {
    for (Opened opened : archives) {
      try {
        opened.archive().blobs(progress);
      } catch (FormatException failure) {
        throw unreadable(opened.path(), failure);
      }
    }
  }

  /** Whether an archive has anything for a binary with so many wrappers. */
  static boolean hasCode(Opened opened, String kernelName, int wrappers) throws FormatException {
    for (int index = 0; index < wrappers; index++) {
      for (String target : opened.targets()) {
        if (opened.archive().find(kernelName, index, target) >= 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static String said(IOException failure) {
    return failure instanceof java.nio.file.NoSuchFileException
        ? "there is no such file"
        : String.valueOf(failure.getMessage());
  }

  /** The rows of a binary's wrapper, by archive, then by target. */
  List<CodeSource> find(String kernelName, int index) throws FormatException {
    List<CodeSource> found = new ArrayList<>();
    for (int number = 0; number < archives.size(); number++) {
      Opened opened = archives.get(number);
      for (String target : opened.targets()) {
        int row = opened.archive().find(kernelName, index, target);
        if (row >= 0) {
          // The binary has room for all of it before anything is unpacked.
          opened.archive().declare(row);
          found.add(new CodeSource(opened.path(), opened.archive(), number, row));
        }
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (Opened opened : archives) {
      try {
        opened.archive().close();
      } catch (IOException failure) {
        first = first == null ? failure : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
