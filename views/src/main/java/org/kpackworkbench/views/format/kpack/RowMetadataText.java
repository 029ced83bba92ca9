package org.kpackworkbench.views.format.kpack;

import java.util.StringJoiner;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * A row's metadata on a line, as in {@code target=gfx906, kernel.M=128}. Reads the file: background
 * threads.
 */
final class RowMetadataText {
  /** More than this is cut, between two values. */
  private static final int LONGEST = 4000;

  private RowMetadataText() {}

  /** Returns the text of a row; empty where it has none that can be read. */
  static String of(ArchiveRows rows, int row) {
    StringJoiner text = new StringJoiner(", ");
    try {
      rows.archive().metadata(row).forEach((name, value) -> add(text, name, value));
    } catch (FormatException unreadable) {
      return "";
    }
    return text.toString();
  }

  private static void add(StringJoiner text, String name, MsgValue value) {
    if (value instanceof MsgValue.Mapping mapping) {
      mapping.pairs().forEach(pair -> add(text, name + "." + pair.key(), pair.value()));
    } else if (text.length() <= LONGEST) {
      text.add(name + "=" + value);
    }
  }
}
