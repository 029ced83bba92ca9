package org.kpackworkbench.model.analysis.resolve.log;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;

/**
 * The lines of a loader's debug log, older wordings and newer ones, as steps. What a line leaves to
 * those above it (which archive, which key) is empty here.
 */
final class LogWording {
  private static final int MOST_DIGITS = 18;

  /** No loader writes more; two paths are the longest that is in a line. */
  private static final int MOST_CHARACTERS = 16 * 1024;

  /** Also as it comes out of web pages. */
  private static final String ARROW = "(?:->|-&gt;|→)";

  /** A line whose end is known may have more behind it: a later loader's, or another program's. */
  private static final String MORE = "(?:\\b.*)?";

  /** A wording, the letter that it begins with, and what it means. */
  private record Wording(char first, Pattern pattern, Function<MatchResult, Step> step) {}

  private static final List<Wording> WORDINGS =
      List.of(
          wording(
              "cache created: disabled=(\\w+), debug=(\\w+), override_paths=(\\d+),"
                  + " prefix_paths=(\\d+)"
                  + MORE,
              m -> new Step.EnvironmentRead(isOn(m, 1), isOn(m, 2), small(m, 3), small(m, 4))),
          wording("kpack disabled via (\\w+).*", m -> new Step.Disabled(m.group(1))),
          wording(
              "failed to parse HIPK metadata(?:: (.*))?",
              m -> new Step.MetadataUnreadable(m.group(1), null)),
          wording(
              "parsed HIPK metadata: kernel_name='((?:(?!', (?:co_index=|lookup_key=|\\d+ search)).)*+)'"
                  + "(?:, co_index=(\\d+))?(?:, lookup_key='(.*?)')?, (\\d+) search paths.*",
              LogWording::metadata),
          wording(
              "using (\\S+) override: (\\d+) paths.*",
              m -> new Step.PathsOverridden(m.group(1), small(m, 2))),
          wording(
              "prepending (\\d+) paths from (\\w+).*",
              m -> new Step.PathsPrepended(m.group(2), small(m, 1))),
          wording(
              "expanded pattern: (.*?) " + ARROW + " (.*)",
              m -> new Step.PatternExpanded(m.group(1), m.group(2), null)),
          wording(
              "direct path: (.*?) " + ARROW + " (.*)",
              m -> new Step.PathResolved(m.group(1), m.group(2), null)),
          wording("archive not found: (.*)", m -> new Step.ArchiveMissing(m.group(1))),
          wording(
              "failed to open archive: (.*) \\(error (\\d+)\\).*",
              m -> new Step.ArchiveUnreadable(m.group(1), error(m, 2), null, null)),
          wording(
              "opened and cached archive: (.*)",
              m -> new Step.ArchiveOpened(m.group(1), List.of(), null)),
          wording(
              "no valid archives found in (\\d+) kpack paths.*",
              m -> new Step.NoArchives(small(m, 1))),
          wording(
              "trying architecture: (.*)", m -> new Step.ArchitectureTried(m.group(1), m.group(1))),
          wording(
              "archive (.*) has architecture (.*)",
              m -> new Step.ArchitectureListed(m.group(1), m.group(2), null)),
          wording(
              "found kernel: (\\d+) bytes.*",
              m -> new Step.KernelFound("", "", "", number(m, 1), null)),
          wording(
              "kernel not found in this archive \\(error (\\d+)\\)(, trying next candidate)?.*",
              m -> new Step.KernelMissed("", "", "", error(m, 1), null, m.group(2) != null, null)),
          wording(
              "no (?:matching architecture found in any archive"
                  + "|archive with compatible architecture found).*",
              m -> new Step.NothingMatched(null)),
          wording(
              "kernel not found in any compatible archive \\(last error (\\d+)\\).*",
              m -> new Step.NothingMatched(error(m, 1))),
          wording("loaded code object: (\\d+) bytes.*", m -> new Step.Loaded(number(m, 1))));

  /** Most wordings begin with a letter of their own, so that few have to be tried for a line. */
  private static final Map<Character, List<Wording>> BY_FIRST =
      WORDINGS.stream().collect(Collectors.groupingBy(Wording::first));

  private static final Pattern ARCHITECTURE = Pattern.compile("architecture: (.*)");

  private LogWording() {}

  /**
   * Reads what stands behind the prefix.
   *
   * @return null for what is no known line
   */
  static @Nullable Step step(String message) {
    String text = message.strip();
    if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
      return null;
    }
    for (Wording wording : BY_FIRST.getOrDefault(text.charAt(0), List.of())) {
      Matcher matcher = wording.pattern().matcher(text);
      if (matcher.matches()) {
        return wording.step().apply(matcher);
      }
    }
    return null;
  }

  /** The architecture that an archive lists, which stands on a line of its own; null elsewhere. */
  static @Nullable String architecture(String message) {
    Matcher matcher = ARCHITECTURE.matcher(message.strip());
    return matcher.matches() ? matcher.group(1) : null;
  }

  private static Wording wording(String pattern, Function<MatchResult, Step> step) {
    return new Wording(pattern.charAt(0), Pattern.compile(pattern), step);
  }

  private static Step metadata(MatchResult line) {
    String name = line.group(1);
    long index = line.group(2) == null ? 0 : number(line, 2);
    String key = line.group(3) == null ? name : line.group(3);
    return new Step.MetadataRead(name, index, key, small(line, 4), null);
  }

  private static boolean isOn(MatchResult line, int group) {
    return !line.group(group).equals("0") && !line.group(group).equalsIgnoreCase("false");
  }

  private static LoaderError error(MatchResult line, int group) {
    long number = number(line, group);
    return number < LoaderError.values().length
        ? LoaderError.of((int) number)
        : LoaderError.IO_ERROR;
  }

  private static int small(MatchResult line, int group) {
    return (int) Math.min(Integer.MAX_VALUE, number(line, group));
  }

  private static long number(MatchResult line, int group) {
    String digits = line.group(group);
    return digits.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
  }
}
