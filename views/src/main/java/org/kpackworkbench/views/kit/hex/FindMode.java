package org.kpackworkbench.views.kit.hex;

import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.SearchPattern;
import org.kpackworkbench.model.base.bytes.SearchPattern.Encoding;

/** How what is typed into the find bar is meant. */
public enum FindMode {
  TEXT("Text", "text to find"),
  WIDE_TEXT("UTF-16", "text to find, two bytes per character"),
  HEX("Hex", "bytes to find, such as 48 49 ?? 4b");

  private static final Pattern BYTES = Pattern.compile("[0-9a-fA-F]{2}(\\s+[0-9a-fA-F?]{2})+");

  private final String words;
  private final String prompt;

  FindMode(String words, String prompt) {
    this.words = words;
    this.prompt = prompt;
  }

  /** The mode that a text means without a choice: pairs of digits are bytes. */
  static FindMode of(String text) {
    return BYTES.matcher(text).matches() ? HEX : TEXT;
  }

  String prompt() {
    return prompt;
  }

  /**
   * The pattern for what was typed.
   *
   * @throws IllegalArgumentException if it makes none; the message is for people
   */
  SearchPattern pattern(String text, boolean ignoreCase) {
    return switch (this) {
      case TEXT -> SearchPattern.text(text, Encoding.UTF_8, ignoreCase);
      case WIDE_TEXT -> SearchPattern.text(text, Encoding.UTF_16LE, ignoreCase);
      case HEX -> SearchPattern.hex(text);
    };
  }

  /** The name a choice shows. */
  @Override
  public String toString() {
    return words;
  }
}
