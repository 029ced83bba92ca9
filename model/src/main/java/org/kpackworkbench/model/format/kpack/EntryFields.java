package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/** The map of a row in the table of contents, as written. */
final class EntryFields {
  private static final Set<String> KNOWN =
      Set.of(
          ArchiveFormat.TYPE,
          ArchiveFormat.ORDINAL,
          ArchiveFormat.ORIGINAL_SIZE,
          ArchiveFormat.METADATA);

  private EntryFields() {}

  /** Returns the keys and values in the order of the file; none where the row has no map. */
  static List<TableField> fields(ByteView view, ByteRange row, List<String> own)
      throws FormatException {
    List<TableField> fields = new ArrayList<>();
    MsgCursor cursor = cursor(view, row);
    if (cursor.kind("target") == MsgKind.MAP || cursor.remaining() == 0) {
      return List.of();
    }
    cursor.skip("target");
    if (cursor.remaining() == 0 || cursor.kind("entry") != MsgKind.MAP) {
      return List.of();
    }
    long pairs = cursor.mapHeader("entry");
    for (long i = 0; i < pairs; i++) {
      long start = cursor.position();
      String name = cursor.textSpan("field name") ? cursor.spanText() : "(a key that is not text)";
      long value = cursor.position();
      cursor.skip(name);
      fields.add(
          new TableField(
              name,
              ByteRange.between(start, value),
              ByteRange.between(value, cursor.position()),
              KNOWN.contains(name) || own.contains(name)));
    }
    return List.copyOf(fields);
  }

  /** Returns the values below {@code metadata}; none where it is no map. */
  static Map<String, MsgValue> metadata(ByteView view, ByteRange row) throws FormatException {
    for (TableField field : fields(view, row, List.of())) {
      MsgCursor cursor = cursor(view, field.value());
      if (field.name().equals(ArchiveFormat.METADATA)
          && cursor.kind(ArchiveFormat.METADATA) == MsgKind.MAP) {
        return metadata(cursor);
      }
    }
    return Map.of();
  }

  static MsgCursor cursor(ByteView view, ByteRange range) throws FormatException {
    return new MsgCursor(view, range.start(), range.end(), ArchiveFormat.TABLE);
  }

  private static Map<String, MsgValue> metadata(MsgCursor cursor) throws FormatException {
    long pairs = cursor.mapHeader(ArchiveFormat.METADATA);
    Map<String, MsgValue> metadata = new LinkedHashMap<>();
    for (long i = 0; i < pairs; i++) {
      String key = cursor.value(ArchiveFormat.METADATA).toString();
      metadata.putIfAbsent(key, cursor.value(ArchiveFormat.METADATA));
    }
    return Collections.unmodifiableMap(metadata);
  }
}
