package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpm.Checksum;

/**
 * A journal: the magic {@value #MAGIC}, then records of {@code length: uint32}, {@code crc32c:
 * uint32} (both little-endian) and that many bytes, one MessagePack map each. The first says which
 * file is edited; each of the others holds {@code do} (an edit), {@code undo} (how many of the last
 * ones are dropped) or {@code lost} (words of saved edits that were undone). A record that is cut
 * off or damaged ends the journal: what is before it counts.
 */
final class JournalFormat {
  static final String MAGIC = "KPWEDIT1";
  static final String SUFFIX = ".kpack-edits";
  static final String DO = "do";
  static final String UNDO = "undo";
  static final String LOST = "lost";

  /** Prefix of this process's journals; another id than that of any other process. */
  static final String OWN_PREFIX = UUID.randomUUID() + "_";

  private static final int HEAD_BYTES = 8;
  private static final int MOST_RECORD_BYTES = 256 << 20;
  private static final String STRUCTURE = "edit journal";

  private JournalFormat() {}

  static byte[] magic() {
    return MAGIC.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] record(MsgValue value) {
    byte[] payload = MsgEncoder.value(value);
    return ByteBuffer.allocate(HEAD_BYTES + payload.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(payload.length)
        .putInt(checksum(payload))
        .put(payload)
        .array();
  }

  private static int checksum(byte[] payload) {
    CRC32C checksum = new CRC32C();
    checksum.update(payload);
    return (int) checksum.getValue();
  }

  /** The first record: which file is edited, and the checksum of what edits are about. */
  record Header(FileStamp file, Checksum sha256) {}

  static MsgValue header(DocumentKind kind, FileStamp file, Checksum digest) {
    return EditCodec.write(kind.name(), new Header(file, digest));
  }

  /** A record with one pair. */
  static byte[] record(String key, MsgValue value) {
    return record(new MsgValue.Mapping(List.of(EditCodec.pair(key, value))));
  }

  /**
   * Reads a journal as far as it goes.
   *
   * @throws FormatException if not even its first record can be read
   * @throws IOException if the file cannot be read
   */
  static RecoveredEdits read(Path path) throws IOException {
    try (OpenFile file = OpenFile.open(path)) {
      ByteView view = file.view();
      if (view.size() < MAGIC.length() || !view.text(0, MAGIC.length()).equals(MAGIC)) {
        throw broken(view, 0, Reason.WRONG_MAGIC, "the text " + MAGIC, "something else");
      }
      Reader reader = new Reader(view);
      return reader.read(path);
    }
  }

  private static FormatException broken(
      ByteView view, long at, Reason reason, String expected, String found) {
    return FormatException.at(view, at, STRUCTURE, "record", reason).mismatch(expected, found);
  }

  private static final class Reader {
    private final ByteView view;
    private final List<Edit> edits = new ArrayList<>();
    private List<String> lost = List.of();
    private long position = MAGIC.length();

    Reader(ByteView view) {
      this.view = view;
    }

    RecoveredEdits read(Path path) throws FormatException {
      DocumentKind kind;
      Header header;
      try {
        MsgValue.Mapping map = EditCodec.map(next());
        kind = DocumentKind.valueOf(String.valueOf(map.get(EditCodec.KIND).orElse(null)));
        header = EditCodec.read(Header.class, map);
      } catch (IllegalArgumentException wrong) {
        throw broken(
            view, position, Reason.BAD_VALUE, "a first record", String.valueOf(wrong.getMessage()));
      }
      boolean whole = true;
      while (whole && position < view.size()) {
        whole = step(kind);
      }
      return new RecoveredEdits(path, kind, header.file(), header.sha256(), edits, lost, whole);
    }

    /** Reads a record; false if the journal ends inside it. */
    private boolean step(DocumentKind kind) throws FormatException {
      try {
        apply(kind, EditCodec.map(next()));
        return true;
      } catch (IllegalArgumentException damaged) {
        return false;
      } catch (FormatException damaged) {
        damaged.throwIfFileChanged();
        return false;
      }
    }

    /** One record of a journal; one component is there. */
    record Entry(@Nullable MsgValue edit, @Nullable Integer undo, @Nullable List<String> lost) {}

    private void apply(DocumentKind kind, MsgValue.Mapping map) {
      Entry entry = EditCodec.read(Entry.class, map);
      if (entry.edit() != null) {
        edits.add(kind.edit(entry.edit()));
      } else if (entry.undo() != null) {
        if (entry.undo() > edits.size()) {
          throw new IllegalArgumentException("more undone than done");
        }
        edits.subList(edits.size() - entry.undo(), edits.size()).clear();
      } else if (entry.lost() != null) {
        lost = entry.lost();
      } else {
        throw new IllegalArgumentException("an empty record");
      }
    }

    private MsgValue next() throws FormatException {
      if (view.size() - position < HEAD_BYTES) {
        throw broken(view, position, Reason.TRUNCATED, "a record", "the end of the journal");
      }
      long length = view.u32(position);
      long checksum = view.u32(position + 4);
      if (length > view.size() - position - HEAD_BYTES || length > MOST_RECORD_BYTES) {
        throw broken(view, position, Reason.TRUNCATED, length + " bytes", "the end of the journal");
      }
      byte[] payload = view.bytes(position + HEAD_BYTES, (int) length);
      if (checksum(payload) != (int) checksum) {
        throw broken(
            view, position, Reason.CHECKSUM_MISMATCH, "bytes with their checksum", "others");
      }
      MsgValue value =
          new MsgCursor(ByteView.of(view.name(), payload), 0, length, STRUCTURE).value("record");
      position += HEAD_BYTES + length;
      return value;
    }
  }
}
