package org.kpackworkbench.model.text;

/**
 * Text from files, made harmless: what would move a terminal's cursor, change its colours or turn
 * the order of letters around is shown by its number.
 */
public final class SafeText {
  private SafeText() {}

  /** The text, unchanged where it is harmless. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' || c >= 0x7f) && !harmless(c)) {
        return escaped(text);
      }
    }
    return text;
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (harmless(c)) {
        safe.append(c);
      } else if (c == '\n') {
        safe.append("\\n");
      } else {
        safe.append(String.format(c < 0x100 ? "\\x%02x" : "\\u%04x", (int) c));
      }
    }
    return safe.toString();
  }

  private static boolean harmless(char c) {
    if (c >= ' ' && c < 0x7f) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
