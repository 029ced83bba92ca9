package org.kpackworkbench.views.format.kpack;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.TableField;

/** The value of a key of the table of contents as text, for keys that nobody knows. */
final class FieldText {
  private static final int LONGEST_BYTES = 4096;

  private FieldText() {}

  /**
   * Reads the value; in the background.
   *
   * @param most the longest text, in characters; what is longer is cut
   */
  static String of(ByteView view, TableField field, int most) {
    try {
      MsgCursor cursor =
          new MsgCursor(view, field.value().start(), field.value().end(), "table of contents");
      MsgKind kind = cursor.kind(field.name());
      if (field.value().length() > LONGEST_BYTES) {
        return kind.words() + " of " + field.value().length() + " bytes";
      }
      String text = cursor.value(field.name()).toString();
      return text.length() <= most ? text : text.substring(0, most) + "…";
    } catch (FormatException unreadable) {
      return field.value().length() + " bytes that cannot be read";
    }
  }
}
