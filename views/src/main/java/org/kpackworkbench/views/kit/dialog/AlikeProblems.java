package org.kpackworkbench.views.kit.dialog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.text.CountText;

/**
 * Problems that readers reported for one cause: the same thing is wrong with the same field of the
 * same kind of structure. One banner reports all of them.
 *
 * @param first the first of them, in the file's order
 * @param count how many there are
 */
public record AlikeProblems(FormatException first, int count) {
  /** Which of several it is: a number, and what kind its own field says it has. */
  private static final Pattern WHICH = Pattern.compile("0x[0-9a-f]+|[0-9]+| \\([A-Z_]+\\)");

  /** Returns the cause that makes problems alike, for comparison only. */
  public static String cause(FormatException problem) {
    // "program header 4 (LOAD)" is the same structure as "program header 5 (DYNAMIC)".
    return problem.reason()
        + "\0"
        + WHICH.matcher(problem.structure() + "\0" + problem.field()).replaceAll("#");
  }

  /** Puts problems of one cause together; causes are in the order of their first problems. */
  public static List<AlikeProblems> of(List<FormatException> problems) {
    Map<String, List<FormatException>> causes = new LinkedHashMap<>();
    for (FormatException problem : problems) {
      causes.computeIfAbsent(cause(problem), each -> new ArrayList<>()).add(problem);
    }
    return causes.values().stream()
        .map(alike -> new AlikeProblems(alike.getFirst(), alike.size()))
        .toList();
  }

  /** The first problem in a line, and how many others are like it. */
  public String inOneLine() {
    String line = ErrorText.of(first).inOneLine();
    return count == 1 ? line : line + " " + others();
  }

  /** How many others are like the first one, e.g. {@code 12 more like this.}; empty for none. */
  public String others() {
    return count == 1 ? "" : count - 1 + " more like this.";
  }

  /** The title of several causes, e.g. {@code 14 problems of 2 causes}. */
  public static String title(List<AlikeProblems> causes) {
    int all = causes.stream().mapToInt(AlikeProblems::count).sum();
    String problems = CountText.of(all, "problem");
    return causes.size() == all
        ? problems
        : problems + " of " + CountText.of(causes.size(), "cause");
  }
}
