package org.kpackworkbench.model.format.kpack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.SameStreams;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.kpack.ArchiveOutput.WrittenBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.WriterPool.Compressors;

/**
 * Compresses with many threads and writes in order.
 *
 * <p>One thread hands kernels over and, when enough are under way, waits for the oldest and writes
 * it. What is under way is bounded in number and in bytes by the pool, so memory stays flat.
 * Kernels above a fixed size are not held in memory at all: they are compressed in windows when
 * their turn comes.
 *
 * <p>Of equal kernels the first is stored, also of those that are copied from other archives.
 * Kernels of one size and checksum are suspected; they are equal when what would be stored for them
 * is, which is read back from the file, or, where levels differ, what frames contain. That is
 * cheaper than a cryptographic hash of everything, and certain.
 */
final class BlobPipeline implements AutoCloseable {
  /** Kernels above this are streamed. Part of what decides the bytes, so it never changes. */
  static final long LARGE_BYTES = 32L << 20;

  private static final int COPY_BYTES = 128 * 1024;

  private final ArchiveOutput out;
  private final WriteOptions options;
  private final Progress progress;
  private final String name;
  private final long mostFrameBytes;
  private final WriterPool pool;
  private final boolean ownPool;
  private volatile boolean givenUp;
  private final Deque<Task> underWay = new ArrayDeque<>();
  private final Map<Suspect, int[]> stored = new HashMap<>();
  private final List<Saved> saved = new ArrayList<>();
  private final long start;
  private int handedOver;
  private @Nullable Failed failed;

  /** A code object that could not be written. */
  private record Failed(int number, IOException why) {}

  private record Suspect(long size, int checksum) {}

  /** A code object that equals an earlier one, and the size of what is not stored for it. */
  private record Saved(int number, long bytes) {}

  /**
   * Result of a thread's work on a kernel.
   *
   * @param checksum of its content where that is known: a frame has it at its end
   * @param bytes what to store; null if it is large
   * @param stored CRC-32C of a blob that is copied; else the checksum
   */
  private record Prepared(int checksum, @Nullable ByteChunks bytes, int stored) {}

  private record Task(
      ByteView source, boolean asIs, NewBlob blob, long weight, Future<Prepared> prepared) {}

  /**
   * @param shared the pool of several archives; null for one of its own
   * @param name the archive's name, for messages
   * @param mostFrameBytes the largest frame that the size field can hold
   */
  BlobPipeline(
      ArchiveOutput out,
      WriteOptions options,
      @Nullable WriterPool shared,
      Progress progress,
      String name,
      long mostFrameBytes) {
    this.out = out;
    this.options = options;
    this.progress = progress;
    this.name = name;
    this.mostFrameBytes = mostFrameBytes;
    this.ownPool = shared == null;
    this.pool = shared == null ? new WriterPool(options) : shared;
    this.start = out.position();
  }

  /**
   * Takes a kernel.
   *
   * @param asIs whether it is stored already as the archive stores it, and is only copied
   */
  NewBlob add(ByteView source, long originalSize, boolean asIs) throws IOException {
    NewBlob blob = new NewBlob(originalSize, handedOver++);
    long weight = source.size() > LARGE_BYTES ? 0 : source.size();
    progress.step(0);
    pool.enter(this, weight);
    Future<Prepared> prepared = pool.workers().submit(() -> prepare(source, asIs));
    underWay.add(new Task(source, asIs, blob, weight, prepared));
    return blob;
  }

  /**
   * Writes what is still under way.
   *
   * @throws IOException if a kernel could not be written, now or before
   */
  void finish() throws IOException {
    if (failed != null) {
      throw failed.why();
    }
    while (!underWay.isEmpty()) {
      writeOldest();
    }
  }

  private Prepared prepare(ByteView source, boolean asIs) throws IOException {
    if (givenUp) {
      throw new CancellationException("given up");
    }
    CRC32C checksum = new CRC32C();
    boolean compressed = options.scheme() == StorageScheme.ZSTD_PER_KERNEL && !asIs;
    if (source.size() > LARGE_BYTES) {
      read(source, checksum::update);
      return new Prepared((int) checksum.getValue(), null, (int) checksum.getValue());
    }
    ByteChunks bytes = new ByteChunks();
    if (compressed) {
      pool.compressors().frame(source, window -> {}, bytes::add);
      return new Prepared(bytes.lastInt(), bytes, bytes.lastInt());
    }
    read(
        source,
        window -> {
          checksum.update(window);
          bytes.add(window.rewind());
        });
    int value = (int) checksum.getValue();
    return new Prepared(isFrames() ? bytes.lastInt() : value, bytes, value);
  }

  private boolean isFrames() {
    return options.scheme() == StorageScheme.ZSTD_PER_KERNEL;
  }

  /** Shows all of a code object, in windows. */
  private static void read(ByteView source, Compressors.Window seen) throws IOException {
    byte[] window = new byte[(int) Math.min(COPY_BYTES, source.size())];
    for (long done = 0; done < source.size(); done += window.length) {
      int count = (int) Math.min(window.length, source.size() - done);
      source.copyTo(done, window, 0, count);
      seen.see(ByteBuffer.wrap(window, 0, count));
    }
  }

  /** Number of kernels that were handed over. */
  int handedOver() {
    return handedOver;
  }

  /**
   * Takes back all kernels from one on, as if they had never been handed over. Waits for threads
   * that read them. Where one of those that stay could not be written, {@link #finish} says so.
   *
   * @param first the number of kernels that stay
   */
  void takeBack(int first) throws IOException {
    while (!underWay.isEmpty() && underWay.getFirst().blob().number() < first) {
      writeOldest();
    }
    discardUnderWay();
    int kept = (int) out.blobs().stream().filter(blob -> blob.number() < first).count();
    out.cutBlobs(kept, start);
    stored.replaceAll(
        (suspect, ordinals) -> Arrays.stream(ordinals).filter(each -> each < kept).toArray());
    saved.removeIf(each -> each.number() >= first);
    handedOver = first;
    failed = failed == null || failed.number() >= first ? null : failed;
  }

  /** Waits for the oldest code object and writes it. */
  void writeOldest() throws IOException {
    Task task = underWay.remove();
    pool.leave(this, task.weight());
    try {
      write(task);
    } catch (IOException failure) {
      failed = new Failed(task.blob().number(), failure);
      throw failure;
    }
  }

  private void write(Task task) throws IOException {
    Prepared prepared = Threads.get(task.prepared());
    Suspect suspect = new Suspect(task.blob().originalSizeBytes(), prepared.checksum());
    boolean compared = !task.asIs() || isComparable(task, prepared);
    int ordinal = compared ? equalBlob(suspect, task, prepared) : -1;
    if (ordinal >= 0) {
      progress.step(task.source().size());
      ByteChunks bytes = prepared.bytes();
      long size = bytes == null ? out.blobs().get(ordinal).size() : bytes.sizeBytes();
      saved.add(new Saved(task.blob().number(), size));
    } else {
      ordinal = out.blobCount();
      write(task, prepared);
      if (compared) {
        stored.merge(suspect, new int[] {ordinal}, BlobPipeline::joined);
      }
    }
    task.blob().ordinal(ordinal);
  }

  /** Whether a copied blob is compared: it is in memory, and a row says what is in it. */
  private static boolean isComparable(Task task, Prepared prepared) {
    return prepared.bytes() != null && task.blob().originalSizeBytes() > 0;
  }

  /** Number of code objects that equal earlier ones. */
  int equalCount() {
    return saved.size();
  }

  /** Size of what is not stored for them. */
  long savedBytes() {
    return saved.stream().mapToLong(Saved::bytes).sum();
  }

  private static int[] joined(int[] some, int[] more) {
    int[] all = Arrays.copyOf(some, some.length + more.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }

  /** The ordinal of a blob that holds the same kernel; -1 if there is none yet. */
  private int equalBlob(Suspect suspect, Task task, Prepared prepared) throws IOException {
    for (int candidate : stored.getOrDefault(suspect, new int[0])) {
      ByteChunks bytes = prepared.bytes();
      boolean equal =
          bytes == null
              ? equalLarge(candidate, task.source())
              : equalStored(candidate, bytes) || (isFrames() && equalContent(candidate, bytes));
      if (equal) {
        return candidate;
      }
    }
    return -1;
  }

  private boolean equalStored(int candidate, ByteChunks bytes) throws IOException {
    return bytes.sizeBytes() == out.blobs().get(candidate).size()
        && SameStreams.test(out.stored(candidate), bytes.stream());
  }

  /**
   * Whether frames of different levels contain the same; one that does not unpack is no other's.
   */
  private boolean equalContent(int candidate, ByteChunks bytes) throws IOException {
    try (InputStream written = UnpackedStream.zstd(out.stored(candidate), ownFrame(candidate));
        InputStream frame = UnpackedStream.zstd(bytes.stream(), ownFrame(candidate))) {
      return SameStreams.test(written, frame);
    } catch (FormatException damaged) {
      return false;
    }
  }

  private boolean equalLarge(int candidate, ByteView source) throws IOException {
    try (InputStream blob = out.stored(candidate);
        InputStream kernel =
            options.scheme() == StorageScheme.NONE
                ? blob
                : UnpackedStream.zstd(blob, ownFrame(candidate))) {
      return SameStreams.test(kernel, source.stream());
    }
  }

  /** For a frame that was made here, of what was read. */
  private UnpackMeter ownFrame(int ordinal) {
    return UnpackBudget.everything()
        .meter(
            name,
            0,
            0,
            reason ->
                FormatException.in(name, ArchiveFormat.BLOB_AREA, "frame " + ordinal, reason));
  }

  private void write(Task task, Prepared prepared) throws IOException {
    boolean framed = options.scheme() == StorageScheme.ZSTD_PER_KERNEL;
    ByteChunks bytes = prepared.bytes();
    if (framed) {
      out.u32(bytes == null ? 0 : bytes.sizeBytes());
    }
    long at = out.position();
    if (bytes == null) {
      writeLarge(task, prepared.checksum());
    } else {
      bytes.writeTo(out);
      progress.step(task.source().size());
    }
    long size = out.position() - at;
    if (framed) {
      checkFrame(size, task);
      if (bytes == null) {
        out.patchU32(at - 4, size);
      }
    }
    long checksum = Integer.toUnsignedLong(prepared.stored());
    out.blobs().add(new WrittenBlob(at, size, checksum, task.blob().number(), task.asIs()));
    if (framed) {
      checkLimits();
    }
  }

  private void writeLarge(Task task, int checksum) throws IOException {
    CRC32C again = new CRC32C();
    Compressors.Window seen =
        window -> {
          int length = window.remaining();
          again.update(window);
          progress.step(length);
        };
    if (options.scheme() == StorageScheme.ZSTD_PER_KERNEL && !task.asIs()) {
      pool.compressors().largeFrame(task.source(), options.threads(), seen, out::write);
    } else {
      read(
          task.source(),
          window -> {
            seen.see(window);
            out.write(window.rewind());
          });
    }
    if ((int) again.getValue() != checksum) {
      throw FormatException.in(task.source().name(), "code object", "", Reason.FILE_CHANGED)
          .expected("the bytes that were read before")
          .found("other bytes")
          .advice("Something writes to the input while it is packed.")
          .build();
    }
  }

  /** Refuses as soon as no loader would open what is written. */
  private void checkLimits() throws FormatException {
    LoaderLimits limits = options.limits();
    String beyond = limits.beyondFrames(out.blobCount()).orElse(null);
    if (beyond == null) {
      beyond = limits.beyondArea(out.position() - ArchiveFormat.HEADER_BYTES).orElse(null);
    }
    if (beyond != null) {
      throw FormatException.in(name, ArchiveFormat.BLOB_AREA, "", Reason.TOO_LARGE)
          .found("more than loaders open: " + beyond)
          .advice("Make one archive for each target, or write it without compression.")
          .build();
    }
  }

  private void checkFrame(long size, Task task) throws FormatException {
    if (size > mostFrameBytes) {
      throw FormatException.in(
              name,
              ArchiveFormat.BLOB_AREA,
              "frame_size of frame " + out.blobCount(),
              Reason.TOO_LARGE)
          .expected(
              "a frame of at most " + mostFrameBytes + " bytes, which its size field can hold")
          .found(size + " bytes for " + task.source().name())
          .advice("Write the archive without compression (scheme none).")
          .build();
    }
  }

  /** Gives up what is under way; waits for threads that use what the caller closes next. */
  @Override
  public void close() {
    givenUp = true;
    discardUnderWay();
    if (ownPool) {
      pool.close();
    }
  }

  private void discardUnderWay() {
    for (Task task : underWay) {
      pool.leave(this, task.weight());
      Threads.await(task.prepared());
    }
    underWay.clear();
  }

  /** Bytes in memory, in pieces: they grow without being copied. */
  private static final class ByteChunks {
    private final List<byte[]> chunks = new ArrayList<>();
    private long sizeBytes;

    /** Takes what is between a buffer's position and its limit. */
    void add(ByteBuffer bytes) {
      byte[] chunk = new byte[bytes.remaining()];
      bytes.get(chunk);
      add(chunk);
    }

    /** Takes an array, which is not changed afterwards. */
    void add(byte[] chunk) {
      chunks.add(chunk);
      sizeBytes += chunk.length;
    }

    long sizeBytes() {
      return sizeBytes;
    }

    /** The last four bytes as a little-endian number; fewer where there are fewer. */
    int lastInt() {
      int value = 0;
      int found = 0;
      for (byte[] chunk : chunks.reversed()) {
        for (int i = chunk.length - 1; i >= 0 && found < Integer.BYTES; i--) {
          value = value << Byte.SIZE | (chunk[i] & 0xff);
          found++;
        }
      }
      return value;
    }

    void writeTo(OutputStream out) throws IOException {
      for (byte[] chunk : chunks) {
        out.write(chunk, 0, chunk.length);
      }
    }

    InputStream stream() {
      return new SequenceInputStream(
          Collections.enumeration(chunks.stream().map(ByteArrayInputStream::new).toList()));
    }
  }
}
