package org.kpackworkbench.model.format.elf.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;

/** Writes an edited copy of a file: the second phase, when all offsets are known. */
public final class LayoutWriter {
  static final int WINDOW_BYTES = 128 * 1024;

  private final FileChannel channel;
  private final Progress progress;

  /**
   * @param channel an empty file
   */
  public LayoutWriter(FileChannel channel, Progress progress) {
    this.channel = channel;
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
    progress.begin("Writing", edits.newSizeBytes());
    long from = 0;
    long to = 0;
    for (OffsetEdits.Edit edit : edits.edits()) {
      to = copy(source, from, edit.at(), to);
      to += edit.inserted();
      if (edit.inserted() > 0) {
        // What is not written in a new file reads as zeros; most of it is overlaid.
        put(new byte[1], 0, 1, to - 1);
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
    long[] written = new long[1];
    overlay
        .content()
        .writeTo(
            (bytes, offset, length) -> {
              if (length > overlay.sizeBytes() - written[0]) {
                throw new IllegalStateException("more bytes than planned: " + overlay);
              }
              put(bytes, offset, length, overlay.fileOffset() + written[0]);
              written[0] += length;
              progress.step(0);
            });
    if (written[0] != overlay.sizeBytes()) {
      throw new IllegalStateException("fewer bytes than planned: " + overlay);
    }
  }

  private void put(byte[] bytes, int offset, int length, long position) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
    long at = position;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
  }
}
