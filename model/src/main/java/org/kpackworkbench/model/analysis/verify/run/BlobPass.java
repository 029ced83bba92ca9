package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.kpackworkbench.model.analysis.verify.Agreements;
import org.kpackworkbench.model.analysis.verify.BlobSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Origin;
import org.kpackworkbench.model.analysis.verify.FramesSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/**
 * Goes over the blobs of an archive that rows name: each is decompressed once, however many rows
 * name it, and what comes out is checked as what each of them says it is.
 */
final class BlobPass {
  private final KpackArchive archive;
  private final StoredBlobs blobs;
  private final Checks checks;
  private final Progress progress;
  private final Agreements agreements = new Agreements();
  private final int[] firstRow;
  private final int[] nextRow;
  private final AtomicInteger frames = new AtomicInteger();
  private final AtomicInteger without = new AtomicInteger();
  private final AtomicLong firstWithout = new AtomicLong(Long.MAX_VALUE);

  BlobPass(KpackArchive archive, StoredBlobs blobs, Checks checks, Progress progress) {
    this.archive = archive;
    this.blobs = blobs;
    this.checks = checks;
    this.progress = progress;
    this.firstRow = new int[blobs.count()];
    this.nextRow = new int[archive.entryCount()];
    Arrays.fill(firstRow, -1);
    // From the last to the first, so that chains run in the order of the table.
    for (int row = archive.entryCount() - 1; row >= 0; row--) {
      int ordinal = archive.ordinal(row);
      if (ordinal >= 0 && ordinal < firstRow.length) {
        nextRow[row] = firstRow[ordinal];
        firstRow[ordinal] = row;
      }
    }
  }

  void run(int threads) throws IOException {
    boolean wanted =
        checks.concern(BlobSubject.class)
            || checks.concern(FramesSubject.class)
            || checks.concern(CodeObjectSubject.class);
    if (!wanted) {
      return;
    }
    progress.begin("Verifying " + archive.place().label(), blobs.totalSizeBytes());
    Parallel.run(blobs.count(), threads, Unpacking::new);
    if (archive.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      long first = firstWithout.get();
      checks.run(
          new FramesSubject(
              archive.place(),
              archive.view(),
              frames.get(),
              without.get(),
              first == Long.MAX_VALUE ? -1 : first));
    }
  }

  /** What one thread does. */
  private final class Unpacking implements Parallel.Worker {
    private final FrameUnpacker unpacker =
        new FrameUnpacker(archive.view(), archive.budget(), new Quiet(progress));

    @Override
    public void work(int ordinal) throws IOException {
      int row = firstRow[ordinal];
      while (row >= 0 && !isReadable(row)) {
        row = nextRow[row];
      }
      ByteRange stored = blobs.range(ordinal);
      if (row >= 0 && stored != null) {
        blob(row, stored);
      }
      progress.step(blobs.sizeBytes(ordinal));
    }

    /** Whether a row says enough of its blob; what is wrong with its key is no matter here. */
    private boolean isReadable(int row) throws FormatException {
      FormatException problem = archive.problem(row);
      return problem == null
          || ((problem.reason() == Reason.UNSAFE_PATH || problem.reason() == Reason.DUPLICATE_KEY)
              && archive.entry(row).originalSizeBytes() >= 0);
    }

    private void blob(int row, ByteRange stored) throws IOException {
      ArchiveEntry entry = archive.entry(row);
      Place.CodeObject place = archive.place(entry);
      FormatException failure = null;
      ByteView content = null;
      try {
        content = content(entry, place, stored);
      } catch (FormatException problem) {
        if (problem.reason() == Reason.FILE_CHANGED || problem.reason() == Reason.CLOSED) {
          throw problem;
        }
        failure = problem;
      }
      checks.run(new BlobSubject(place, entry.type(), archive.view(), stored.start(), failure));
      if (content != null) {
        code(entry, place, content, stored);
      }
    }

    private ByteView content(ArchiveEntry entry, Place.CodeObject place, ByteRange stored)
        throws IOException {
      if (archive.scheme() != StorageScheme.ZSTD_PER_KERNEL) {
        return archive.view().slice(stored.start(), stored.length());
      }
      ByteView content = unpacker.unpack(stored, entry.originalSizeBytes(), place.label());
      frames.incrementAndGet();
      if (!unpacker.hasChecksum()) {
        without.incrementAndGet();
        firstWithout.accumulateAndGet(stored.start(), Math::min);
      }
      return content;
    }

    private void code(
        ArchiveEntry entry, Place.CodeObject place, ByteView content, ByteRange stored)
        throws IOException {
      long storedOffset = place.unpacked() ? stored.start() : -1;
      boolean whole = content.size() == entry.originalSizeBytes();
      Origin origin = new Origin(place, storedOffset, filings(entry, place), whole, false);
      checks.run(CodeObjectSubject.of(origin, content, agreements));
    }

    /** The rows from this one on that name the same blob. */
    private List<Filing> filings(ArchiveEntry first, Place place) throws FormatException {
      Filing own = new Filing(place, first.target());
      if (nextRow[first.row()] < 0) {
        return List.of(own);
      }
      List<Filing> filings = new ArrayList<>(List.of(own));
      for (int row = nextRow[first.row()]; row >= 0; row = nextRow[row]) {
        ArchiveEntry entry = archive.entry(row);
        if (entry.usable()) {
          filings.add(new Filing(archive.place(entry), entry.target()));
        }
      }
      return filings;
    }

    @Override
    public void close() {
      unpacker.close();
    }
  }
}
