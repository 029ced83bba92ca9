package org.kpackworkbench.model.base.text;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.io.SerializedString;

/**
 * Characters that JSON from this program writes by number: besides those that JSON demands, all
 * that {@link SafeText} does not show, since JSON is often printed to terminals. It reads back as
 * the same text. Characters beyond U+FFFF are always written by their numbers. Safe for use by many
 * threads.
 */
public final class JsonEscapes extends CharacterEscapes {
  @Serial private static final long serialVersionUID = 1L;

  private static final int DELETE = 0x7f;

  private final int[] ascii = standardAsciiEscapesForJSON();

  /** One for a {@code JsonFactory}. */
  public JsonEscapes() {
    ascii[DELETE] = ESCAPE_STANDARD;
  }

  /** The text as it is written between quotation marks. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder();
    for (char c : JsonStringEncoder.getInstance().quoteAsCharArray(text)) {
      if (isEscaped(c)) {
        quoted.append(number(c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.toString();
  }

  private static boolean isEscaped(int c) {
    return c >= DELETE && !SafeText.isHarmless(c);
  }

  private static String number(int c) {
    return String.format("\\u%04X", c);
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ascii.clone();
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int c) {
    return isEscaped(c) ? new SerializedString(number(c)) : null;
  }
}
