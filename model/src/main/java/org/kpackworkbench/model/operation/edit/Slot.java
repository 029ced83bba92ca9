package org.kpackworkbench.model.operation.edit;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** What stands in the place of a row that an edit has touched. */
sealed interface Slot {

  /** Nothing: the row was deleted, or is not added yet. */
  enum Gone implements Slot {
    GONE
  }

  /**
   * A row.
   *
   * @param blob its code object
   * @param sizeBytes size of the code object; -1 where a broken row states none
   * @param origin the archive and row whose other fields it keeps; null for a row from a file
   * @param metadata its metadata where that was edited; null where it is the origin's
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

    /** A row as it stands in an archive. */
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

  /** What there may be one row of. */
  record Name(String key, String target) {}
}
