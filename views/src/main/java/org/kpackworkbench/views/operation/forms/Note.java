package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;

/**
 * A warning or remark about an operation.
 *
 * @param severity how much it matters
 * @param text what, in sentences
 */
record Note(Severity severity, String text) {
  private static final int MOST_NAMED = 3;

  static Note info(String text) {
    return new Note(Severity.INFO, text);
  }

  static Note warning(String text) {
    return new Note(Severity.WARNING, text);
  }

  static Note error(String text) {
    return new Note(Severity.ERROR, text);
  }

  /**
   * Findings of a plan or a report, what matters most first; what is the same of several files is
   * said once.
   *
   * @param base the folder that files are named from; others by their name alone
   */
  static List<Note> of(List<OperationNote> findings, Path base) {
    Map<Same, List<String>> files = new LinkedHashMap<>();
    findings.stream()
        .sorted(Comparator.comparing(OperationNote::severity))
        .forEach(
            finding ->
                files
                    .computeIfAbsent(Same.of(finding), same -> new ArrayList<>())
                    .add(name(finding.file(), base)));
    List<Note> notes = new ArrayList<>();
    files.forEach((same, names) -> notes.add(of(same, names)));
    return notes;
  }

  private record Same(
      org.kpackworkbench.model.base.finding.Severity severity, String message, String advice) {
    static Same of(OperationNote finding) {
      return new Same(finding.severity(), finding.message(), finding.advice());
    }
  }

  private static Note of(Same same, List<String> names) {
    String which =
        names.size() <= MOST_NAMED
            ? String.join(", ", names)
            : "%s and %d others"
                .formatted(
                    String.join(", ", names.subList(0, MOST_NAMED - 1)),
                    names.size() - MOST_NAMED + 1);
    String advice = same.advice().isEmpty() ? "" : " " + same.advice();
    return new Note(
        switch (same.severity()) {
          case ERROR -> Severity.ERROR;
          case WARNING -> Severity.WARNING;
          case NOTE -> Severity.INFO;
        },
        "%s: %s.%s".formatted(which, stop(same.message()), advice));
  }

  private static String name(Path file, Path base) {
    return file.startsWith(base) && !file.equals(base)
        ? base.relativize(file).toString()
        : ConvertRows.name(file);
  }

  private static String stop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
