package org.kpackworkbench.views.kit.text;

/**
 * Text from files as it can be shown: what a font has no sign for, or what would turn the order of
 * letters around, is shown by its number, as on the command line.
 */
public final class VisibleText {
  private VisibleText() {}

  /** The text, unchanged where all of it can be seen. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isHidden(text.charAt(i))) {
        return numbered(text);
      }
    }
    return text;
  }

  private static String numbered(String text) {
    StringBuilder visible = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isHidden(c)) {
        visible.append(String.format(c < 0x100 ? "\\x%02x" : "\\u%04x", (int) c));
      } else {
        visible.append(c);
      }
    }
    return visible.toString();
  }

  private static boolean isHidden(char c) {
    return (Character.isISOControl(c) && c != '\n' && c != '\t')
        || Character.getType(c) == Character.FORMAT;
  }
}
