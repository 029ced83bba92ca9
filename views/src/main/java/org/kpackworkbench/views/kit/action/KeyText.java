package org.kpackworkbench.views.kit.action;

import java.util.Map;
import javafx.scene.input.KeyCombination;

/** Keys in the words that are on them. */
public final class KeyText {
  private static final Map<String, String> NAMES =
      Map.of("Equals", "=", "Slash", "/", "Back Slash", "\\", "↵", "Enter", "⌫", "Backspace");

  private static final KeyCombination QUESTION_MARK =
      KeyCombination.keyCombination("Shortcut+Shift+Slash");

  private KeyText() {}

  /** A combination such as {@code Ctrl+Shift+P}; on macOS with that system's signs. */
  public static String of(KeyCombination key) {
    if (key.equals(QUESTION_MARK)) {
      // Where the question mark is on a keyboard differs; what is printed on the key does not.
      return key.getDisplayText().replaceFirst("(?i)(shift\\+|⇧).*$", "") + "?";
    }
    String text = key.getDisplayText();
    int last = text.lastIndexOf('+', text.length() - 2) + 1;
    String name = text.substring(last);
    return text.substring(0, last) + NAMES.getOrDefault(name, name);
  }
}
