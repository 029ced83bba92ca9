package org.kpackworkbench.model.base.config;

import org.jspecify.annotations.Nullable;

/** How deep brackets nest in TOML. The parser calls itself for each, so this is asked before. */
final class TomlDepth {
  private final String text;
  private int at;
  private int line = 1;
  private int lineStart;

  private TomlDepth(String text) {
    this.text = text;
  }

  /** Where it becomes too deep; null where it never does. */
  static @Nullable ConfigPosition tooDeep(String text) {
    return new TomlDepth(text).find();
  }

  private @Nullable ConfigPosition find() {
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      switch (c) {
        case '[', '{' -> {
          if (++depth > ConfigText.MOST_DEPTH) {
            return new ConfigPosition(line, at - lineStart + 1);
          }
        }
        case ']', '}' -> depth = Math.max(0, depth - 1);
        case '#' -> comment();
        case '"', '\'' -> string(c);
        default -> {}
      }
      step();
    }
    return null;
  }

  private void step() {
    if (at < text.length() && text.charAt(at) == '\n') {
      line++;
      lineStart = at + 1;
    }
    at++;
  }

  private void comment() {
    while (at + 1 < text.length() && text.charAt(at + 1) != '\n') {
      at++;
    }
  }

  /** Goes to the last character of a string; one in a line ends with the line at the latest. */
  private void string(char quote) {
    String three = String.valueOf(quote).repeat(3);
    boolean several = text.startsWith(three, at);
    at += several ? 3 : 1;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && quote == '"' && at + 1 < text.length() && text.charAt(at + 1) != '\n') {
        at += 2;
        continue;
      }
      if (several ? text.startsWith(three, at) : c == quote) {
        at += several ? 2 : 0;
        return;
      }
      if (!several && c == '\n') {
        at--;
        return;
      }
      step();
    }
  }
}
