package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;

/**
 * Reads bundles back from a file and compares them with what they were to be, on a thread of its
 * own, while more of the file is written: {@link BundleBytes} with a {@link BundleBytes#source}.
 * What is written over one later is compared again at the end.
 *
 * <p>A file that replaces its original is compared byte for byte. Of one beside its original, whose
 * code the system copied, a page of each {@value #WINDOW_BYTES} bytes and the last bytes are
 * compared: that tells whether code is in its place, and does not read all of both files again.
 *
 * <p>Used by the thread that writes. Closing it stops what it still compares.
 */
final class ReadBack implements AutoCloseable {
  private static final int WINDOW_BYTES = 64 * 1024;
  private static final int PAGE_BYTES = 4096;

  /** Waking a thread costs as much as comparing some bundles; so it is woken for many at once. */
  private static final long WAKE_FOR_BYTES = 64L << 20;

  private final Path file;
  private final boolean everything;
  private final Progress progress;
  private final ByteBuffer read = ByteBuffer.allocateDirect(WINDOW_BYTES);
  private final ByteBuffer wanted = ByteBuffer.allocateDirect(WINDOW_BYTES);
  private final TreeMap<Long, Compared> compared = new TreeMap<>();
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("read-back").factory());
  private final List<FutureTask<Boolean>> waiting = new ArrayList<>();
  private long waitingBytes;
  private @Nullable FileChannel channel;
  private volatile boolean closed;

  /** A bundle in the file, and whether it is the same. */
  private record Compared(BundleBytes bundle, long end, Future<Boolean> same) {}

  /**
   * @param file what is written; opened with the first bundle in it
   * @param everything whether every byte is compared
   * @param progress advanced by the bytes that are known to be the same, by another thread
   */
  ReadBack(Path file, boolean everything, Progress progress) {
    this.file = file;
    this.everything = everything;
    this.progress = progress;
  }

  /** Something is in the file now. */
  void written(ByteOverlay overlay) throws IOException {
    long start = overlay.fileOffset();
    long end = start + overlay.sizeBytes();
    Map.Entry<Long, Compared> last = compared.lowerEntry(end);
    while (last != null && last.getValue().end > start) {
      compared.remove(last.getKey());
      last = compared.lowerEntry(end);
    }
    if (overlay.content() instanceof BundleBytes bundle && bundle.source() != null) {
      Future<Boolean> unused = compare(bundle, start);
      if (waitingBytes >= WAKE_FOR_BYTES) {
        wake();
      }
    }
  }

  /**
   * Whether a bundle is in the file as it was to be.
   *
   * @param start where it is
   */
  boolean isSame(BundleBytes bundle, long start) throws IOException {
    Compared before = compared.get(start);
    Future<Boolean> same =
        before != null && before.bundle == bundle ? before.same : compare(bundle, start);
    wake();
    return Threads.get(same);
  }

  private Future<Boolean> compare(BundleBytes bundle, long start) throws IOException {
    FileChannel open = channel == null ? FileChannel.open(file, StandardOpenOption.READ) : channel;
    channel = open;
    ByteView source = Objects.requireNonNull(bundle.source());
    FutureTask<Boolean> same = new FutureTask<>(() -> isSame(source, open, start));
    waiting.add(same);
    waitingBytes += bundle.sizeBytes();
    compared.put(start, new Compared(bundle, start + bundle.sizeBytes(), same));
    return same;
  }

  private void wake() {
    List<FutureTask<Boolean>> next = List.copyOf(waiting);
    waiting.clear();
    waitingBytes = 0;
    if (!next.isEmpty()) {
      worker.execute(() -> next.forEach(FutureTask::run));
    }
  }

  private boolean isSame(ByteView source, FileChannel open, long start) throws IOException {
    long size = source.size();
    for (long at = 0; at < size && !closed; at += WINDOW_BYTES) {
      int window = (int) Math.min(WINDOW_BYTES, size - at);
      boolean whole = everything || at + window == size;
      if (!isSame(source, at, whole ? window : PAGE_BYTES, open, start)) {
        return false;
      }
      progress.step(window);
    }
    return !closed;
  }

  private boolean isSame(ByteView source, long at, int count, FileChannel open, long start)
      throws IOException {
    source.copyTo(at, wanted.clear().limit(count));
    read.clear().limit(count);
    while (read.hasRemaining()) {
      if (open.read(read, start + at + read.position()) < 0) {
        return false;
      }
    }
    return read.flip().equals(wanted.flip());
  }

  @Override
  public void close() throws IOException {
    // An interrupt would close the file that is read, which others still use.
    closed = true;
    worker.close();
    if (channel != null) {
      channel.close();
    }
  }
}
