package org.kpackworkbench.model.format.kpack;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
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

/** The owners of an archive's bytes: header, blobs with their size fields, rows of the table. */
public final class ArchiveClaims {
  private ArchiveClaims() {}

  /**
   * The owners of all bytes. Walks the chain of frames unless that is done; where the blobs cannot
   * be found, the rest is claimed.
   *
   * <p>An archive whose parts lie one behind the other, as writers lay them out, is answered from
   * its index, with a claim made for each answer; only in a disordered one all claims are held.
   *
   * @throws FormatException if the file cannot be read any more
   */
  public static Ownership of(KpackArchive archive, Progress progress) throws FormatException {
    @Nullable StoredBlobs blobs = archive.refusal() == null ? archive.blobs(progress) : null;
    ClaimSource source = new ClaimSource(archive, blobs);
    OrderedOwnership ordered = OrderedOwnership.of(archive.view().size(), source);
    return ordered != null ? ordered : ClaimMap.of(archive.view().size(), all(source));
  }

  /** Every claim. */
  static List<Claim> all(ClaimSource source) {
    List<Claim> claims = new ArrayList<>(source.skeleton());
    for (int row = 0; row < source.rowCount(); row++) {
      claims.add(source.row(row));
    }
    for (int ordinal = 0; ordinal < source.blobCount(); ordinal++) {
      ByteRange range = source.blobRange(ordinal);
      if (range != null) {
        if (source.framed()) {
          claims.add(source.frameSize(ordinal, range));
        }
        claims.add(source.blob(ordinal, range));
      }
    }
    return claims;
  }

  /**
   * The owners of an archive in good order, answered from its index: a hundred thousand rows and
   * frames would be some hundred megabytes of claims.
   *
   * <p>Good order: blobs are ordered by ordinal, rows by number, neither overlaps its neighbours,
   * and no fixed part lies among them, only around them. Immutable, safe for use by many threads.
   */
  static final class OrderedOwnership implements Ownership {
    private final ClaimMap skeleton;
    private final Strip blobs;
    private final Strip rows;
    private final List<Strip> strips;
    private final int[] insertAt;

    private interface Pieces {
      int count();

      ByteRange range(int piece);

      Claim claim(int piece);
    }

    /** Pieces with the bytes they cover together. */
    private record Strip(Pieces pieces, ByteRange range) {
      /** The piece at or before an offset; -1 if the first starts later. */
      int at(long offset) {
        int low = 0;
        int high = pieces.count();
        while (low < high) {
          int middle = (low + high) >>> 1;
          if (pieces.range(middle).start() <= offset) {
            low = middle + 1;
          } else {
            high = middle;
          }
        }
        return low - 1;
      }

      /** The piece that has an offset; -1 if none has. */
      int holding(long offset) {
        int piece = range.contains(offset) ? at(offset) : -1;
        return piece >= 0 && pieces.range(piece).contains(offset) ? piece : -1;
      }
    }

    private OrderedOwnership(ClaimMap skeleton, Strip blobs, Strip rows) {
      this.skeleton = skeleton;
      this.blobs = blobs;
      this.rows = rows;
      this.strips =
          blobs.range().start() <= rows.range().start()
              ? List.of(blobs, rows)
              : List.of(rows, blobs);
      this.insertAt = strips.stream().mapToInt(this::insertAt).toArray();
    }

    /** The ownership of an archive in good order; null for any other. */
    static @Nullable OrderedOwnership of(long sizeBytes, ClaimSource source) {
      Strip blobs = strip(new Blobs(source));
      Strip rows = strip(new Rows(source));
      if (blobs == null || rows == null || blobs.range().end() > sizeBytes) {
        return null;
      }
      ClaimMap skeleton = ClaimMap.of(sizeBytes, source.skeleton());
      boolean clean =
          skeleton.overlaps().isEmpty()
              && !blobs.range().overlaps(rows.range())
              && isClear(skeleton, blobs.range())
              && isClear(skeleton, rows.range());
      return clean ? new OrderedOwnership(skeleton, blobs, rows) : null;
    }

    private static @Nullable Strip strip(Pieces pieces) {
      long end = -1;
      long start = 0;
      for (int piece = 0; piece < pieces.count(); piece++) {
        ByteRange range = pieces.range(piece);
        if (range.isEmpty() || range.start() < end) {
          return null;
        }
        start = piece == 0 ? range.start() : start;
        end = range.end();
      }
      return new Strip(pieces, end < 0 ? new ByteRange(0, 0) : ByteRange.between(start, end));
    }

    /** Whether fixed parts lie around a strip or beside it, not inside. */
    private static boolean isClear(ClaimMap skeleton, ByteRange strip) {
      return skeleton.claims().stream()
          .allMatch(claim -> claim.range().contains(strip) || !claim.range().overlaps(strip));
    }

    /** How many fixed claims come before a strip's. */
    private int insertAt(Strip strip) {
      int before = 0;
      for (Claim claim : skeleton.claims()) {
        if (claim.range().start() <= strip.range().start()) {
          before++;
        }
      }
      return before;
    }

    @Override
    public long sizeBytes() {
      return skeleton.sizeBytes();
    }

    @Override
    public List<Claim> at(long offset) {
      List<Claim> found = skeleton.at(offset);
      for (Strip strip : strips) {
        int piece = strip.holding(offset);
        if (piece >= 0) {
          List<Claim> deeper = new ArrayList<>(found);
          deeper.removeIf(claim -> claim.kind() == OwnerKind.UNOWNED);
          deeper.add(strip.pieces().claim(piece));
          return List.copyOf(deeper);
        }
      }
      return found;
    }

    @Override
    public List<Run> runs(ByteRange window) {
      List<Run> runs = new ArrayList<>();
      for (Run run : skeleton.runs(window)) {
        split(run, 0, runs);
      }
      return runs;
    }

    private void split(Run run, int from, List<Run> runs) {
      if (run.range().isEmpty()) {
        return;
      }
      for (int i = from; i < strips.size(); i++) {
        Strip strip = strips.get(i);
        if (strip.range().overlaps(run.range())) {
          cut(run, strip, i + 1, runs);
          return;
        }
      }
      runs.add(run);
    }

    private void cut(Run run, Strip strip, int nextStrip, List<Run> runs) {
      long position = run.range().start();
      long end = run.range().end();
      int count = strip.pieces().count();
      for (int piece = Math.max(0, strip.at(position)); piece < count && position < end; piece++) {
        ByteRange range = strip.pieces().range(piece).intersect(ByteRange.between(position, end));
        if (!range.isEmpty()) {
          between(run, position, range.start(), runs);
          runs.add(new Run(range, strip.pieces().claim(piece)));
          position = range.end();
        } else if (strip.pieces().range(piece).start() >= end) {
          break;
        }
      }
      split(new Run(ByteRange.between(position, end), run.owner()), nextStrip, runs);
    }

    private static void between(Run run, long start, long end, List<Run> runs) {
      if (end > start) {
        runs.add(new Run(ByteRange.between(start, end), run.owner()));
      }
    }

    @Override
    public List<Claim> claims() {
      return new AllClaims();
    }

    @Override
    public List<Overlap> overlaps() {
      return List.of();
    }

    private final class AllClaims extends AbstractList<Claim> implements RandomAccess {
      @Override
      public int size() {
        return skeleton.claims().size() + blobs.pieces().count() + rows.pieces().count();
      }

      @Override
      public Claim get(int index) {
        int fixed = java.util.Objects.checkIndex(index, size());
        for (int i = 0; i < strips.size(); i++) {
          Pieces pieces = strips.get(i).pieces();
          if (fixed < insertAt[i]) {
            break;
          }
          if (fixed < insertAt[i] + pieces.count()) {
            return pieces.claim(fixed - insertAt[i]);
          }
          fixed -= pieces.count();
        }
        return skeleton.claims().get(fixed);
      }
    }

    private record Rows(ClaimSource source) implements Pieces {
      @Override
      public int count() {
        return source.rowCount();
      }

      @Override
      public ByteRange range(int piece) {
        return source.rowRange(piece);
      }

      @Override
      public Claim claim(int piece) {
        return source.row(piece);
      }
    }

    /** For frames two pieces each, the size field and the frame. */
    private record Blobs(ClaimSource source) implements Pieces {
      @Override
      public int count() {
        return source.framed() ? 2 * source.blobCount() : source.blobCount();
      }

      @Override
      public ByteRange range(int piece) {
        ByteRange blob = source.blobRange(source.framed() ? piece / 2 : piece);
        if (blob == null) {
          // An archive with such a blob is not in good order.
          return new ByteRange(0, 0);
        }
        return source.framed() && piece % 2 == 0 ? new ByteRange(blob.start() - 4, 4) : blob;
      }

      @Override
      public Claim claim(int piece) {
        int ordinal = source.framed() ? piece / 2 : piece;
        ByteRange blob = java.util.Objects.requireNonNull(source.blobRange(ordinal));
        return source.framed() && piece % 2 == 0
            ? source.frameSize(ordinal, blob)
            : source.blob(ordinal, blob);
      }
    }
  }

  /** Makes the claims of an archive: the few fixed ones, and those of blobs and rows one by one. */
  static final class ClaimSource {
    private final KpackArchive archive;
    private final Place place;
    private final @Nullable StoredBlobs blobs;
    private final int[] rowOfBlob;
    private final int[] rowsOfBlob;

    /**
     * @param blobs where they lie; null if that cannot be known
     */
    ClaimSource(KpackArchive archive, @Nullable StoredBlobs blobs) {
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

    /** Header, blob area, table of contents and its keys. */
    List<Claim> skeleton() {
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

    /** A blob's bytes; null if it has none. */
    @Nullable ByteRange blobRange(int ordinal) {
      return blobs == null ? null : blobs.range(ordinal).orElse(null);
    }

    /** Whether each blob has a size field of four bytes before it. */
    boolean framed() {
      return archive.scheme() == StorageScheme.ZSTD_PER_KERNEL;
    }

    /** The size field before a frame. */
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
}
