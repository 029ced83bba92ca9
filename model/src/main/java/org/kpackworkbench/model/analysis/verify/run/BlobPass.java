package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject.Instead;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.MismatchCache;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Origin;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.analysis.verify.rules.FrameRules;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.base.unpack.ZstdFrames;
import org.kpackworkbench.model.format.database.FiledBundle;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.model.format.offload.BundleFile;

/**
 * Goes over the blobs of an archive that rows name: each is decompressed once, however many rows
 * name it, and what comes out is checked as what each of them says it is.
 */
final class BlobPass {
  /** Of how many rows that share a damaged blob it is found out what loaders do. */
  private static final int MOST_ASKED = 64;

  private final KpackArchive archive;
  private final StoredBlobs blobs;
  private final Checks checks;
  private final VerifyContext context;
  private final Progress progress;
  private final MismatchCache mismatchCache = new MismatchCache();
  private final int[] firstRow;
  private final int[] nextRow;
  private final AtomicInteger frames = new AtomicInteger();
  private final AtomicInteger without = new AtomicInteger();
  private final AtomicLong firstWithout = new AtomicLong(Long.MAX_VALUE);

  BlobPass(
      KpackArchive archive,
      StoredBlobs blobs,
      Checks checks,
      VerifyContext context,
      Progress progress) {
    this.archive = archive;
    this.context = context;
    this.blobs = blobs;
    this.checks = checks;
    this.progress = progress;
    this.firstRow = new int[blobs.count()];
    this.nextRow = new int[archive.entryCount()];
    Arrays.fill(firstRow, -1);
    // From the last to the first, so that chains run in the order of the table.
    for (int row = archive.entryCount() - 1; row >= 0; row--) {
      int ordinal = archive.ordinal(row).orElse(-1);
      if (ordinal >= 0 && ordinal < firstRow.length) {
        nextRow[row] = firstRow[ordinal];
        firstRow[ordinal] = row;
      }
    }
  }

  void run(int threads) throws IOException {
    boolean wanted =
        checks.concern(ArchiveSubject.Blob.class)
            || checks.concern(ArchiveSubject.Frames.class)
            || checks.concern(CodeObjectSubject.class);
    if (!wanted) {
      return;
    }
    progress.begin("Verifying " + archive.place().label(), blobs.totalSizeBytes(), Unit.BYTES);
    Parallel.run(blobs.count(), threads, Unpacking::new);
    if (archive.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      long first = firstWithout.get();
      checks.run(
          new ArchiveSubject.Frames(
              archive.place(),
              archive.view(),
              frames.get(),
              without.get(),
              first == Long.MAX_VALUE ? -1 : first));
    }
  }

  private final class Unpacking implements Parallel.Worker {
    private final FrameUnpacker unpacker =
        new FrameUnpacker(archive.view(), archive.budget(), progress.cancelOnly());

    @Override
    public void work(int ordinal) throws IOException {
      ByteRange stored = blobs.range(ordinal).orElse(null);
      // Rows that share a frame can state different sizes, of which one at most is right.
      Set<Long> sizes = new HashSet<>();
      boolean checked = false;
      for (int row = firstRow[ordinal]; row >= 0 && stored != null; row = nextRow[row]) {
        if (!sizes.contains(archive.originalSizeBytes(row)) && isReadable(row)) {
          sizes.add(archive.originalSizeBytes(row));
          checked |= blob(row, stored, !checked);
        }
      }
      progress.step(blobs.sizeBytes(ordinal));
    }

    /** Whether a row says enough of its blob; what is wrong with its key is no matter here. */
    private boolean isReadable(int row) throws FormatException {
      FormatException problem = archive.problem(row).orElse(null);
      return problem == null
          || ((problem.reason() == Reason.UNSAFE_PATH || problem.reason() == Reason.DUPLICATE_KEY)
              && archive.entry(row).originalSizeBytes() >= 0);
    }

    /** Checks a blob as a row states it, and its code if that is wanted; whether it was whole. */
    private boolean blob(int row, ByteRange stored, boolean code) throws IOException {
      ArchiveEntry entry = archive.entry(row);
      Place.CodeObject place = archive.place(entry);
      FormatException failure = null;
      ByteView content = null;
      try {
        content = content(entry, place, stored);
      } catch (FormatException problem) {
        problem.throwIfFileChanged();
        failure = problem;
      }
      List<Place.CodeObject> rows =
          failure == null
              ? List.of(place)
              : filings(entry, place, true).stream()
                  .map(Filing::place)
                  .filter(Place.CodeObject.class::isInstance)
                  .map(Place.CodeObject.class::cast)
                  .toList();
      checks.run(
          new ArchiveSubject.Blob(
              place,
              rows,
              entry.type(),
              archive.view(),
              stored.start(),
              failure,
              failure == null ? Map.of() : instead(rows),
              archive.scheme().isLoaded()));
      if (content != null && code) {
        code(entry, place, content, stored);
      }
      return content != null;
    }

    private Map<Place.CodeObject, Instead> instead(List<Place.CodeObject> rows) throws IOException {
      Map<Place.CodeObject, Instead> found = new HashMap<>();
      for (Place.CodeObject row : rows.subList(0, Math.min(rows.size(), MOST_ASKED))) {
        Resolution asked = context.asked(row).orElse(null);
        Instead instead = asked == null ? inArchive(row) : elsewhere(asked);
        if (instead != null) {
          found.put(row, instead);
        }
      }
      return found;
    }

    private @Nullable Instead elsewhere(Resolution asked) {
      Resolution.Found found = asked.found();
      if (found == null) {
        return null;
      }
      String code = "the code for " + found.architecture();
      boolean same = found.place().file().equals(archive.place().file());
      return new Instead(
          same
              ? code
              : "%s in %s".formatted(code, SystemText.escaped(found.archive().getFileName())),
          asked.otherAnswer().found() != null);
    }

    /** The next target whose code of the archive a device of a row's target runs. */
    private @Nullable Instead inArchive(Place.CodeObject row) throws FormatException {
      String key = row.index() < 0 ? row.binary() : row.binary() + "#" + row.index();
      GpuTarget own = GpuTarget.lenient(row.target());
      for (GpuTarget target : TextReduction.runs(own)) {
        OptionalInt other = archive.findText(key, target.toString());
        if (!target.equals(own)
            && other.isPresent()
            && archive.problem(other.getAsInt()).isEmpty()) {
          return new Instead("the code for " + target, false);
        }
      }
      return null;
    }

    private ByteView content(ArchiveEntry entry, Place.CodeObject place, ByteRange stored)
        throws IOException {
      if (archive.scheme().isExperimental()) {
        return experimental(entry);
      }
      if (!archive.scheme().isCompressed()) {
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

    private ByteView experimental(ArchiveEntry entry) throws IOException {
      long size = entry.originalSizeBytes();
      if (size <= FrameUnpacker.MOST_KEPT_BYTES) {
        return archive.load(entry.row(), size);
      }
      archive.declare(entry.row());
      archive.extract(entry.row(), OutputStream.nullOutputStream(), progress.cancelOnly(), size);
      return archive.beginning(entry.row(), FrameUnpacker.FIRST_BYTES);
    }

    private void code(
        ArchiveEntry entry, Place.CodeObject place, ByteView content, ByteRange stored)
        throws IOException {
      long storedOffset = place.unpacked() ? stored.start() : -1;
      boolean whole = content.size() == entry.originalSizeBytes();
      // Only what a library of kernels files under free keys may be bundles.
      if (whole && !entry.key().indexed() && BundleFile.isBundle(content)) {
        bundled(entry, place, storedOffset, content);
        return;
      }
      Origin origin = new Origin(place, storedOffset, filings(entry, place, false), whole, false);
      checks.run(CodeObjectSubject.of(origin, content, mismatchCache));
    }

    /** The code objects of bundles, each under the target that its entry states. */
    private void bundled(
        ArchiveEntry entry, Place.CodeObject place, long storedOffset, ByteView content)
        throws IOException {
      for (Filing filing : filings(entry, place, false)) {
        try {
          FiledBundle.each(
              content,
              filing.target(),
              archive.budget(),
              progress.cancelOnly(),
              (target, code) -> {
                List<Filing> own = List.of(new Filing(filing.place(), target));
                Origin origin = new Origin(place, storedOffset, own, true, false);
                checks.run(CodeObjectSubject.of(origin, code, mismatchCache));
              });
        } catch (FormatException failure) {
          failure.throwIfFileChanged();
          checks.run(
              CodeObjectSubject.broken(
                  new Origin(filing.place(), storedOffset, List.of(filing), true, false),
                  content,
                  failure));
        }
      }
    }

    /** The rows from this one on that name the same blob, if wanted only those with its size. */
    private List<Filing> filings(ArchiveEntry first, Place place, boolean sameSize)
        throws FormatException {
      Filing own = new Filing(place, first.target());
      if (nextRow[first.row()] < 0) {
        return List.of(own);
      }
      List<Filing> filings = new ArrayList<>(List.of(own));
      for (int row = nextRow[first.row()]; row >= 0; row = nextRow[row]) {
        ArchiveEntry entry = archive.entry(row);
        if (entry.usable()
            && (!sameSize || entry.originalSizeBytes() == first.originalSizeBytes())) {
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

  /**
   * Decompresses frames one after another into the same memory. For one thread.
   *
   * <p>What is allocated follows from the size of the file and from what has come out of a frame,
   * never from a declared size alone. Of a code object above {@link #MOST_KEPT_BYTES} the beginning
   * is kept, which has its ELF header and its notes, and the rest only counted and checked.
   */
  private static final class FrameUnpacker implements AutoCloseable {
    /** The largest code object that is kept in memory as a whole. */
    static final int MOST_KEPT_BYTES = 64 << 20;

    private static final int FIRST_BYTES = 1 << 20;
    private static final int DESCRIPTOR_OFFSET = 4;
    private static final int CHECKSUM_FLAG = 4;
    private static final long SKIPPABLE = 0x184d2a5L;
    private static final int SKIPPABLE_SHIFT = 4;
    private static final int SKIPPABLE_HEADER_BYTES = 8;
    private static final int CHUNK_BYTES = 128 * 1024;

    private final ByteView view;
    private final Progress progress;
    private final UnpackBudget budget;
    private final ZstdFrames frames = new ZstdFrames();
    private byte[] stored = new byte[FIRST_BYTES];
    private byte[] unpacked = new byte[FIRST_BYTES];
    private boolean checksum;

    FrameUnpacker(ByteView view, UnpackBudget budget, Progress progress) {
      this.view = view;
      this.budget = budget;
      this.progress = progress;
    }

    /** Whether the last frame carries a checksum of its content. */
    boolean hasChecksum() {
      return checksum;
    }

    /**
     * Decompresses a frame.
     *
     * @return its content, or the beginning of it; good until the next call
     * @throws FormatException if it does not decompress, or not to the declared size
     */
    ByteView unpack(ByteRange frame, long declaredBytes, String name) throws IOException {
      UnpackMeter meter =
          budget.meter(view.name(), view.size(), frame.length(), reason -> at(frame, reason));
      meter.declare(declaredBytes);
      boolean whole = frame.length() <= MOST_KEPT_BYTES && declaredBytes <= MOST_KEPT_BYTES;
      int kept =
          whole ? atOnce(frame, (int) declaredBytes, meter) : streamed(frame, declaredBytes, meter);
      return ByteView.of(view.name() + " » " + name, unpacked).slice(0, kept);
    }

    private int atOnce(ByteRange frame, int declaredBytes, UnpackMeter meter)
        throws FormatException {
      int length = (int) frame.length();
      stored = atLeast(stored, length);
      unpacked = atLeast(unpacked, declaredBytes);
      view.copyTo(frame.start(), stored, 0, length);
      checksum = statesChecksum(frame);
      try {
        int size = frames.unpack(stored, length, unpacked, declaredBytes, meter);
        if (size != declaredBytes) {
          throw sizeDiffers(frame, declaredBytes, Integer.toString(size));
        }
        return size;
      } catch (UnpackException failure) {
        if (failure.fault() == UnpackException.Fault.MORE) {
          throw sizeDiffers(frame, declaredBytes, "more");
        }
        throw broken(frame, failure);
      }
    }

    private int streamed(ByteRange frame, long declaredBytes, UnpackMeter meter)
        throws IOException {
      byte[] chunk = new byte[CHUNK_BYTES];
      checksum = statesChecksum(frame);
      long total = 0;
      int kept = 0;
      try (UnpackedStream content =
          UnpackedStream.zstd(view.slice(frame.start(), frame.length()).stream(), meter)) {
        for (int count = content.read(chunk, 0, chunk.length);
            count >= 0;
            count = content.read(chunk, 0, chunk.length)) {
          int here = Math.min(count, FIRST_BYTES - kept);
          System.arraycopy(chunk, 0, unpacked, kept, Math.max(0, here));
          kept += Math.max(0, here);
          total += count;
          if (total > declaredBytes) {
            throw sizeDiffers(frame, declaredBytes, "more");
          }
          progress.step(0);
        }
      } catch (UnpackException failure) {
        throw broken(frame, failure);
      }
      if (total != declaredBytes) {
        throw sizeDiffers(frame, declaredBytes, Long.toString(total));
      }
      return kept;
    }

    /** Whether the first frame with content, behind skippable ones, carries a checksum. */
    private boolean statesChecksum(ByteRange frame) throws FormatException {
      long at = frame.start();
      while (frame.end() - at > SKIPPABLE_HEADER_BYTES
          && view.u32(at) >> SKIPPABLE_SHIFT == SKIPPABLE) {
        at += SKIPPABLE_HEADER_BYTES + view.u32(at + 4);
      }
      return frame.end() - at > DESCRIPTOR_OFFSET
          && (view.u8(at + DESCRIPTOR_OFFSET) & CHECKSUM_FLAG) != 0;
    }

    private static byte[] atLeast(byte[] array, int size) {
      return array.length >= size
          ? array
          : new byte[Math.max(size, (int) Math.min(MOST_KEPT_BYTES, 2L * array.length))];
    }

    private FormatException sizeDiffers(ByteRange frame, long declared, String found) {
      return at(frame, Reason.BAD_COMPRESSION)
          .expected("original_size, " + declared + " bytes, after decompression")
          .found(found)
          .build();
    }

    private FormatException broken(ByteRange frame, UnpackException cause) {
      boolean checksum = cause.isChecksum();
      return at(frame, checksum ? Reason.CHECKSUM_MISMATCH : Reason.BAD_COMPRESSION)
          .expected(
              checksum ? "contents with the frame's own checksum" : FrameRules.Content.ONE_FRAME)
          .found(checksum ? "contents with another one" : String.valueOf(cause.getMessage()))
          .cause(cause)
          .build();
    }

    private FormatException.Builder at(ByteRange frame, Reason reason) {
      return FormatException.at(view, frame.start(), "zstd frame", "", reason);
    }

    @Override
    public void close() {
      frames.close();
    }
  }
}
