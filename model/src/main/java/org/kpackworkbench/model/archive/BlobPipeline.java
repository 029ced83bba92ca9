package org.kpackworkbench.model.archive;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.job.Progress;

/**
 * Compresses with many threads and writes in order.
 *
 * <p>One thread hands kernels over and, when enough are under way, waits for the oldest and writes
 * it. What is under way is bounded in number and in bytes, so memory stays flat. Kernels above a
 * fixed size are not held in memory at all: they are compressed in windows when their turn comes.
 * Of equal kernels the first in order is stored, whichever thread met one first, so the result does
 * not depend on threads.
 */
final class BlobPipeline implements AutoCloseable {
  /** Kernels above this are streamed. Part of what decides the bytes, so it never changes. */
  static final long LARGE_BYTES = 32L << 20;

  private static final long MOST_UNDER_WAY_BYTES = 64L << 20;
  private static final int MOST_UNDER_WAY = 1024;
  private static final int COPY_BYTES = 128 * 1024;

  private final ArchiveOutput out;
  private final WriteOptions options;
  private final Progress progress;
  private final String name;
  private final long mostFrameBytes;
  private final ExecutorService workers;
  private final Compressors compressors;
  private final Map<BlobHash, Slot> slots = new ConcurrentHashMap<>();
  private final Deque<Task> underWay = new ArrayDeque<>();
  private final long mostBytes;
  private long bytesUnderWay;

  /** Where equal kernels meet. */
  private static final class Slot {
    final @Nullable BlobHash hash;
    final @Nullable CompletableFuture<byte[]> stored;
    int ordinal = -1;

    Slot(@Nullable BlobHash hash, boolean large) {
      this.hash = hash;
      this.stored = large ? null : new CompletableFuture<>();
    }
  }

  private record Task(
      ByteView source, boolean asIs, NewBlob blob, long weight, Future<Slot> slot) {}

  /**
   * @param name the archive's name, for messages
   * @param mostFrameBytes the largest frame that the size field can hold
   */
  BlobPipeline(
      ArchiveOutput out,
      WriteOptions options,
      Progress progress,
      String name,
      long mostFrameBytes) {
    this.out = out;
    this.options = options;
    this.progress = progress;
    this.name = name;
    this.mostFrameBytes = mostFrameBytes;
    this.compressors = new Compressors(options.level());
    this.workers =
        Executors.newFixedThreadPool(
            options.threads(), Thread.ofPlatform().daemon().name("kpack-writer-", 0).factory());
    this.mostBytes =
        Math.clamp(Runtime.getRuntime().maxMemory() / 8, 8L << 20, MOST_UNDER_WAY_BYTES);
  }

  /**
   * Takes a kernel.
   *
   * @param asIs whether it is stored already as the archive stores it, and is only copied
   */
  NewBlob add(ByteView source, long originalSize, boolean asIs) throws IOException {
    NewBlob blob = new NewBlob(originalSize);
    long weight = source.size() > LARGE_BYTES ? 0 : source.size();
    while (!underWay.isEmpty()
        && (bytesUnderWay + weight > mostBytes || underWay.size() >= MOST_UNDER_WAY)) {
      writeOldest();
    }
    progress.step(0);
    bytesUnderWay += weight;
    Future<Slot> slot = workers.submit(() -> prepare(source, asIs));
    underWay.add(new Task(source, asIs, blob, weight, slot));
    return blob;
  }

  /** Writes what is still under way. */
  void finish() throws IOException {
    while (!underWay.isEmpty()) {
      writeOldest();
    }
  }

  /** The hash of each blob that was stored, by ordinal; null for those that were copied. */
  @Nullable BlobHash[] hashes() {
    @Nullable BlobHash[] hashes = new BlobHash[out.blobCount()];
    slots.forEach((hash, slot) -> hashes[slot.ordinal] = hash);
    return hashes;
  }

  private Slot prepare(ByteView source, boolean asIs) throws FormatException {
    boolean large = source.size() > LARGE_BYTES;
    if (large) {
      BlobHash hash = asIs ? null : BlobHash.of(source);
      Slot own = new Slot(hash, true);
      Slot other = hash == null ? null : slots.putIfAbsent(hash, own);
      return other == null ? own : other;
    }
    byte[] bytes = source.bytes(0, (int) source.size());
    if (asIs) {
      Slot own = new Slot(null, false);
      java.util.Objects.requireNonNull(own.stored).complete(bytes);
      return own;
    }
    BlobHash hash = BlobHash.of(bytes);
    Slot own = new Slot(hash, false);
    Slot other = slots.putIfAbsent(hash, own);
    if (other != null) {
      return other;
    }
    CompletableFuture<byte[]> stored = java.util.Objects.requireNonNull(own.stored);
    try {
      stored.complete(options.scheme() == StorageScheme.NONE ? bytes : compressors.frame(bytes));
    } catch (RuntimeException | Error failure) {
      stored.completeExceptionally(failure);
      throw failure;
    }
    return own;
  }

  private void writeOldest() throws IOException {
    Task task = underWay.remove();
    Slot slot = Waiting.get(task.slot());
    if (slot.ordinal < 0) {
      CompletableFuture<byte[]> stored = slot.stored;
      if (stored == null) {
        writeLarge(task, slot);
      } else {
        writeSmall(Waiting.get(stored), task);
        // The bytes are in the file now; the slot stays for kernels that equal this one.
        stored.obtrudeValue(new byte[0]);
        progress.step(task.source().size());
      }
      slot.ordinal = out.blobCount() - 1;
    } else {
      progress.step(task.source().size());
    }
    task.blob().ordinal(slot.ordinal);
    bytesUnderWay -= task.weight();
  }

  private void writeSmall(byte[] stored, Task task) throws IOException {
    if (options.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      checkFrame(stored.length, task);
      out.u32(stored.length);
    }
    out.blob(out.position(), stored.length);
    out.write(stored, 0, stored.length);
  }

  private void writeLarge(Task task, Slot slot) throws IOException {
    boolean framed = options.scheme() == StorageScheme.ZSTD_PER_KERNEL;
    if (framed) {
      out.u32(0);
    }
    long start = out.position();
    MessageDigest digest = slot.hash == null ? null : BlobHash.digest();
    Compressors.Window seen =
        (bytes, length) -> {
          if (digest != null) {
            digest.update(bytes, 0, length);
          }
          progress.step(length);
        };
    if (framed && !task.asIs()) {
      compressors.stream(task.source(), out, seen);
    } else {
      copy(task.source(), seen);
    }
    if (digest != null && !BlobHash.of(digest).equals(slot.hash)) {
      throw FormatException.in(task.source().name(), "code object", "", Reason.FILE_CHANGED)
          .expected("the same bytes as a moment ago")
          .found("other bytes")
          .advice("Something writes to the input while it is packed.")
          .build();
    }
    long size = out.position() - start;
    if (framed) {
      checkFrame(size, task);
      out.patchU32(start - 4, size);
    }
    out.blob(start, size);
  }

  private void copy(ByteView source, Compressors.Window seen) throws IOException {
    byte[] window = new byte[COPY_BYTES];
    for (long done = 0; done < source.size(); done += window.length) {
      int count = (int) Math.min(window.length, source.size() - done);
      source.copyTo(done, window, 0, count);
      seen.read(window, count);
      out.write(window, 0, count);
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

  /** Ends the threads; waits for those at work, since they use what the caller closes next. */
  @Override
  public void close() {
    underWay.forEach(task -> task.slot().cancel(false));
    workers.close();
    compressors.close();
  }
}
