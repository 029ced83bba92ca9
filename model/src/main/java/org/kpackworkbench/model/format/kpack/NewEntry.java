package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;

/**
 * A row that an archive is to have.
 *
 * @param key the binary's key; it must be a safe relative path
 * @param target the target as it is to be written, with colons
 * @param type {@code hsaco} or {@code co}
 * @param fields keys and values beside type, ordinal and size: metadata, and what is not known; for
 *     a row that stood in a file all of its keys, so that their order stays
 */
public record NewEntry(BinaryKey key, String target, String type, List<RawPair> fields) {
  public NewEntry {
    fields = List.copyOf(fields);
  }

  /** A new row without metadata. */
  public static NewEntry of(BinaryKey key, String target) {
    return new NewEntry(key, target, "hsaco", List.of());
  }

  /** A new row with metadata, in the order of the map. */
  public static NewEntry of(BinaryKey key, String target, Map<String, MsgValue> metadata) {
    if (metadata.isEmpty()) {
      return of(key, target);
    }
    List<MsgValue.Pair> pairs = new ArrayList<>();
    metadata.forEach((name, value) -> pairs.add(new MsgValue.Pair(new MsgValue.Text(name), value)));
    byte[] value = MsgEncoder.value(new MsgValue.Mapping(pairs));
    RawPair field =
        new RawPair(ArchiveFormat.METADATA, MsgEncoder.text(ArchiveFormat.METADATA), value);
    return new NewEntry(key, target, "hsaco", List.of(field));
  }

  /** A row of an archive, with everything that stands in it. */
  public static NewEntry of(KpackArchive archive, int row) throws FormatException {
    ArchiveEntry entry = archive.entry(row);
    ByteView view = archive.view();
    List<RawPair> fields = new ArrayList<>();
    for (TableField field : archive.fields(row)) {
      fields.add(
          new RawPair(
              field.name(),
              view.bytes(field.key().start(), (int) field.key().length()),
              view.bytes(field.value().start(), (int) field.value().length())));
    }
    return new NewEntry(entry.key(), entry.targetText(), entry.type(), fields);
  }
}
