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
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
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

  /** What this process's journals are called; another id than that of any other process. */
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

  static MsgValue header(DocumentKind kind, FileStamp file, Checksum digest) {
    return new EditCodec.Writer(kind.name())
        .file("file", file)
        .put("sha256", new MsgValue.Binary(digest.bytes(), null))
        .value();
  }

  /**
   * Reads a journal as far as it goes.
   *
   * @throws FormatException if not even its first record can be read
   * @throws IOException if the file cannot be read
   */
  static RecoveredEdits read(Path path) throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
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
    return FormatException.at(view, at, STRUCTURE, "record", reason)
        .expected(expected)
        .found(found)
        .build();
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
      EditCodec header;
      DocumentKind kind;
      FileStamp file;
      Checksum digest;
      try {
        header = EditCodec.of(next());
        kind = header.constant(EditCodec.KIND, DocumentKind.class);
        file = header.file("file");
        digest = header.checksum("sha256");
        if (digest == null) {
          throw new IllegalArgumentException("no \"sha256\"");
        }
      } catch (IllegalArgumentException wrong) {
        throw broken(view, position, Reason.BAD_VALUE, "a first record", message(wrong));
      }
      boolean whole = true;
      while (whole && position < view.size()) {
        whole = step(kind);
      }
      return new RecoveredEdits(path, kind, file, digest, edits, lost, whole);
    }

    /** Reads a record; false if the journal ends inside it. */
    private boolean step(DocumentKind kind) throws FormatException {
      try {
        apply(kind, EditCodec.of(next()));
        return true;
      } catch (IllegalArgumentException damaged) {
        return false;
      } catch (FormatException damaged) {
        if (damaged.reason() == Reason.FILE_CHANGED || damaged.reason() == Reason.CLOSED) {
          throw damaged;
        }
        return false;
      }
    }

    private void apply(DocumentKind kind, EditCodec record) {
      MsgValue edit = record.find(DO);
      if (edit != null) {
        edits.add(kind.edit(edit));
      } else if (record.find(UNDO) != null) {
        int count = record.smallNumber(UNDO);
        if (count > edits.size()) {
          throw new IllegalArgumentException("more undone than done");
        }
        edits.subList(edits.size() - count, edits.size()).clear();
      } else {
        lost = record.texts(LOST);
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

    private static String message(Exception failure) {
      return String.valueOf(failure.getMessage());
    }
  }
}
