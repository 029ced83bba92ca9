package org.kpackworkbench.model.analysis.resolve.log;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.place.Place;

/**
 * Where the files are that a log of another machine names: what begins so there is found under a
 * folder here. Immutable.
 *
 * @param from the beginning of paths in the log, such as {@code /opt/rocm}; empty for none
 * @param to the folder here; null where paths are the same here
 */
public record PathMapping(String from, @Nullable Path to) {
  /** Paths are the same here. */
  public static final PathMapping NONE = new PathMapping("", null);

  public PathMapping {
    from = withoutEnd(from.strip());
  }

  private static String withoutEnd(String path) {
    String kept = path;
    while (kept.length() > 1 && (kept.endsWith("/") || kept.endsWith("\\"))) {
      kept = kept.substring(0, kept.length() - 1);
    }
    return kept;
  }

  /** Where a path of the log would be here, whether there is something or not; null for nowhere. */
  public @Nullable Path path(String inLog) {
    try {
      if (to == null) {
        Path same = Path.of(inLog);
        return same.isAbsolute() ? same : null;
      }
      if (!from.isEmpty() && inLog.equals(from)) {
        return to;
      }
      boolean below =
          inLog.startsWith(from)
              && (from.isEmpty() || from.equals("/") || isSeparator(inLog.charAt(from.length())));
      if (!below) {
        return null;
      }
      String rest = inLog.substring(from.length()).replace('\\', '/');
      Path found = to.resolve(rest.startsWith("/") ? rest.substring(1) : rest).normalize();
      // A path of a log does not lead out of the chosen folder.
      return found.startsWith(to.normalize()) ? found : null;
    } catch (InvalidPathException ofAnotherSystem) {
      return null;
    }
  }

  private static boolean isSeparator(char character) {
    return character == '/' || character == '\\';
  }

  /** The file of a path of the log; null if there is none here. */
  public @Nullable Place place(String inLog) {
    Path file = path(inLog);
    return file != null && Files.isRegularFile(file) ? new Place.File(file) : null;
  }

  /**
   * The folder that the archives of a trace have in common: what one would say where to find it
   * here. Empty where there is none.
   */
  public static String common(List<Step> trace) {
    List<String> folders = new ArrayList<>();
    for (Step step : trace) {
      String path =
          switch (step) {
            case Step.PatternExpanded one -> one.path();
            case Step.PathResolved one -> one.path();
            case Step.ArchiveOpened one -> one.archive();
            case Step.ArchiveMissing one -> one.archive();
            default -> "";
          };
      if (isAbsolute(path)) {
        folders.add(parent(path));
      }
    }
    String common = folders.isEmpty() ? "" : folders.getFirst();
    for (String folder : folders) {
      while (!common.isEmpty() && !folder.equals(common) && !folder.startsWith(common + "/")) {
        common = parent(common);
      }
    }
    // The hidden folder of archives lies in the tree that has the binaries, too.
    return common.endsWith("/.kpack") || common.endsWith("\\.kpack") ? parent(common) : common;
  }

  private static boolean isAbsolute(String path) {
    return path.startsWith("/") || path.matches("[A-Za-z]:[/\\\\].*");
  }

  private static String parent(String path) {
    int end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    return end <= 0 ? "" : path.substring(0, end);
  }
}
