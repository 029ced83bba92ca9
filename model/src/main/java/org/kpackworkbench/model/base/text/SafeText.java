package org.kpackworkbench.model.base.text;

/**
 * Text from files, made harmless: what would move a terminal's cursor, change its colours, turn the
 * order of letters around or hide in a line is shown by its number.
 */
public final class SafeText {
  private static final int FIRST_TAG = 0xe0000;
  private static final int LAST_TAG = 0xe007f;

  private SafeText() {}

  /** The text, unchanged where it is harmless. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' || c >= 0x7f) && (Character.isSurrogate(c) || !isHarmless(c))) {
        return escaped(text);
      }
    }
    return text;
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints().forEach(point -> append(safe, point));
    return safe.toString();
  }

  private static void append(StringBuilder safe, int point) {
    if (isHarmless(point)) {
      safe.appendCodePoint(point);
    } else if (point == '\n') {
      safe.append("\\n");
    } else {
      safe.append(
          String.format(
              point < 0x100 ? "\\x%02x" : point < 0x10000 ? "\\u%04x" : "\\U%08x", point));
    }
  }

  /**
   * Whether a character can be shown as it is: no control character (U+0000 to U+001F, U+007F to
   * U+009F), none that formats or orders text, no separator of lines, no half of a surrogate pair,
   * none of the invisible tags U+E0000 to U+E007F.
   */
  public static boolean isHarmless(int codePoint) {
    if (codePoint >= ' ' && codePoint < 0x7f) {
      return true;
    }
    if (codePoint >= FIRST_TAG && codePoint <= LAST_TAG) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
