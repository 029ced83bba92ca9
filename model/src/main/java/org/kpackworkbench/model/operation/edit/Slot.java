package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Replaces a row that an edit has changed. */
sealed interface Slot {

  /** Nothing: the row was deleted, or is not added yet. */
  enum Gone implements Slot {
    GONE
  }

  /**
   * A row.
   *
   * @param blob its code object
   * @param sizeBytes size of the code object; -1 if a broken row states none
   * @param origin the archive and row whose other fields it keeps; null for a row from a file
   * @param metadata its metadata where that was edited; null if it is the origin's
   */
  record Row(
      String key,
      String target,
      String type,
      Blob blob,
      long sizeBytes,
      @Nullable Origin origin,
      @Nullable Map<String, MsgValue> metadata)
      implements Slot {

    /** A row of an archive. */
    static Row of(KpackArchive archive, int row) throws FormatException {
      ArchiveEntry entry = archive.entry(row);
      return new Row(
          entry.key().text(),
          entry.targetText(),
          entry.type(),
          new Blob.Stored(archive, row),
          entry.originalSizeBytes(),
          new Origin(archive, row),
          null);
    }

    Row withKey(String other) {
      return new Row(other, target, type, blob, sizeBytes, origin, metadata);
    }

    Row withTarget(String other) {
      return new Row(key, other, type, blob, sizeBytes, origin, metadata);
    }

    Row withBlob(Blob other, long otherSizeBytes) {
      return new Row(key, target, type, other, otherSizeBytes, origin, metadata);
    }

    Row withMetadata(Map<String, MsgValue> other) {
      return new Row(key, target, type, blob, sizeBytes, origin, other);
    }

    Name name() {
      return new Name(key, target);
    }
  }

  /** A row of an archive. */
  record Origin(KpackArchive archive, int row) {}

  /** Name that only one row may have. */
  record Name(String key, String target) {}

  /** Where the bytes of a row of an edited archive are until it is saved. */
  sealed interface Blob {

    /** In an archive, the original or another one. Rows of one ordinal share it. */
    record Stored(KpackArchive archive, int row) implements Blob {
      int ordinal() {
        return archive.ordinal(row).orElse(-1);
      }
    }

    /** In a file. */
    record OfFile(FileStamp file) implements Blob {}

    /** Size of the code object; -1 if a broken row states none. */
    default long originalSizeBytes() throws IOException {
      return switch (this) {
        case Stored(KpackArchive archive, int row) -> archive.entry(row).originalSizeBytes();
        case OfFile(FileStamp file) -> file.sizeBytes();
      };
    }

    /** Opens the code object for as long as it is used. */
    default <T> T open(Maker<ByteView, T> use) throws IOException {
      return switch (this) {
        case Stored(KpackArchive archive, int row) -> {
          try (SpooledBytes code =
              archive.unpacked(row, SpooledBytes.IN_MEMORY_BYTES, Progress.NONE)) {
            yield use.make(code.bytes());
          }
        }
        case OfFile(FileStamp file) -> {
          try (OpenFile open = OpenFile.open(file.path())) {
            yield use.make(open.view());
          }
        }
      };
    }

    /** Whether both are the same code object. */
    default boolean sameBytes(Blob other) throws IOException {
      return equals(other)
          || (originalSizeBytes() == other.originalSizeBytes()
              && open(one -> other.open(two -> one.mismatch(two, Progress.NONE).isEmpty())));
    }
  }
}
