package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/** Makes the claims of an archive: the few fixed ones, and those of blobs and rows one by one. */
final class ClaimSource {
  private final KpackArchive archive;
  private final Place place;
  private final @Nullable StoredBlobs blobs;
  private final int[] rowOfBlob;
  private final int[] rowsOfBlob;

  /**
   * @param blobs where they lie; null where that cannot be known
   */
  ClaimSource(KpackArchive archive, @Nullable StoredBlobs blobs) {
    this.archive = archive;
    this.place = archive.place();
    this.blobs = blobs;
    this.rowOfBlob = firstRows(archive, blobs == null ? 0 : blobs.count());
    this.rowsOfBlob = new int[rowOfBlob.length];
    for (int one = 0; one < archive.entryCount(); one++) {
      int ordinal = archive.ordinal(one);
      if (ordinal >= 0 && ordinal < rowsOfBlob.length) {
        rowsOfBlob[ordinal]++;
      }
    }
  }

  /** By ordinal, the first row that names it, or -1. */
  private static int[] firstRows(KpackArchive archive, int count) {
    int[] rows = new int[count];
    Arrays.fill(rows, -1);
    for (int row = archive.entryCount() - 1; row >= 0; row--) {
      int ordinal = archive.ordinal(row);
      if (ordinal >= 0 && ordinal < count) {
        rows[ordinal] = row;
      }
    }
    return rows;
  }

  /** Header, blob area, table of contents and its keys. */
  List<Claim> skeleton() {
    List<Claim> claims = new ArrayList<>();
    claims.add(part(0, ArchiveFormat.HEADER_BYTES, OwnerKind.METADATA, "header"));
    claims.add(part(0, 4, OwnerKind.METADATA, "magic"));
    claims.add(part(ArchiveFormat.VERSION_OFFSET, 4, OwnerKind.METADATA, "version"));
    claims.add(part(ArchiveFormat.TABLE_OFFSET_OFFSET, 8, OwnerKind.METADATA, "toc_offset"));
    claims.add(part(0x10, 48, OwnerKind.PADDING, "reserved"));
    ByteRange area = archive.blobArea();
    if (area != null) {
      claims.add(part(area.start(), area.length(), OwnerKind.METADATA, "blob area"));
      claims.add(part(area.start(), 4, OwnerKind.METADATA, "num_kernels"));
    }
    ByteRange table = archive.tableRange();
    claims.add(part(table.start(), table.length(), OwnerKind.METADATA, "table of contents"));
    for (TableField field : archive.fields()) {
      ByteRange key = field.key();
      ByteRange value = field.value();
      claims.add(part(key.start(), key.length(), OwnerKind.METADATA, "key " + field.name()));
      claims.add(part(value.start(), value.length(), OwnerKind.METADATA, field.name()));
    }
    return claims;
  }

  int rowCount() {
    return archive.entryCount();
  }

  ByteRange rowRange(int row) {
    return archive.rowRange(row);
  }

  /** A row of the table. */
  Claim row(int row) {
    try {
      ArchiveEntry entry = archive.entry(row);
      Place.CodeObject code = archive.place(row);
      OwnerKind kind = entry.usable() ? OwnerKind.METADATA : OwnerKind.PROBLEM;
      return new Claim(entry.tableRange(), kind, "row " + code.label(), code);
    } catch (FormatException gone) {
      return nameless(archive.rowRange(row), OwnerKind.METADATA, "row " + row, gone);
    }
  }

  int blobCount() {
    return blobs == null ? 0 : blobs.count();
  }

  /** A blob's bytes; null where it has none. */
  @Nullable ByteRange blobRange(int ordinal) {
    return blobs == null ? null : blobs.range(ordinal);
  }

  /** Whether each blob has a size field of four bytes in front of it. */
  boolean framed() {
    return archive.scheme() == StorageScheme.ZSTD_PER_KERNEL;
  }

  /** The size field in front of a frame. */
  Claim frameSize(int ordinal, ByteRange frame) {
    return part(frame.start() - 4, 4, OwnerKind.METADATA, "frame_size of frame " + ordinal);
  }

  /** A blob. */
  Claim blob(int ordinal, ByteRange range) {
    OwnerKind kind = framed() ? OwnerKind.COMPRESSED : OwnerKind.DEVICE_CODE;
    String label = (framed() ? "frame " : "blob ") + ordinal;
    int row = rowOfBlob[ordinal];
    if (row < 0) {
      return part(range.start(), range.length(), kind, label + ", which no row names");
    }
    try {
      Place.CodeObject code = archive.place(row);
      String shared =
          rowsOfBlob[ordinal] > 1 ? " (shared by %d rows)".formatted(rowsOfBlob[ordinal]) : "";
      return new Claim(range, kind, label + ", " + code.label() + shared, code, code.target());
    } catch (FormatException gone) {
      return nameless(range, kind, label, gone);
    }
  }

  /** Who asks what a byte is gets an answer even when the file is gone, if not a name. */
  private Claim nameless(ByteRange range, OwnerKind kind, String label, FormatException gone) {
    String words = label + " (" + gone.reason().name().toLowerCase(java.util.Locale.ROOT) + ")";
    return new Claim(range, kind, words, new Place.Part(place, label, range));
  }

  private Claim part(long start, long length, OwnerKind kind, String label) {
    ByteRange range = new ByteRange(start, length);
    return new Claim(range, kind, label, new Place.Part(place, label, range));
  }
}
