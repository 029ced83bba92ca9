package org.kpackworkbench.model.base.text;

/** Text that cannot break out of HTML or XML, neither as content nor between quotes. */
public final class HtmlText {
  private HtmlText() {}

  /**
   * Escapes a text for HTML. Characters that cannot be in a document at all are shown by their
   * number.
   */
  public static String of(String text) {
    String safe = SafeText.of(text);
    StringBuilder escaped = new StringBuilder(safe.length() + 16);
    for (int i = 0; i < safe.length(); i++) {
      char c = safe.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        case '\uFFFE', '\uFFFF' -> escaped.append('\uFFFD');
        default -> escaped.append(whole(safe, i) ? c : '\uFFFD');
      }
    }
    return escaped.toString();
  }

  /** Whether a character is no half of a pair without the other one. */
  private static boolean whole(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
    }
    return !Character.isLowSurrogate(c)
        || (at > 0 && Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
