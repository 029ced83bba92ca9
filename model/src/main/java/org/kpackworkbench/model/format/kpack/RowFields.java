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

/** Reads what a row holds beside its columns. */
final class RowFields {
  private static final Set<String> KNOWN =
      Set.of(
          ArchiveFormat.TYPE,
          ArchiveFormat.ORDINAL,
          ArchiveFormat.ORIGINAL_SIZE,
          ArchiveFormat.METADATA);

  private RowFields() {}

  static List<TableField> fields(ByteView view, ByteRange row) throws FormatException {
    List<TableField> fields = new ArrayList<>();
    MsgCursor cursor = new MsgCursor(view, row.start(), row.end(), ArchiveFormat.TABLE);
    if (!toEntry(cursor)) {
      return List.of();
    }
    long pairs = cursor.mapHeader("entry");
    for (long i = 0; i < pairs; i++) {
      long start = cursor.position();
      String name = cursor.textSpan("field name") ? cursor.spanText() : "(a key that is no text)";
      long value = cursor.position();
      cursor.skip(name);
      fields.add(
          new TableField(
              name,
              ByteRange.between(start, value),
              ByteRange.between(value, cursor.position()),
              KNOWN.contains(name)));
    }
    return List.copyOf(fields);
  }

  static Map<String, MsgValue> metadata(ByteView view, ByteRange row) throws FormatException {
    for (TableField field : fields(view, row)) {
      if (field.name().equals(ArchiveFormat.METADATA)) {
        MsgCursor cursor =
            new MsgCursor(view, field.value().start(), field.value().end(), ArchiveFormat.TABLE);
        if (cursor.value(ArchiveFormat.METADATA) instanceof MsgValue.Mapping mapping) {
          Map<String, MsgValue> metadata = new LinkedHashMap<>();
          mapping
              .pairs()
              .forEach(pair -> metadata.putIfAbsent(pair.key().toString(), pair.value()));
          return Collections.unmodifiableMap(metadata);
        }
      }
    }
    return Map.of();
  }

  /** Moves to the entry's map; false where the row has none. */
  private static boolean toEntry(MsgCursor cursor) throws FormatException {
    if (cursor.kind("target") == MsgKind.MAP || cursor.remaining() == 0) {
      return false;
    }
    cursor.skip("target");
    return cursor.remaining() > 0 && cursor.kind("entry") == MsgKind.MAP;
  }
}
