package org.kpackworkbench.model.format.kpack;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Where an archive's blobs are: known from the table for scheme {@code none}, walked once on first
 * need for {@code zstd-per-kernel}. Safe for use by many threads.
 */
final class Storage {
  private final ByteView view;
  private final StorageScheme scheme;
  private final @Nullable BlobArea area;
  private final @Nullable FormatException refusal;
  private final Dictionaries dictionaries;
  private final ReentrantLock walking = new ReentrantLock();
  private volatile @Nullable StoredBlobs blobs;

  private Storage(
      ByteView view,
      StorageScheme scheme,
      @Nullable BlobArea area,
      @Nullable StoredBlobs blobs,
      Dictionaries dictionaries,
      @Nullable FormatException refusal) {
    this.view = view;
    this.dictionaries = dictionaries;
    this.scheme = scheme;
    this.area = area;
    this.blobs = blobs;
    this.refusal = refusal;
  }

  /** Takes what the table says; what is wrong with it is added to {@code problems}. */
  static Storage of(ByteView view, TableReader table, List<FormatException> problems) {
    StorageScheme scheme = SchemeName.of(table).scheme();
    Dictionaries none = new Dictionaries(view);
    table.know(scheme);
    try {
      return switch (scheme) {
        case NONE -> new Storage(view, scheme, null, list(view, table), none, null);
        case ZSTD_PER_KERNEL ->
            new Storage(view, scheme, BlobArea.read(view, table, problems), null, none, null);
        case ZSTD_DICTIONARY ->
            new Storage(
                view,
                scheme,
                BlobArea.read(view, table, problems),
                null,
                Dictionaries.read(view, table),
                null);
        case ZSTD_SOLID -> {
          StoredBlobs members = SolidGroups.read(view, table, problems);
          yield new Storage(view, scheme, null, members, none, null);
        }
        case UNKNOWN -> new Storage(view, scheme, null, null, none, unknown(view, table, problems));
      };
    } catch (FormatException refusal) {
      problems.add(refusal);
      return new Storage(view, scheme, null, null, none, refusal);
    }
  }

  /** Some blobs, whose places are known. */
  static Storage of(ByteView view, StorageScheme scheme, StoredBlobs blobs) {
    return new Storage(view, scheme, null, blobs, new Dictionaries(view), null);
  }

  private static StoredBlobs list(ByteView view, TableReader table) throws FormatException {
    StoredBlobs listed = table.blobs;
    if (listed == null) {
      throw FormatException.at(
              view, table.tableOffset, ArchiveFormat.TABLE, ArchiveFormat.BLOBS, Reason.NOT_FOUND)
          .mismatch("an array of blobs", "a table without it");
    }
    return listed;
  }

  private static FormatException unknown(
      ByteView view, TableReader table, List<FormatException> problems) {
    if (table.scheme == null && !table.complete && !problems.isEmpty()) {
      return problems.getLast();
    }
    if (table.scheme == null) {
      FormatException missing =
          FormatException.at(
                  view,
                  table.tableOffset,
                  ArchiveFormat.TABLE,
                  ArchiveFormat.SCHEME,
                  Reason.NOT_FOUND)
              .mismatch(
                  "the key \"compression_scheme\", or \"blobs\", or zstd_offset and zstd_size",
                  "a table without them");
      problems.add(missing);
      return missing;
    }
    FormatException refusal =
        FormatException.at(
                view,
                table.tableOffset,
                ArchiveFormat.TABLE,
                ArchiveFormat.SCHEME,
                Reason.UNSUPPORTED)
            .expected("none or zstd-per-kernel")
            .found("\"" + table.scheme + "\"")
            .advice("The table of contents is shown; nothing can be extracted.")
            .build();
    problems.add(refusal);
    return refusal;
  }

  StorageScheme scheme() {
    return scheme;
  }

  /** Returns the dictionaries that frames refer to. */
  Dictionaries dictionaries() {
    return dictionaries;
  }

  /** The blob area; null if the scheme has none or it cannot be used. */
  @Nullable ByteRange area() {
    return area == null ? null : area.range();
  }

  /** Why nothing can be extracted; null if it can. */
  @Nullable FormatException refusal() {
    return refusal;
  }

  /** How many blobs the archive says it has; -1 if nothing can be extracted. */
  int count() {
    StoredBlobs known = blobs;
    return area != null ? area.count() : known != null ? known.declaredCount() : -1;
  }

  @Nullable StoredBlobs known() {
    return blobs;
  }

  /** The positions; walks the chain on the first call. */
  StoredBlobs blobs(Progress progress) throws FormatException {
    StoredBlobs known = blobs;
    if (known != null) {
      return known;
    }
    BlobArea chain = area;
    if (chain == null) {
      throw java.util.Objects.requireNonNull(refusal);
    }
    walking.lock();
    try {
      known = blobs;
      if (known == null) {
        known = FrameWalk.walk(view, chain.range(), chain.count(), progress);
        blobs = known;
      }
      return known;
    } finally {
      walking.unlock();
    }
  }

  /**
   * The blob area of scheme {@code zstd-per-kernel}.
   *
   * @param range its bytes, inside the file, from {@code num_kernels} on
   * @param count {@code num_kernels}; each of them has room for its size field
   */
  private record BlobArea(ByteRange range, int count) {

    /**
     * Finds it and checks its count; problems that leave it usable are added to {@code problems}.
     *
     * @throws FormatException if there is none that could be walked
     */
    static BlobArea read(ByteView view, TableReader table, List<FormatException> problems)
        throws FormatException {
      long offset = table.zstdOffset;
      long size = table.zstdSize;
      if (offset < 0 || size < 0) {
        throw error(view, table.tableOffset, ArchiveFormat.ZSTD_OFFSET, Reason.NOT_FOUND)
            .mismatch("zstd_offset and zstd_size", "a table without them");
      }
      if (offset > view.size() - 4 || size < 4) {
        throw error(view, table.tableOffset, ArchiveFormat.ZSTD_OFFSET, Reason.OUT_OF_BOUNDS)
            .mismatch(
                "a blob area of at least 4 bytes inside the " + view.size() + " bytes there are",
                size + " bytes from 0x" + Long.toHexString(offset));
      }
      long length = Math.min(size, view.size() - offset);
      if (length < size) {
        problems.add(
            error(view, table.tableOffset, ArchiveFormat.ZSTD_SIZE, Reason.OUT_OF_BOUNDS)
                .mismatch("at most the " + length + " bytes up to the end of the file", size));
      }
      if (offset != ArchiveFormat.HEADER_BYTES && isMisplaced(view, table, length)) {
        throw error(
                view,
                table.start(ArchiveFormat.ZSTD_OFFSET),
                ArchiveFormat.ZSTD_OFFSET,
                Reason.BAD_VALUE)
            .expected(
                "%d, where a chain of %d frames begins"
                    .formatted(ArchiveFormat.HEADER_BYTES, view.u32(ArchiveFormat.HEADER_BYTES)))
            .found(offset)
            .advice(RowFault.DAMAGED)
            .build();
      }
      long count = view.u32(offset);
      long most = Math.min(EntryTable.MOST_ROWS, (length - 4) / 4);
      if (count > most) {
        throw error(view, offset, "num_kernels", Reason.OUT_OF_BOUNDS)
            .mismatch("at most " + most + ", for which the blob area has room", count);
      }
      return new BlobArea(new ByteRange(offset, length), (int) count);
    }

    /**
     * Whether frames fill the file up to its table from the header on, and not from where it says.
     */
    private static boolean isMisplaced(ByteView view, TableReader table, long length)
        throws FormatException {
      ByteRange stated = new ByteRange(table.zstdOffset, length);
      long start = ArchiveFormat.HEADER_BYTES;
      return !isChain(view, stated)
          && table.tableOffset > start
          && isChain(view, ByteRange.between(start, table.tableOffset));
    }

    /** Whether an area has frames, and ends with the last of them. */
    private static boolean isChain(ByteView view, ByteRange area) throws FormatException {
      long count = area.length() < 4 ? 0 : view.u32(area.start());
      if (count == 0 || count > Math.min(EntryTable.MOST_ROWS, (area.length() - 4) / 4)) {
        return false;
      }
      StoredBlobs walked = FrameWalk.walk(view, area, (int) count, Progress.NONE);
      return walked.damage() == null && walked.end() == area.end();
    }

    private static FormatException.Builder error(
        ByteView view, long offset, String field, Reason reason) {
      return FormatException.at(view, offset, ArchiveFormat.BLOB_AREA, field, reason);
    }
  }

  /**
   * Which scheme a table of contents means: the name that it states, or, where it states none or
   * one of the first tools' names, what its other keys say.
   *
   * @param note what to say of that reading, as a sentence; null if the name is one of today's
   */
  record SchemeName(StorageScheme scheme, @Nullable String note) {
    static SchemeName of(TableReader table) {
      String name = table.scheme;
      if (name == null) {
        return table.complete ? unnamed(table) : new SchemeName(StorageScheme.UNKNOWN, null);
      }
      StorageScheme assumed =
          switch (name) {
            case StorageScheme.FIRST_NONE -> StorageScheme.NONE;
            case StorageScheme.FIRST_ZSTD -> StorageScheme.ZSTD_PER_KERNEL;
            default -> StorageScheme.UNKNOWN;
          };
      if (assumed == StorageScheme.UNKNOWN) {
        return new SchemeName(StorageScheme.named(name), null);
      }
      StorageScheme scheme = list(table) == chain(table) ? assumed : byKeys(table);
      return new SchemeName(
          scheme,
          "compression_scheme is \"%s\", a name that the first tools used; it is read as %s%s."
              .formatted(
                  name, scheme.text(), scheme == assumed ? "" : ", which the other keys are for"));
    }

    private static SchemeName unnamed(TableReader table) {
      if (!list(table) && !chain(table)) {
        return new SchemeName(StorageScheme.UNKNOWN, null);
      }
      StorageScheme scheme = byKeys(table);
      String none = table.hasPlacesInEntries() ? "places in entries" : "blobs";
      return new SchemeName(
          scheme,
          "The table has no compression_scheme; it is read as %s, because it has %s."
              .formatted(
                  scheme.text(),
                  scheme == StorageScheme.NONE ? none : "zstd_offset and zstd_size"));
    }

    private static StorageScheme byKeys(TableReader table) {
      return list(table) ? StorageScheme.NONE : StorageScheme.ZSTD_PER_KERNEL;
    }

    private static boolean list(TableReader table) {
      return table.blobs != null;
    }

    private static boolean chain(TableReader table) {
      return table.zstdOffset >= 0 && table.zstdSize >= 0;
    }
  }
}
