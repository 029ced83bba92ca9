package org.kpackworkbench.model.format.elf.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/** Writes an edited copy of a file: the second phase, when all offsets are known. */
public final class LayoutWriter {
  private static final int WINDOW_BYTES = 64 * 1024;
  private static final long TRANSFER_FROM_BYTES = 64 * 1024;
  private static final long TRANSFER_BYTES = 8L << 20;

  /**
   * Unit that systems copy at once between files; from a multiple of it on, copying takes a fifth
   * less time.
   */
  private static final int TRANSFER_ALIGNMENT = WINDOW_BYTES;

  private final FileChannel channel;
  private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES);
  private final Watcher watcher;
  private final Progress progress;

  /** Receives what was written, on the thread that writes. */
  public interface Watcher {
    /** Watches nothing. */
    Watcher NONE = overlay -> {};

    /** All of an overlay is in the file now. */
    void written(ByteOverlay overlay) throws IOException;
  }

  /**
   * @param channel an empty file
   */
  public LayoutWriter(FileChannel channel, Watcher watcher, Progress progress) {
    this.channel = channel;
    this.watcher = watcher;
    this.progress = progress;
  }

  /**
   * Copies {@code source} with its cuts and room into a new file, then writes the overlays over the
   * copy, later ones over earlier ones.
   *
   * @throws IllegalStateException if an overlay makes another number of bytes than it said, or
   *     leaves the file
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void write(ByteView source, OffsetEdits edits, List<ByteOverlay> overlays)
      throws IOException {
    progress.begin("Writing", edits.newSizeBytes(), Unit.BYTES);
    long from = 0;
    long to = 0;
    for (OffsetEdits.Edit edit : edits.edits()) {
      to = copy(source, from, edit.at(), to);
      to += edit.inserted();
      if (edit.inserted() > 0) {
        // What is not written in a new file reads as zeros; most of it is overlaid.
        put(new byte[1], 0, 1, to - 1);
        progress.step(edit.inserted());
      }
      from = edit.removedEnd();
    }
    copy(source, from, edits.oldSizeBytes(), to);
    for (ByteOverlay overlay : overlays) {
      if (overlay.fileOffset() < 0
          || overlay.sizeBytes() > edits.newSizeBytes() - overlay.fileOffset()) {
        throw new IllegalStateException("an overlay leaves the file: " + overlay);
      }
      put(overlay);
      watcher.written(overlay);
    }
  }

  private long copy(ByteView source, long from, long end, long to) throws IOException {
    byte[] window = new byte[WINDOW_BYTES];
    long at = from;
    while (at < end) {
      int count = (int) Math.min(window.length, end - at);
      source.copyTo(at, window, 0, count);
      put(window, 0, count, to + (at - from));
      at += count;
      progress.step(count);
    }
    return to + (end - from);
  }

  private void put(ByteOverlay overlay) throws IOException {
    OverlaySink sink = new OverlaySink(overlay);
    overlay.content().writeTo(sink);
    if (sink.written != overlay.sizeBytes()) {
      throw new IllegalStateException("fewer bytes than planned: " + overlay);
    }
  }

  /** Writes an overlay's bytes where they belong. */
  private final class OverlaySink implements ByteOverlay.Sink {
    private final ByteOverlay overlay;
    private long written;

    OverlaySink(ByteOverlay overlay) {
      this.overlay = overlay;
    }

    private long place(long sizeBytes) {
      if (sizeBytes > overlay.sizeBytes() - written) {
        throw new IllegalStateException("more bytes than planned: " + overlay);
      }
      return overlay.fileOffset() + written;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      put(bytes, offset, length, place(length));
      written += length;
      progress.step(0);
    }

    @Override
    public void write(ByteView view) throws IOException {
      for (long at = 0; at < view.size(); ) {
        long wanted = Math.min(TRANSFER_BYTES, view.size() - at);
        long position = place(wanted);
        int misaligned = (int) (-position & (TRANSFER_ALIGNMENT - 1));
        long count = 0;
        if (misaligned == 0 && wanted >= TRANSFER_FROM_BYTES) {
          count = view.transferTo(at, wanted, channel, position);
        }
        if (count == 0) {
          // One part of a view may come from a file, and the part before it from elsewhere.
          count = Math.min(misaligned == 0 ? WINDOW_BYTES : misaligned, wanted);
          view.copyTo(at, window.clear().limit((int) count));
          put(window.flip(), position);
        }
        written += count;
        progress.step(0);
        at += count;
      }
    }
  }

  private void put(byte[] bytes, int offset, int length, long position) throws IOException {
    put(ByteBuffer.wrap(bytes, offset, length), position);
  }

  private void put(ByteBuffer buffer, long position) throws IOException {
    long at = position;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
  }
}
