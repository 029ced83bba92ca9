package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/**
 * Head of the table of contents of a new archive: its statements about the archive as a whole.
 *
 * @param groupName the build group
 * @param family the family of targets, e.g. {@code gfx110X}
 * @param architectures the targets, as the table lists them
 * @param fields the keys and values of the table that it is made from, so that their order and what
 *     is not known stay; empty for a new one
 */
public record TableHead(
    String groupName, String family, List<String> architectures, List<RawPair> fields) {
  public TableHead {
    architectures = List.copyOf(architectures);
    fields = List.copyOf(fields);
  }

  /** For a new archive. */
  public TableHead(String groupName, String family, List<String> architectures) {
    this(groupName, family, architectures, List.of());
  }

  /** Returns the head of an archive, so that an edited one says the same. */
  public static TableHead of(KpackArchive archive) throws FormatException {
    List<RawPair> fields = new ArrayList<>();
    for (TableField field : archive.fields()) {
      if (archive.scheme().tableKeys().contains(field.name())) {
        continue;
      }
      // Known values are written again; only their place in the order is kept.
      byte[] value =
          field.known()
              ? new byte[0]
              : archive.view().bytes(field.value().start(), (int) field.value().length());
      fields.add(
          new RawPair(
              field.name(),
              archive.view().bytes(field.key().start(), (int) field.key().length()),
              value));
    }
    return new TableHead(archive.groupName(), archive.family(), archive.architectures(), fields);
  }

  /** Whether the table says where each binary's rows are in it. */
  public boolean hasBinaryIndex() {
    return fields.stream().anyMatch(field -> field.name().equals(ArchiveFormat.BINARY_INDEX));
  }

  /** Returns the head of a table with an index of binaries, which comes before rows, or without. */
  public TableHead withBinaryIndex(boolean wanted) {
    List<RawPair> other = new ArrayList<>();
    for (RawPair field : fields) {
      if (wanted && field.name().equals(ArchiveFormat.TOC)) {
        BinaryIndex.KEYS.forEach(key -> other.add(new RawPair(key, new byte[0], new byte[0])));
      }
      if (!BinaryIndex.KEYS.contains(field.name())) {
        other.add(field);
      }
    }
    return new TableHead(groupName, family, architectures, other);
  }
}
