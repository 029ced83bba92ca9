package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.SeenFiles.Seen;

/**
 * What search paths stand for: first resolved, then expanded. A path is resolved as C++'s {@code
 * std::filesystem::weakly_canonical} does: the longest leading part that exists with its links, the
 * rest as text. Paths are {@link SystemText}s. Safe for use by many threads.
 */
final class SearchPaths {
  /** What a path holds that stands for one path for each architecture. */
  static final String PLACEHOLDER = "@GFXARCH@";

  private final SeenFiles seen;
  private final ConcurrentMap<Written, Resolved> resolved = new ConcurrentHashMap<>();

  private record Written(String folder, String path) {}

  /**
   * A path of a marker that was resolved.
   *
   * @param path the path, absolute
   * @param placeholder where its first placeholder is; -1 where it has none
   * @param failure why it could not be resolved, so that it counts from the working folder; null
   *     where it could
   */
  record Resolved(String path, int placeholder, SeenFiles.@Nullable Kind failure) {
    /** Whether it stands for several paths. */
    boolean isPattern() {
      return placeholder >= 0;
    }

    /** The path with an architecture in place of the first placeholder. */
    String with(String architecture) {
      return path.substring(0, placeholder)
          + architecture
          + path.substring(placeholder + PLACEHOLDER.length());
    }

    /**
     * @param from where the path's own text begins, behind what says from where it counts
     */
    private static Resolved of(String path, int from, SeenFiles.@Nullable Kind failure) {
      return new Resolved(path, path.indexOf(PLACEHOLDER, from), failure);
    }
  }

  SearchPaths(SeenFiles seen) {
    this.seen = seen;
  }

  /**
   * Resolves a marker's path.
   *
   * @param folder the folder of the binary's real path
   */
  Resolved resolve(String folder, String written) {
    return resolved.computeIfAbsent(new Written(folder, written), this::resolve);
  }

  private Resolved resolve(Written path) {
    String joined = seen.from(path.folder(), path.path());
    if (SeenFiles.isAbsolute(path.path())) {
      return Resolved.of(joined, joined.length() - path.path().length(), null);
    }
    Seen whole = seen.follow(joined);
    if (whole.fails()) {
      String asWritten = seen.fromWorkingFolder(path.path());
      return Resolved.of(asWritten, asWritten.length() - path.path().length(), whole.kind());
    }
    String found = whole.kind().exists() ? whole.real() : weakly(joined);
    return Resolved.of(found, found.startsWith(seen.root() + "/") ? seen.root().length() : 0, null);
  }

  private String weakly(String joined) {
    List<String> parts = parts(joined);
    String existing = "";
    String real = "/";
    int count = 0;
    for (String part : parts) {
      String longer = existing + "/" + part;
      Seen there = seen.follow(longer);
      if (!there.kind().exists()) {
        break;
      }
      existing = longer;
      real = there.real();
      count++;
    }
    return normalised(real, parts.subList(count, parts.size()));
  }

  /** The names of an absolute path; the last is empty where the path ends with a slash. */
  private static List<String> parts(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    if (path.endsWith("/")) {
      parts.add("");
    }
    return parts;
  }

  /** A real path and what follows it, without {@code .} and with {@code ..} taken as text. */
  private String normalised(String real, List<String> rest) {
    int top = real.startsWith(seen.root() + "/") ? seen.root().length() : 0;
    String path = real.equals("/") ? "" : real;
    boolean slash = false;
    for (String part : rest) {
      slash = part.isEmpty() || part.equals(".") || part.equals("..");
      if (part.equals("..")) {
        path = path.length() > top ? path.substring(0, path.lastIndexOf('/')) : path;
      } else if (!slash) {
        path = path + "/" + part;
      }
    }
    return path.isEmpty() || slash ? path + "/" : path;
  }
}
