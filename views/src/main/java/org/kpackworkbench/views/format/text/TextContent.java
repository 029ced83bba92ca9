package org.kpackworkbench.views.format.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The text of a file, and what is needed to write it as it was. Immutable.
 *
 * @param text its lines, each but the last ended by a line feed
 * @param mark whether the file begins with a byte order mark
 * @param returns whether lines end with carriage return and line feed in the file
 * @param locked why it cannot be changed without losing something, in a sentence; empty if it can
 */
record TextContent(String text, boolean mark, boolean returns, String locked) {
  private static final String MARK = "\uFEFF";

  /** Reads the bytes of a file. */
  static TextContent of(byte[] bytes) {
    String all;
    try {
      all = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException none) {
      return new TextContent(
          plain(new String(bytes, StandardCharsets.UTF_8)),
          false,
          false,
          "The file is not UTF-8 text: it can be shown but not changed.");
    }
    boolean mark = all.startsWith(MARK);
    String text = mark ? all.substring(MARK.length()) : all;
    boolean returns = text.contains("\r\n");
    TextContent content = new TextContent(plain(text), mark, returns, "");
    return content.encode(content.text()).equals(ByteBuffer.wrap(bytes))
        ? content
        : new TextContent(
            content.text(),
            mark,
            returns,
            "The file has control characters or mixed line endings, which would be lost: it can be shown but not changed.");
  }

  /** Removes the characters that a text area cannot hold. */
  private static String plain(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\t' || (c >= ' ' && c != 0x7f)) {
        kept.append(c);
      }
    }
    return kept.toString();
  }

  /** Another text as the bytes of this file. */
  ByteBuffer encode(String changed) {
    String lines = returns ? changed.replace("\n", "\r\n") : changed;
    return ByteBuffer.wrap((mark ? MARK + lines : lines).getBytes(StandardCharsets.UTF_8));
  }
}
