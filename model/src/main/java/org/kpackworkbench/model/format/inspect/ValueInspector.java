package org.kpackworkbench.model.format.inspect;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.inspect.InspectedValue.Group;
import org.kpackworkbench.model.format.inspect.NumberForms.Leb;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * Inspector for the possible meanings of the bytes at an offset. Immutable, safe for use by many
 * threads.
 *
 * @param order how numbers of several bytes are read; structures have an order of their own
 * @param formats whose structures are known
 */
public record ValueInspector(ByteOrder order, Formats formats) {
  private static final int LONGEST_NUMBER_BYTES = 10;

  /**
   * Interprets the bytes from an offset on.
   *
   * @param offset inside the view
   * @return lines in the order of their groups; numbers that reach beyond the end are left out
   * @throws FormatException if the view can no longer be read
   */
  public List<InspectedValue> inspect(ByteView view, long offset) throws FormatException {
    List<InspectedValue> lines = new ArrayList<>();
    if (offset < 0 || offset >= view.size()) {
      return lines;
    }
    int length = (int) Math.min(LONGEST_NUMBER_BYTES, view.size() - offset);
    byte[] bytes = view.bytes(offset, length);
    integers(bytes, lines);
    reals(bytes, lines);
    variable(bytes, lines);
    time(bytes, lines);
    TextLines.add(view, offset, lines);
    StructureLines.add(view, offset, formats, lines);
    MessagePackLines.add(view, offset, lines);
    return lines;
  }

  private void integers(byte[] bytes, List<InspectedValue> lines) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
    integer(lines, 8, buffer.get(0), buffer.get(0) & 0xffL);
    if (bytes.length >= 2) {
      integer(lines, 16, buffer.getShort(0), buffer.getShort(0) & 0xffffL);
    }
    if (bytes.length >= 4) {
      integer(lines, 32, buffer.getInt(0), buffer.getInt(0) & 0xffffffffL);
    }
    if (bytes.length >= 8) {
      integer(lines, 64, buffer.getLong(0), buffer.getLong(0));
    }
  }

  private static void integer(List<InspectedValue> lines, int bits, long signed, long unsigned) {
    number(lines, "u" + bits, NumberForms.unsigned(unsigned), bits / 8);
    number(lines, "i" + bits, Long.toString(signed), bits / 8);
  }

  private void reals(byte[] bytes, List<InspectedValue> lines) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
    if (bytes.length >= 2) {
      int bits = buffer.getShort(0) & 0xffff;
      number(lines, "f16", NumberForms.real(NumberForms.half(bits)), 2);
      number(lines, "bf16", NumberForms.real(NumberForms.brain(bits)), 2);
    }
    if (bytes.length >= 4) {
      number(lines, "f32", NumberForms.real(buffer.getFloat(0)), 4);
    }
    if (bytes.length >= 8) {
      number(lines, "f64", NumberForms.real(buffer.getDouble(0)), 8);
    }
  }

  /** LEB128, which debugging and unwind tables use; of one byte it is just that byte. */
  private static void variable(byte[] bytes, List<InspectedValue> lines) {
    Leb unsigned = NumberForms.leb(bytes, false);
    Leb signed = NumberForms.leb(bytes, true);
    if (unsigned != null && unsigned.lengthBytes() > 1) {
      number(lines, "ULEB128", NumberForms.unsigned(unsigned.value()), unsigned.lengthBytes());
    }
    if (signed != null && signed.lengthBytes() > 1) {
      number(lines, "SLEB128", Long.toString(signed.value()), signed.lengthBytes());
    }
  }

  private void time(byte[] bytes, List<InspectedValue> lines) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
    if (bytes.length >= 8 && NumberForms.isPlausibleTime(buffer.getLong(0))) {
      number(lines, "time64", NumberForms.time(buffer.getLong(0)), 8);
    } else if (bytes.length >= 4) {
      long seconds = buffer.getInt(0) & 0xffffffffL;
      if (NumberForms.isPlausibleTime(seconds)) {
        number(lines, "time32", NumberForms.time(seconds), 4);
      }
    }
  }

  private static void number(List<InspectedValue> lines, String name, String value, long length) {
    lines.add(new InspectedValue(Group.NUMBERS, name, value, length));
  }

  /** The text that starts at an offset, if one does. */
  private static final class TextLines {
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
}
