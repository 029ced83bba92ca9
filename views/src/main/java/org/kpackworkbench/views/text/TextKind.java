package org.kpackworkbench.views.text;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.artifact.ArtifactManifest;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.views.dialog.ErrorText;
import org.kpackworkbench.views.dialog.MessageBar.Severity;

/** What a text is, which decides what is checked in it. */
enum TextKind {
  /** The stage prefixes of an artifact. */
  ARTIFACT_MANIFEST("manifest of an artifact"),
  /** Anything else. */
  PLAIN("text");

  private final String words;

  TextKind(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** Whether there is anything to check in it. */
  boolean checked() {
    return this != PLAIN;
  }

  /** What a text is, by what stands in it; only an artifact's manifest has nothing but a name. */
  static TextKind of(Path file, String text) {
    return file.endsWith(ArtifactManifest.FILE_NAME) ? ARTIFACT_MANIFEST : PLAIN;
  }

  /** What is wrong with a text, in the order of its lines. In the background. */
  List<TextProblem> check(Path file, String text) {
    return switch (this) {
      case ARTIFACT_MANIFEST -> manifest(file, text);
      case PLAIN -> List.of();
    };
  }

  private static List<TextProblem> manifest(Path file, String text) {
    try {
      ArtifactManifest.parse(file.toString(), text.getBytes(StandardCharsets.UTF_8));
      return List.of();
    } catch (FormatException wrong) {
      String advice = wrong.advice();
      ErrorText words = ErrorText.of(wrong);
      return List.of(
          new TextProblem(
              Severity.ERROR,
              line(wrong, text),
              1,
              "",
              "expected %s, found %s".formatted(wrong.expected(), wrong.found()),
              advice == null ? words.what() : advice));
    }
  }

  private static int line(FormatException wrong, String text) {
    String field = String.valueOf(wrong.field());
    if (field.matches("line [0-9]{1,9}")) {
      return Integer.parseInt(field.substring(5));
    }
    List<String> lines = text.lines().map(String::strip).toList();
    return Math.max(0, lines.indexOf(field)) + 1;
  }
}
