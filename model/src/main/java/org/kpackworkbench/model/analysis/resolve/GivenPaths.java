package org.kpackworkbench.model.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Shows paths as those that were given: loaders name archives by their real paths, which are
 * relative to the working folder again where the binary's path was. Immutable.
 */
public final class GivenPaths {
  /** The relative beginning of a path by its absolute one, the longest first. */
  private final Map<String, String> starts = new LinkedHashMap<>();

  private GivenPaths() {}

  /**
   * Paths like that of a binary.
   *
   * @param given its path as it was given; null for none
   */
  public static GivenPaths like(@Nullable Path given) {
    GivenPaths paths = new GivenPaths();
    // Paths in packages begin with a package, as it was given.
    @Nullable Path named = given == null ? null : Path.of(given.toString());
    if (named == null || named.isAbsolute()) {
      return paths;
    }
    try {
      Path top = Path.of("").toRealPath();
      paths.add(top, "");
      String up = "";
      for (Path name : named.normalize()) {
        Path parent = top.getParent();
        if (!name.toString().equals("..") || parent == null) {
          break;
        }
        top = parent;
        up += "../";
        paths.add(top, up);
      }
    } catch (IOException gone) {
      // Without a working folder nothing is relative to it.
      return new GivenPaths();
    }
    return paths;
  }

  private void add(Path folder, String shown) {
    String start = folder.toString();
    String whole = start.endsWith("/") ? start : start + "/";
    starts.put(whole, shown);
    // In quotes of a shell.
    starts.put(whole.replace("'", "'\\''"), shown);
  }

  /** A path, or a sentence with paths. */
  public String shown(String text) {
    String shown = text;
    for (Map.Entry<String, String> start : starts.entrySet()) {
      if (!shown.contains(start.getKey())) {
        continue;
      }
      Matcher found =
          Pattern.compile("(?<![\\w./-])" + Pattern.quote(start.getKey()) + "([-@]?)")
              .matcher(shown);
      // No program takes a path for an option.
      shown =
          found.replaceAll(
              match ->
                  Matcher.quoteReplacement(
                      (start.getValue().isEmpty() && !match.group(1).isEmpty()
                              ? "./"
                              : start.getValue())
                          + match.group(1)));
    }
    return shown;
  }
}
