package org.kpackworkbench.model.format.inspect;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.inspect.InspectedValue.Group;

/** The text that starts at an offset, if one does. */
final class TextLines {
  private static final int MOST_BYTES = 512;
  private static final int SHORTEST = 2;
  private static final int LONGEST_SHOWN = 200;

  private TextLines() {}

  static void add(ByteView view, long offset, List<InspectedValue> lines) throws FormatException {
    byte[] bytes = view.bytes(offset, (int) Math.min(MOST_BYTES, view.size() - offset));
    String text = startOf(bytes);
    if (text.length() < SHORTEST) {
      return;
    }
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    boolean ended = length < bytes.length && bytes[length] == 0;
    String shown = text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
    lines.add(new InspectedValue(Group.TEXT, "text", "\"" + shown + "\"", length));
    String more = length >= MOST_BYTES - 3 ? "at least " : "";
    String end = ended ? ", then a zero byte" : "";
    lines.add(new InspectedValue(Group.TEXT, "length", more + length + " bytes" + end, length));
  }

  /** As much of the bytes as is printable UTF-8. */
  private static String startOf(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer decoded = CharBuffer.allocate(bytes.length);
    decoder.decode(ByteBuffer.wrap(bytes), decoded, false);
    decoded.flip();
    int end = 0;
    while (end < decoded.length() && isText(decoded.charAt(end))) {
      end++;
    }
    // Half of a pair is no character.
    boolean halved = end > 0 && Character.isHighSurrogate(decoded.charAt(end - 1));
    return decoded.subSequence(0, halved ? end - 1 : end).toString();
  }

  private static boolean isText(char character) {
    return !Character.isISOControl(character)
        && Character.getType(character) != Character.UNASSIGNED
        && Character.getType(character) != Character.PRIVATE_USE;
  }
}
