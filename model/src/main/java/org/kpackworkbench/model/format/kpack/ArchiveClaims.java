package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/**
 * The claims of an archive: header, blobs with their size fields, rows of the table. Those of rows
 * and blobs are made one by one: a hundred thousand of them would be some hundred megabytes.
 */
public final class ArchiveClaims implements ClaimMap.Source {
  private static final ByteRange NOTHING = new ByteRange(0, 0);

  private final KpackArchive archive;
  private final Place place;
  private final @Nullable StoredBlobs blobs;
  private final int[] rowOfBlob;
  private final int[] rowsOfBlob;
  private final List<Claim> skeleton;

  /**
   * @param blobs where they lie; null if that cannot be known
   */
  private ArchiveClaims(KpackArchive archive, @Nullable StoredBlobs blobs) {
    this.archive = archive;
    this.place = archive.place();
    this.blobs = blobs;
    this.rowOfBlob = firstRows(archive, blobs == null ? 0 : blobs.count());
    this.rowsOfBlob = new int[rowOfBlob.length];
    for (int one = 0; one < archive.entryCount(); one++) {
      int ordinal = archive.blobOf(one);
      if (ordinal >= 0 && ordinal < rowsOfBlob.length) {
        rowsOfBlob[ordinal]++;
      }
    }
    this.skeleton = skeleton();
  }

  /** By ordinal, the first row that names it, or -1. */
  private static int[] firstRows(KpackArchive archive, int count) {
    int[] rows = new int[count];
    Arrays.fill(rows, -1);
    for (int row = archive.entryCount() - 1; row >= 0; row--) {
      int ordinal = archive.blobOf(row);
      if (ordinal >= 0 && ordinal < count) {
        rows[ordinal] = row;
      }
    }
    return rows;
  }

  /**
   * The owners of all bytes. Walks the chain of frames unless that is done; where the blobs cannot
   * be found, the rest is claimed.
   *
   * @throws FormatException if the file cannot be read any more
   */
  public static Ownership of(KpackArchive archive, Progress progress) throws FormatException {
    @Nullable StoredBlobs blobs = archive.refusal() == null ? archive.blobs(progress) : null;
    return ClaimMap.of(archive.view().size(), new ArchiveClaims(archive, blobs));
  }

  /** Header, blob area, table of contents and its keys. */
  private List<Claim> skeleton() {
    List<Claim> claims = new ArrayList<>();
    claims.add(part(0, ArchiveFormat.HEADER_BYTES, OwnerKind.METADATA, "header"));
    claims.add(part(0, 4, OwnerKind.METADATA, "magic"));
    claims.add(part(ArchiveFormat.VERSION_OFFSET, 4, OwnerKind.METADATA, "version"));
    claims.add(part(ArchiveFormat.TABLE_OFFSET_OFFSET, 8, OwnerKind.METADATA, "toc_offset"));
    claims.add(part(0x10, 48, OwnerKind.PADDING, "reserved"));
    ByteRange area = archive.blobArea().orElse(null);
    if (area != null) {
      claims.add(part(area.start(), area.length(), OwnerKind.METADATA, "blob area"));
      claims.add(part(area.start(), 4, OwnerKind.METADATA, "num_kernels"));
    }
    for (Map.Entry<Long, ByteRange> each : archive.dictionaries().entrySet()) {
      ByteRange range = each.getValue();
      claims.add(
          part(range.start(), range.length(), OwnerKind.METADATA, "dictionary " + each.getKey()));
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

  @Override
  public int size() {
    int blobCount = rowOfBlob.length;
    return skeleton.size() + archive.entryCount() + (framed() ? 2 * blobCount : blobCount);
  }

  @Override
  public ByteRange range(int number) {
    int row = number - skeleton.size();
    int piece = row - archive.entryCount();
    if (piece < 0) {
      return row < 0 ? skeleton.get(number).range() : archive.rowRange(row);
    }
    int ordinal = framed() ? piece / 2 : piece;
    // Of code objects that share a frame the first one has it.
    Optional<ByteRange> blob =
        blobs == null || blobs.blob(ordinal).start() > 0 ? Optional.empty() : blobs.range(ordinal);
    return isSizeField(piece)
        ? blob.map(each -> new ByteRange(each.start() - 4, 4)).orElse(NOTHING)
        : blob.orElse(NOTHING);
  }

  @Override
  public Claim claim(int number) {
    int row = number - skeleton.size();
    int piece = row - archive.entryCount();
    if (piece < 0) {
      return row < 0 ? skeleton.get(number) : row(row);
    }
    int ordinal = framed() ? piece / 2 : piece;
    ByteRange range = range(number);
    return isSizeField(piece)
        ? part(range.start(), 4, OwnerKind.METADATA, "frame_size of frame " + ordinal)
        : blob(ordinal, range);
  }

  /** Whether each blob has a size field of four bytes before it. */
  private boolean framed() {
    return archive.scheme().isChain();
  }

  private boolean isSizeField(int piece) {
    return framed() && piece % 2 == 0;
  }

  private Claim row(int row) {
    try {
      ArchiveEntry entry = archive.entry(row);
      Place.CodeObject code = archive.place(row);
      OwnerKind kind = entry.usable() ? OwnerKind.METADATA : OwnerKind.PROBLEM;
      return new Claim(entry.tableRange(), kind, "row " + code.label(), code);
    } catch (FormatException gone) {
      return nameless(archive.rowRange(row), OwnerKind.METADATA, "row " + row, gone);
    }
  }

  private Claim blob(int ordinal, ByteRange range) {
    boolean compressed = archive.scheme().isCompressed();
    OwnerKind kind = compressed ? OwnerKind.COMPRESSED : OwnerKind.DEVICE_CODE;
    String label = (compressed ? "frame " : "blob ") + ordinal;
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

  /**
   * The owner of a byte is known even if the file can no longer be read, but then without a name.
   */
  private Claim nameless(ByteRange range, OwnerKind kind, String label, FormatException gone) {
    String words = label + " (" + gone.reason().name().toLowerCase(java.util.Locale.ROOT) + ")";
    return new Claim(range, kind, words, new Place.Part(place, label, range));
  }

  private Claim part(long start, long length, OwnerKind kind, String label) {
    ByteRange range = new ByteRange(start, length);
    return new Claim(range, kind, label, new Place.Part(place, label, range));
  }
}
