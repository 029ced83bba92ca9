package org.kpackworkbench.model.format.log;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How loaders word the lines of their debug log behind the prefix, older ones and newer ones. */
public enum LoaderWording {
  /** Whether it is disabled and debugged, numbers of overriding and of prepended paths. */
  CACHE_CREATED(
      "cache created: disabled=(\\w+), debug=(\\w+), override_paths=(\\d+),"
          + " prefix_paths=(\\d+)"
          + LoaderWording.MORE),
  /** Variable. */
  DISABLED("kpack disabled via (\\w+).*"),
  /** Why, or nothing. */
  METADATA_UNREADABLE("failed to parse HIPK metadata(?:: (.*))?"),
  /** Kernel name, index or nothing, key or nothing, number of search paths. */
  METADATA_READ(
      "parsed HIPK metadata: kernel_name='((?:(?!', (?:co_index=|lookup_key=|\\d+ search)).)*+)'"
          + "(?:, co_index=(\\d+))?(?:, lookup_key='(.*?)')?, (\\d+) search paths.*"),
  /** Variable, number of paths. */
  PATHS_OVERRIDDEN("using (\\S+) override: (\\d+) paths.*"),
  /** Number of paths, variable. */
  PATHS_PREPENDED("prepending (\\d+) paths from (\\w+).*"),
  /** Pattern, path. */
  PATTERN_EXPANDED("expanded pattern: (.*?) " + LoaderWording.ARROW + " (.*)"),
  /** Path as it is stated, and as it is looked for. */
  PATH_RESOLVED("direct path: (.*?) " + LoaderWording.ARROW + " (.*)"),
  /** Path. */
  ARCHIVE_MISSING("archive not found: (.*)"),
  /** Path, number of the error. */
  ARCHIVE_UNREADABLE("failed to open archive: (.*) \\(error (\\d+)\\).*"),
  /** Path. */
  ARCHIVE_OPENED("opened and cached archive: (.*)"),
  /** Number of paths. */
  NO_ARCHIVES("no valid archives found in (\\d+) kpack paths.*"),
  /** Architecture. */
  ARCHITECTURE_TRIED("trying architecture: (.*)"),
  /** Path, architecture. */
  ARCHITECTURE_LISTED("archive (.*) has architecture (.*)"),
  /** Bytes. */
  KERNEL_FOUND("found kernel: (\\d+) bytes.*"),
  /** Number of the error, words that say that the next candidate is tried, or nothing. */
  KERNEL_MISSED("kernel not found in this archive \\(error (\\d+)\\)(, trying next candidate)?.*"),
  /** No parts. */
  NOTHING_MATCHED(
      "no (?:matching architecture found in any archive"
          + "|archive with compatible architecture found).*"),
  /** Number of the last error. */
  NOTHING_MATCHED_AFTER("kernel not found in any compatible archive \\(last error (\\d+)\\).*"),
  /** Bytes. */
  LOADED("loaded code object: (\\d+) bytes.*");

  /** No loader writes more; two paths are the longest that is in a line. */
  private static final int MOST_CHARACTERS = 16 * 1024;

  /** Also as it comes out of web pages. */
  private static final String ARROW = "(?:->|-&gt;|→)";

  /** A line whose end is known may have more behind it: a later loader's, or another program's. */
  private static final String MORE = "(?:\\b.*)?";

  /** Most wordings begin with a letter of their own, so that few have to be tried for a line. */
  private static final Map<Character, List<LoaderWording>> BY_FIRST =
      Arrays.stream(values()).collect(Collectors.groupingBy(wording -> wording.first));

  private static final Pattern ARCHITECTURE = Pattern.compile("architecture: (.*)");

  private final char first;
  private final Pattern pattern;

  LoaderWording(String pattern) {
    this.first = pattern.charAt(0);
    this.pattern = Pattern.compile(pattern);
  }

  /**
   * A message that is understood.
   *
   * @param parts what the wording lists, in groups from 1
   */
  public record Found(LoaderWording wording, MatchResult parts) {}

  /** Returns the meaning of a message; null if it is in none of these words. */
  public static @Nullable Found of(String message) {
    String text = message.strip();
    if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
      return null;
    }
    for (LoaderWording wording : BY_FIRST.getOrDefault(text.charAt(0), List.of())) {
      Matcher matcher = wording.pattern.matcher(text);
      if (matcher.matches()) {
        return new Found(wording, matcher);
      }
    }
    return null;
  }

  /** The architecture that an archive lists, which is on a line of its own; null elsewhere. */
  public static @Nullable String architecture(String message) {
    Matcher matcher = ARCHITECTURE.matcher(message.strip());
    return matcher.matches() ? matcher.group(1) : null;
  }

  static boolean isKnown(String message) {
    return of(message) != null || architecture(message) != null;
  }
}
