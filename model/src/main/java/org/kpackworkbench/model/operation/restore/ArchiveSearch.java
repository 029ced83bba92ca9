package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
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
  private static final String PLACEHOLDER = "@GFXARCH@";
  private static final String TARGET = "(" + GpuTarget.FILE_NAME + ")";

  /** A marker cannot make this look at more than so many files. */
  private static final int MOST_FOUND = 10_000;

  private final Path folder;
  private final String kernelName;
  private final int wrappers;
  private final Progress progress;
  private final List<SearchedPath> searched = new ArrayList<>();
  private final Set<Path> seen = new HashSet<>();

  /**
   * @param folder the binary's own
   */
  ArchiveSearch(Path folder, String kernelName, int wrappers, Progress progress) {
    this.folder = folder;
    this.kernelName = kernelName;
    this.wrappers = wrappers;
    this.progress = progress;
  }

  List<SearchedPath> searched() {
    return List.copyOf(searched);
  }

  /** Opens the archives that have something for the binary. */
  void search(List<String> patterns, ArchiveSet archives) throws IOException, Refused {
    for (String pattern : patterns) {
      List<Path> paths = expand(pattern);
      for (Path path : paths) {
        progress.step(0);
        if (path.toString().endsWith(".kpm")) {
          manifest(pattern, path, archives);
        } else {
          archive(pattern, path, archives);
        }
      }
    }
  }

  private void archive(String pattern, Path path, ArchiveSet archives) throws IOException, Refused {
    if (!Files.exists(path)) {
      note(pattern, path, Result.NOT_FOUND);
    } else if (!Files.isRegularFile(path)) {
      note(pattern, path, Result.NOT_A_FILE);
    } else if (seen.add(path.toRealPath())) {
      ArchiveSet.Opened opened = archives.open(path.toRealPath());
      if (ArchiveSet.hasCode(opened, kernelName, wrappers)) {
        note(pattern, path, Result.USED);
      } else {
        archives.archives().removeLast().archive().close();
        note(pattern, path, Result.OTHER_BINARIES);
      }
    }
  }

  private void manifest(String pattern, Path path, ArchiveSet archives)
      throws IOException, Refused {
    if (!Files.isRegularFile(path)) {
      note(pattern, path, Files.exists(path) ? Result.NOT_A_FILE : Result.NOT_FOUND);
      return;
    }
    ManifestFile manifest;
    try {
      manifest = ManifestFile.open(path);
    } catch (FormatException failure) {
      throw new Refused(
          RestoreRefusal.ARCHIVE_UNREADABLE,
          String.valueOf(failure.getMessage()),
          List.of(),
          failure);
    }
    for (ManifestRow row : manifest.manifest().rows()) {
      boolean plain =
          !row.file().isEmpty() && row.file().indexOf('/') < 0 && row.file().indexOf('\\') < 0;
      Path named = plain ? sibling(path, row.file()) : null;
      if (named == null) {
        searched.add(new SearchedPath(pattern + " » " + row.file(), null, Result.NO_PATH));
      } else {
        archive(pattern, named, archives);
      }
    }
  }

  private static @org.jspecify.annotations.Nullable Path sibling(Path path, String name) {
    try {
      return path.resolveSibling(name);
    } catch (InvalidPathException invalid) {
      return null;
    }
  }

  /** The paths that a pattern matches: existing ones, or the one path without a placeholder. */
  private List<Path> expand(String pattern) throws IOException {
    try {
      List<Candidate> found = new ArrayList<>();
      found.add(new Candidate(pattern.startsWith("/") ? Path.of("/") : folder, ""));
      boolean placed = false;
      for (String part : pattern.split("/", -1)) {
        if (part.isEmpty() || part.equals(".")) {
          continue;
        }
        placed |= part.contains(PLACEHOLDER);
        List<Candidate> next = new ArrayList<>();
        for (Candidate each : found) {
          step(each, part, next);
        }
        found = next;
      }
      if (found.isEmpty() && placed) {
        searched.add(
            new SearchedPath(pattern, folder.resolve(pattern).normalize(), Result.NOT_FOUND));
      }
      return found.stream().map(Candidate::path).sorted().toList();
    } catch (InvalidPathException invalid) {
      searched.add(new SearchedPath(pattern, null, Result.NO_PATH));
      return List.of();
    }
  }

  /**
   * A path on its way.
   *
   * @param target what the placeholder represented in it; empty before the first one
   */
  private record Candidate(Path path, String target) {}

  private void step(Candidate from, String part, List<Candidate> next) throws IOException {
    if (!part.contains(PLACEHOLDER)) {
      next.add(new Candidate(from.path().resolve(part), from.target()));
    } else if (!from.target().isEmpty()) {
      String name = part.replace(PLACEHOLDER, from.target());
      next.add(new Candidate(from.path().resolve(name), from.target()));
    } else if (Files.isDirectory(from.path())) {
      Pattern names = pattern(part);
      try (DirectoryStream<Path> children = Files.newDirectoryStream(from.path())) {
        for (Path child : children) {
          Matcher matcher = names.matcher(String.valueOf(child.getFileName()));
          if (matcher.matches() && next.size() < MOST_FOUND) {
            next.add(new Candidate(child, matcher.group(1)));
          }
        }
      } catch (DirectoryIteratorException failure) {
        throw failure.getCause();
      }
    }
  }

  /** The first placeholder is any target, the others are that one again. */
  private static Pattern pattern(String part) {
    StringBuilder regex = new StringBuilder();
    int from = 0;
    boolean first = true;
    for (int at = part.indexOf(PLACEHOLDER); at >= 0; at = part.indexOf(PLACEHOLDER, from)) {
      regex.append(Pattern.quote(part.substring(from, at))).append(first ? TARGET : "\\1");
      first = false;
      from = at + PLACEHOLDER.length();
    }
    return Pattern.compile(regex.append(Pattern.quote(part.substring(from))).toString());
  }

  private void note(String pattern, Path path, Result result) {
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
        throw new Refused(
            RestoreRefusal.ARCHIVE_UNREADABLE, String.valueOf(why), List.of(), failure);
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
}
