package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.kpm.SearchPaths.Candidate;
import org.kpackworkbench.model.format.kpm.SearchPaths.State;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;
import org.kpackworkbench.model.operation.restore.RestoreReport.SearchedPath;
import org.kpackworkbench.model.operation.restore.RestoreReport.SearchedPath.Result;

/**
 * Finds a binary's archives where its marker says they are.
 *
 * <p>{@code @GFXARCH@} matches any target that an existing file or folder is named after. Nothing
 * but regular files is opened, and an archive counts only if it has something for the binary. What
 * was looked for is kept, found or not.
 */
final class ArchiveSearch {
  private final Path folder;
  private final Path given;
  private final String kernelName;
  private final int wrappers;
  private final Progress progress;
  private final List<SearchedPath> searched = new ArrayList<>();
  private final Set<Path> seen = new HashSet<>();

  /**
   * @param folder the binary's own
   * @param given the same folder as it was named, for paths that people read
   */
  ArchiveSearch(Path folder, Path given, String kernelName, int wrappers, Progress progress) {
    this.folder = folder;
    this.given = given;
    this.kernelName = kernelName;
    this.wrappers = wrappers;
    this.progress = progress;
  }

  List<SearchedPath> searched() {
    return List.copyOf(searched);
  }

  /** Opens the archives that have something for the binary. */
  void search(Marker marker, ArchiveSet archives) throws IOException {
    SearchPaths search = SearchPaths.readable(folder, marker.rules());
    for (String pattern : marker.searchPaths()) {
      for (Candidate found : search.candidates(folder, pattern)) {
        progress.step(0);
        if (found.state() != State.FILE || !SearchPaths.isManifest(found.path())) {
          archive(pattern, found, archives);
          continue;
        }
        try {
          for (Candidate listed : search.listed(found.path())) {
            archive(pattern, listed, archives);
          }
        } catch (FormatException failure) {
          throw ArchiveSet.unreadable(found.path(), failure);
        }
      }
    }
  }

  private void archive(String pattern, Candidate found, ArchiveSet archives) throws IOException {
    Path path = shown(found.path());
    switch (found.state()) {
      case MISSING -> note(pattern, path, Result.NOT_FOUND);
      case DENIED -> note(pattern, path, Result.DENIED);
      case NO_FILE -> note(pattern, path, Result.NOT_A_FILE);
      case NO_PATH -> note(pattern, null, Result.NO_PATH);
      case FILE -> {
        if (seen.add(path)) {
          if (ArchiveSet.hasCode(archives.open(path), kernelName, wrappers)) {
            note(pattern, path, Result.USED);
          } else {
            archives.archives().removeLast().archive().close();
            note(pattern, path, Result.OTHER_BINARIES);
          }
        }
      }
    }
  }

  /** An archive's path as the binary's was given: below its folder, or relative like that. */
  private Path shown(Path archive) throws IOException {
    if (archive.startsWith(folder)) {
      return given.resolve(folder.relativize(archive));
    }
    Path working = given.isAbsolute() ? archive : Path.of("").toRealPath();
    return archive.equals(working) || !archive.startsWith(working)
        ? archive
        : working.relativize(archive);
  }

  private void note(String pattern, @Nullable Path path, Result result) {
    searched.add(new SearchedPath(pattern, path, result));
  }

  /** The archives that are searched, open. */
  static final class ArchiveSet implements AutoCloseable {
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
    Opened open(Path path) throws IOException {
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
        throw unreadable(path, failure);
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
      return new Refused(
          RestoreRefusal.ARCHIVE_UNREADABLE, String.valueOf(why), List.of(), failure);
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
          if (opened.archive().find(kernelName, index, target).isPresent()) {
            return true;
          }
        }
      }
      return false;
    }

    private static String said(IOException failure) {
      return failure instanceof java.nio.file.NoSuchFileException
          ? "the file does not exist"
          : String.valueOf(failure.getMessage());
    }

    /** The rows of a binary's wrapper, by archive, then by target. */
    List<CodeSource> find(String kernelName, int index) throws FormatException {
      List<CodeSource> found = new ArrayList<>();
      for (int number = 0; number < archives.size(); number++) {
        Opened opened = archives.get(number);
        for (String target : opened.targets()) {
          int row = opened.archive().find(kernelName, index, target).orElse(-1);
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
      Closing.all(archives, opened -> opened.archive()::close);
    }
  }
}
