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
  private final ReentrantLock walking = new ReentrantLock();
  private volatile @Nullable StoredBlobs blobs;

  private Storage(
      ByteView view,
      StorageScheme scheme,
      @Nullable BlobArea area,
      @Nullable StoredBlobs blobs,
      @Nullable FormatException refusal) {
    this.view = view;
    this.scheme = scheme;
    this.area = area;
    this.blobs = blobs;
    this.refusal = refusal;
  }

  /** Takes what the table says; what is wrong with it is added to {@code problems}. */
  static Storage of(ByteView view, TableReader table, List<FormatException> problems) {
    StorageScheme scheme = SchemeName.of(table).scheme();
    try {
      return switch (scheme) {
        case NONE -> new Storage(view, scheme, null, list(view, table), null);
        case ZSTD_PER_KERNEL ->
            new Storage(view, scheme, BlobArea.read(view, table, problems), null, null);
        case UNKNOWN -> new Storage(view, scheme, null, null, unknown(view, table, problems));
      };
    } catch (FormatException refusal) {
      problems.add(refusal);
      return new Storage(view, scheme, null, null, refusal);
    }
  }

  private static StoredBlobs list(ByteView view, TableReader table) throws FormatException {
    StoredBlobs listed = table.blobs;
    if (listed == null) {
      throw FormatException.at(
              view, table.tableOffset, ArchiveFormat.TABLE, ArchiveFormat.BLOBS, Reason.NOT_FOUND)
          .expected("an array of blobs")
          .found("a table without it")
          .build();
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
              .expected(
                  "the key \"compression_scheme\", or \"blobs\", or zstd_offset and zstd_size")
              .found("a table without them")
              .build();
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

  /** The blob area; null where the scheme has none or it cannot be used. */
  @Nullable ByteRange area() {
    return area == null ? null : area.range();
  }

  /** Why nothing can be extracted; null where it can. */
  @Nullable FormatException refusal() {
    return refusal;
  }

  /** How many blobs the archive says it has; -1 where nothing can be extracted. */
  int count() {
    StoredBlobs known = blobs;
    return area != null ? area.count() : known != null ? known.declaredCount() : -1;
  }

  @Nullable StoredBlobs known() {
    return blobs;
  }

  /** The positions; walks the chain when nobody has yet. */
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
}
