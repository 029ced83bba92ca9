package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.base.files.WorkName;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.text.WindowsName;

/**
 * A rule about names. A colon that only separates a target's features, as in {@code
 * x_gfx90a:xnack+.kpack}, is how archives of such targets are called everywhere: it is noted and
 * fails nothing.
 */
public final class NameRule {
  private NameRule() {}

  private static Rule<TreeFileSubject.Name> rule(
      String name, String sentence, Rule.Check<TreeFileSubject.Name> check) {
    return Rule.of(TreeFileSubject.Name.class, name, sentence, check);
  }

  /** Names that Windows does not allow. */
  public static final Rule<TreeFileSubject.Name> WINDOWS =
      rule("name-windows", "A name can exist on Windows, too.", NameRule::windows);

  private static void windows(TreeFileSubject.Name subject, Sink sink) {
    String name = subject.name();
    String why = WindowsName.refusal(name);
    if (!why.isEmpty()) {
      boolean byTarget = WindowsName.refusal(WindowsName.withoutFeatures(name)).isEmpty();
      sink.add(
          byTarget ? Severity.NOTE : Severity.WARNING,
          subject.place(),
          -1,
          "On Windows it cannot exist: %s.".formatted(why),
          byTarget
              ? "The target's features are spelled that way; such an archive is for Linux only."
              : "Rename it if the tree is to be unpacked on Windows.");
    }
  }

  /** Names of one folder that differ in case only. */
  public static final Rule<TreeFileSubject.Name> CASE =
      rule(
          "name-case",
          "No two names of a folder differ in upper and lower case only.",
          NameRule::caseRule);

  private static void caseRule(TreeFileSubject.Name subject, Sink sink) {
    if (subject.clash() != null) {
      sink.warning(
          subject.place(),
          "Beside it is \"%s\", which differs in upper and lower case only."
              .formatted(subject.clash()),
          "On Windows and macOS one would overwrite the other; rename one of them.");
    }
  }

  /** Paths of archives that lists of paths would cut. */
  public static final Rule<TreeFileSubject.Name> PATH_LIST =
      rule(
          "name-path-list",
          "The path of an archive can be part of a list of paths.",
          NameRule::pathList);

  private static final String ARCHIVE = ".kpack";

  private static void pathList(TreeFileSubject.Name subject, Sink sink) {
    String path = subject.path();
    boolean archive = path.endsWith(ARCHIVE) && subject.name().length() > ARCHIVE.length();
    if (!archive || !isCut(path)) {
      return;
    }
    boolean byTarget = !isCut(WindowsName.withoutFeatures(path));
    sink.add(
        byTarget ? Severity.NOTE : Severity.WARNING,
        subject.place(),
        -1,
        "ROCM_KPACK_PATH would be cut within its path: it is split at \":\", on Windows at \";\".",
        byTarget
            ? "Search paths of markers still find it."
            : "Rename the file or the folder; search paths of markers still find it.");
  }

  private static boolean isCut(String path) {
    return path.indexOf(':') >= 0 || path.indexOf(';') >= 0;
  }

  /** Rule about files and folders left by a run of this program that was killed. */
  public static final Rule<TreeFileSubject.Name> LEFTOVER =
      rule(
          "name-leftover",
          "No hidden file or folder is left over from a run that was killed.",
          NameRule::leftover);

  private static void leftover(TreeFileSubject.Name subject, Sink sink) {
    WorkName name = WorkName.of(subject.name()).orElse(null);
    if (name == null) {
      return;
    }
    sink.warning(
        subject.place(),
        name.left()
            ? "A run of this program that was killed left it (process %d).".formatted(name.pid())
            : "Process %d is working on it, or it was left by one that was killed."
                .formatted(name.pid()),
        "It is not part of the tree; the next run that writes into this folder removes it, or"
            + " delete it.");
  }

  /** Paths that are longer than Windows likes. */
  public static final Rule<TreeFileSubject.Name> LENGTH =
      rule(
          "name-length",
          "The path of a file in its tree has fewer than 260 characters.",
          NameRule::length);

  private static final int MOST_CHARACTERS = 259;

  private static void length(TreeFileSubject.Name subject, Sink sink) {
    // Of a folder that is too deep, what is in it is too.
    int folder = subject.path().lastIndexOf('/');
    if (subject.path().length() > MOST_CHARACTERS && folder <= MOST_CHARACTERS) {
      sink.note(
          subject.place(),
          "Its path in the tree has %d characters.".formatted(subject.path().length()),
          "Windows allows 259 unless long paths are switched on.");
    }
  }
}
