package org.kpackworkbench.model.base.text;

/** Text that cannot break out of Markdown. */
public final class MarkdownText {
  private static final String SPECIAL = "\\`*_{}[]()#+!|~$";

  private MarkdownText() {}

  /** As prose; a name must not become a link, an image or a mention. */
  public static String of(String text) {
    String safe = SafeText.of(text);
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < safe.length(); i++) {
      char c = safe.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '@' -> escaped.append("&#64;");
        case ':' -> escaped.append(safe.startsWith("://", i) ? "&#58;" : ":");
        default -> escaped.append(SPECIAL.indexOf(c) >= 0 ? "\\" + c : String.valueOf(c));
      }
    }
    return escaped.toString();
  }

  /** As code; bars are for tables, where they would end the cell. */
  public static String code(String text, boolean inTable) {
    String safe = SafeText.of(text);
    if (safe.isBlank()) {
      return of("\"" + safe + "\"");
    }
    String shown = inTable ? safe.replace("|", "\\|") : safe;
    int longest = 0;
    int run = 0;
    for (int i = 0; i < shown.length(); i++) {
      run = shown.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    String space = longest > 0 || shown.startsWith(" ") || shown.endsWith(" ") ? " " : "";
    return fence + space + shown + space + fence;
  }
}
