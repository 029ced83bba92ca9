package org.kpackworkbench.model.archive;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteRange;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.Claim;
import org.kpackworkbench.model.place.ClaimMap;
import org.kpackworkbench.model.place.OwnerKind;
import org.kpackworkbench.model.place.Ownership;
import org.kpackworkbench.model.place.Place;

/** Who owns which bytes of an archive: header, blobs with their size fields, rows of the table. */
public final class ArchiveClaims {
  private final KpackArchive archive;
  private final Place place;
  private final List<Claim> claims = new ArrayList<>();

  private ArchiveClaims(KpackArchive archive) {
    this.archive = archive;
    this.place = archive.place();
  }

  /**
   * The owners of all bytes. Walks the chain of frames if nobody has yet; where the blobs cannot be
   * found, the rest is claimed.
   *
   * @throws FormatException where the file cannot be read any more
   */
  public static Ownership of(KpackArchive archive, Progress progress) throws FormatException {
    return ClaimMap.of(archive.view().size(), list(archive, progress));
  }

  /** The claims themselves. */
  public static List<Claim> list(KpackArchive archive, Progress progress) throws FormatException {
    ArchiveClaims list = new ArchiveClaims(archive);
    list.header();
    list.table();
    if (archive.refusal() == null) {
      list.blobs(archive.blobs(progress));
    }
    return List.copyOf(list.claims);
  }

  private void header() {
    claim(0, ArchiveFormat.HEADER_BYTES, OwnerKind.METADATA, "header");
    claim(0, 4, OwnerKind.METADATA, "magic");
    claim(ArchiveFormat.VERSION_OFFSET, 4, OwnerKind.METADATA, "version");
    claim(ArchiveFormat.TABLE_OFFSET_OFFSET, 8, OwnerKind.METADATA, "toc_offset");
    claim(0x10, 48, OwnerKind.PADDING, "reserved");
  }

  private void table() throws FormatException {
    ByteRange table = archive.tableRange();
    claim(table.start(), table.length(), OwnerKind.METADATA, "table of contents");
    for (TableField field : archive.fields()) {
      claim(field.key().start(), field.key().length(), OwnerKind.METADATA, "key " + field.name());
      claim(field.value().start(), field.value().length(), OwnerKind.METADATA, field.name());
    }
    for (int row = 0; row < archive.entryCount(); row++) {
      ArchiveEntry entry = archive.entry(row);
      Place.CodeObject code = archive.place(row);
      OwnerKind kind = entry.usable() ? OwnerKind.METADATA : OwnerKind.PROBLEM;
      claims.add(new Claim(entry.tableRange(), kind, "row " + code.label(), code));
    }
  }

  private void blobs(StoredBlobs blobs) throws FormatException {
    int[] rows = firstRows(blobs.count());
    boolean frames = archive.scheme() == StorageScheme.ZSTD_PER_KERNEL;
    ByteRange area = archive.blobArea();
    if (area != null) {
      claim(area.start(), area.length(), OwnerKind.METADATA, "blob area");
      claim(area.start(), 4, OwnerKind.METADATA, "num_kernels");
    }
    for (int ordinal = 0; ordinal < blobs.count(); ordinal++) {
      ByteRange range = blobs.range(ordinal);
      if (range == null) {
        continue;
      }
      if (frames) {
        claim(range.start() - 4, 4, OwnerKind.METADATA, "frame_size of frame " + ordinal);
      }
      blob(ordinal, range, rows[ordinal], frames);
    }
  }

  private void blob(int ordinal, ByteRange range, int row, boolean frame) throws FormatException {
    String label = (frame ? "frame " : "blob ") + ordinal;
    Place.@Nullable CodeObject code = row < 0 ? null : archive.place(row);
    claims.add(
        new Claim(
            range,
            frame ? OwnerKind.COMPRESSED : OwnerKind.DEVICE_CODE,
            code == null ? label + ", which no row names" : label + ", " + code.label(),
            code == null ? new Place.Part(place, label, range) : code,
            code == null ? null : code.target()));
  }

  /** By ordinal, the first row that names it, or -1. */
  private int[] firstRows(int count) throws FormatException {
    int[] rows = new int[count];
    java.util.Arrays.fill(rows, -1);
    for (int row = archive.entryCount() - 1; row >= 0; row--) {
      int ordinal = archive.ordinal(row);
      if (ordinal >= 0 && ordinal < count) {
        rows[ordinal] = row;
      }
    }
    return rows;
  }

  private void claim(long start, long length, OwnerKind kind, String label) {
    ByteRange range = new ByteRange(start, length);
    claims.add(new Claim(range, kind, label, new Place.Part(place, label, range)));
  }
}
