package org.kpackworkbench.views.format.kpack;

import java.nio.charset.StandardCharsets;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/**
 * A row's metadata on one line, such as {@code target=gfx90a, kernel.M=128}: what a column shows
 * and a filter searches. Written straight from the bytes, since a filter needs 100,000 of them.
 */
final class RowMetadataText {
  private static final byte[] METADATA = "metadata".getBytes(StandardCharsets.US_ASCII);
  private static final String STRUCTURE = "table of contents";
  private static final int DEEPEST = 16;
  private static final int LONGEST = 4000;

  private final ByteView view;
  private final StringBuilder text = new StringBuilder();
  private MsgCursor cursor;
  private final long end;

  private RowMetadataText(ByteView view, long start, long end) throws FormatException {
    this.view = view;
    this.end = end;
    this.cursor = new MsgCursor(view, start, end, STRUCTURE);
  }

  /** The text of a row; empty if it has no metadata, or none that can be read. */
  static String of(ArchiveRows rows, int row) {
    try {
      RowMetadataText made =
          new RowMetadataText(rows.archive().view(), rows.tableStart(row), rows.tableEnd(row));
      return made.find() ? made.text.toString() : "";
    } catch (FormatException unreadable) {
      return "";
    }
  }

  private boolean find() throws FormatException {
    cursor.skip("target");
    if (cursor.kind("entry") != MsgKind.MAP) {
      return false;
    }
    long pairs = cursor.mapHeader("entry");
    for (long i = 0; i < pairs; i++) {
      boolean here = cursor.textSpan("key") && cursor.spanEquals(METADATA);
      if (here && cursor.kind("metadata") == MsgKind.MAP) {
        map("", 0);
        return true;
      }
      cursor.skip("value");
    }
    return false;
  }

  private void map(String prefix, int depth) throws FormatException {
    long pairs = cursor.mapHeader("metadata");
    for (long i = 0; i < pairs; i++) {
      if (text.length() > LONGEST) {
        cursor.skip("key");
        cursor.skip("value");
        continue;
      }
      String name = cursor.kind("key") == MsgKind.TEXT ? cursor.text("key") : other();
      if (cursor.kind("value") == MsgKind.MAP && depth < DEEPEST) {
        map(prefix + name + ".", depth + 1);
        continue;
      }
      if (!text.isEmpty()) {
        text.append(", ");
      }
      text.append(prefix).append(name).append('=');
      value();
    }
  }

  private void value() throws FormatException {
    switch (cursor.kind("value")) {
      case TEXT -> text.append(cursor.text("value"));
      case INTEGER -> {
        long start = cursor.position();
        long number = cursor.size("value");
        if (number >= 0) {
          text.append(number);
        } else {
          cursor = new MsgCursor(view, start, end, STRUCTURE);
          text.append(other());
        }
      }
      default -> text.append(other());
    }
  }

  private String other() throws FormatException {
    return cursor.value("value").toString();
  }
}
