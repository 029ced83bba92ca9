package org.kpackworkbench.model.loader;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.kpackworkbench.model.loader.SeenFiles.Seen;

/**
 * What search paths stand for: first resolved, then expanded. A path is resolved as C++'s {@code
 * std::filesystem::weakly_canonical} does: the longest leading part that exists with its links, the
 * rest as text. Paths are {@link SystemText}s. Safe for use by many threads.
 */
final class SearchPaths {
  /** What a path holds that stands for one path for each architecture. */
  static final String PLACEHOLDER = "@GFXARCH@";

  private final SeenFiles seen;
  private final ConcurrentMap<Written, String> resolved = new ConcurrentHashMap<>();

  private record Written(String folder, String path) {}

  SearchPaths(SeenFiles seen) {
    this.seen = seen;
  }

  /**
   * What a marker's path resolves to, its placeholder still in it.
   *
   * @param folder the folder of the binary's real path
   */
  String resolve(String folder, String written) {
    return resolved.computeIfAbsent(new Written(folder, written), this::resolve);
  }

  private String resolve(Written path) {
    if (SeenFiles.isAbsolute(path.path())) {
      return seen.from(path.folder(), path.path());
    }
    String joined = seen.from(path.folder(), path.path());
    Seen whole = seen.follow(joined);
    if (whole.kind().exists()) {
      return whole.real();
    }
    return whole.fails() ? seen.fromWorkingFolder(path.path()) : weakly(joined);
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
    for (String part : path.split("/")) {
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
    int top = real.startsWith(rootText() + "/") ? seen.rootLength() : 0;
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

  private String rootText() {
    String root = SystemText.of(seen.where().root());
    return root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
  }

  /** Whether a resolved path stands for several. */
  boolean isPattern(String path) {
    return placeholder(path) >= 0;
  }

  /** A resolved path with an architecture in place of the first placeholder. */
  String expand(String path, String architecture) {
    int at = placeholder(path);
    return path.substring(0, at) + architecture + path.substring(at + PLACEHOLDER.length());
  }

  private int placeholder(String path) {
    return path.indexOf(PLACEHOLDER, path.startsWith(rootText()) ? seen.rootLength() : 0);
  }
}
