package org.kpackworkbench.model.format.inspect;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.inspect.InspectedValue.Group;

/**
 * The MessagePack value that starts at an offset, as a tree of lines.
 *
 * <p>Any byte starts a MessagePack value of some kind; only maps whose first key is text, and
 * arrays and texts that decode to their end, are taken for one. A large value is shown as far as
 * the lines go.
 */
final class MessagePackLines {
  private static final int MOST_LINES = 200;
  private static final int MOST_LEVELS = 12;
  private static final int MOST_BYTES = 1 << 20;
  private static final int LONGEST_SHOWN = 160;

  private final MsgCursor cursor;
  private final long start;
  private final List<InspectedValue> lines = new ArrayList<>();

  private MessagePackLines(MsgCursor cursor) {
    this.cursor = cursor;
    this.start = cursor.position();
  }

  static void add(ByteView view, long offset, List<InspectedValue> lines) throws FormatException {
    long end = Math.min(view.size(), offset + MOST_BYTES);
    if (looksLikeOne(view, offset, end)) {
      lines.addAll(new MessagePackLines(new MsgCursor(view, offset, end, "MessagePack")).read());
    }
  }

  private static boolean looksLikeOne(ByteView view, long offset, long end) throws FormatException {
    MsgCursor cursor = new MsgCursor(view, offset, end, "MessagePack");
    return switch (cursor.kind("value")) {
      case MAP -> startsWithText(cursor);
      case ARRAY, TEXT, BINARY -> decodes(cursor);
      default -> false;
    };
  }

  private static boolean startsWithText(MsgCursor cursor) {
    try {
      if (cursor.mapHeaderUnchecked("value") == 0 || cursor.kind("key") != MsgKind.TEXT) {
        return false;
      }
      return isText(cursor.text("key"));
    } catch (FormatException notOne) {
      return false;
    }
  }

  private static boolean decodes(MsgCursor cursor) {
    try {
      return switch (cursor.value("value")) {
        case MsgValue.Text text -> text.value().length() > 1 && isText(text.value());
        case MsgValue.Array array -> !array.items().isEmpty();
        case MsgValue.Binary binary -> binary.bytes().length > 0;
        default -> false;
      };
    } catch (FormatException notOne) {
      return false;
    }
  }

  private static boolean isText(String text) {
    return text.chars().noneMatch(c -> Character.isISOControl(c) || c == 0xfffd);
  }

  private List<InspectedValue> read() {
    try {
      value("value", 0);
    } catch (FormatException broken) {
      line(1, "…", "ends here: " + String.valueOf(broken.getMessage()));
    }
    return lines;
  }

  /** Adds a value with what is in it; false: there are lines enough. */
  private boolean value(String name, int depth) throws FormatException {
    if (lines.size() >= MOST_LINES) {
      line(depth, "…", "more");
      return false;
    }
    return switch (cursor.kind(name)) {
      case MAP -> map(name, depth);
      case ARRAY -> array(name, depth);
      default -> {
        MsgValue value = cursor.value(name);
        line(depth, name, shown(value));
        yield true;
      }
    };
  }

  private boolean map(String name, int depth) throws FormatException {
    int at = lines.size();
    long count = cursor.mapHeaderUnchecked(name);
    line(depth, name, "map of " + count);
    if (depth >= MOST_LEVELS) {
      throw cursor.error(cursor.position(), name, FormatException.Reason.TOO_LARGE).build();
    }
    for (long i = 0; i < count; i++) {
      if (!value(brief(String.valueOf(cursor.value("key"))), depth + 1)) {
        return false;
      }
    }
    ended(at);
    return true;
  }

  private boolean array(String name, int depth) throws FormatException {
    int at = lines.size();
    long count = cursor.arrayHeader(name);
    line(depth, name, "array of " + count);
    if (depth >= MOST_LEVELS) {
      throw cursor.error(cursor.position(), name, FormatException.Reason.TOO_LARGE).build();
    }
    for (long i = 0; i < count; i++) {
      if (!value("[" + i + "]", depth + 1)) {
        return false;
      }
    }
    ended(at);
    return true;
  }

  /** The length of a container is known only when it has been read. */
  private void ended(int at) {
    InspectedValue line = lines.get(at);
    lines.set(
        at,
        new InspectedValue(
            line.group(), line.depth(), line.name(), line.value(), cursor.position() - start));
  }

  private void line(int depth, String name, String value) {
    long length = depth == 0 ? cursor.position() - start : 0;
    lines.add(new InspectedValue(Group.MESSAGE_PACK, depth, name, value, length));
  }

  private static String shown(MsgValue value) {
    return value instanceof MsgValue.Text text
        ? "\"" + brief(text.value()) + "\""
        : brief(value.toString());
  }

  private static String brief(String text) {
    return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
  }
}
