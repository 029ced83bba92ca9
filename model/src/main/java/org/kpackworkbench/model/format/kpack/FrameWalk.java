package org.kpackworkbench.model.format.kpack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.LazyList;
import org.kpackworkbench.model.base.bytes.NumberTable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.kpack.StoredBlobs.Blob;

/**
 * Walks the chain of frame sizes, scheme {@code zstd-per-kernel}, once.
 *
 * <p>Size fields are read in windows by position. Where frames are large, a window is as small as
 * such a read can be, so that walking a 2 GiB area does not read 2 GiB.
 */
public final class FrameWalk {
  private static final int LARGE_WINDOW_BYTES = 128 * 1024;
  // The smallest read that a file serves by position instead of from a page.
  private static final int SMALL_WINDOW_BYTES = 4096;
  private static final int MOST_BROKEN = 1 << 20;

  private final ByteView view;
  private final ByteRange area;
  private final int declaredCount;
  private final Progress progress;
  private final byte[] window;
  private long windowStart;
  private int windowLength;

  /** Offset and size. */
  private final NumberTable frames = new NumberTable(2);

  private int broken;
  private long position;

  private FrameWalk(ByteView view, ByteRange area, int declaredCount, Progress progress) {
    this.view = view;
    this.area = area;
    this.declaredCount = declaredCount;
    this.progress = progress;
    this.position = area.start() + 4;
    long average = declaredCount == 0 ? 0 : area.length() / declaredCount;
    int most = average > SMALL_WINDOW_BYTES ? SMALL_WINDOW_BYTES : LARGE_WINDOW_BYTES;
    this.window = new byte[(int) Math.min(most, area.length())];
  }

  /**
   * Walks.
   *
   * @param area the blob area, inside the file, from its {@code num_kernels} field on
   * @return what was found, with the damage that ended it early, if any
   * @throws FormatException if the file cannot be read any more
   */
  public static StoredBlobs walk(
      ByteView view, ByteRange area, int declaredCount, Progress progress) throws FormatException {
    FrameWalk walk = new FrameWalk(view, area, declaredCount, progress);
    progress.begin("Walking " + declaredCount + " frames", area.length(), Unit.BYTES);
    FormatException damage = walk.run();
    return new StoredBlobs(declaredCount, walk.blobs(), walk.position, damage);
  }

  private List<Blob> blobs() {
    return new LazyList<>(
        frames.count(), frame -> new Blob(frames.get(frame, 0), frames.get(frame, 1)));
  }

  private @Nullable FormatException run() throws FormatException {
    while (frames.count() < declaredCount) {
      if (area.end() - position < 4) {
        return outside(position, 4);
      }
      long size = sizeField();
      if (size > area.end() - position - 4) {
        return outside(position, size);
      }
      if (size < ArchiveFormat.SMALLEST_FRAME_BYTES && ++broken > MOST_BROKEN) {
        return error(position, Reason.TOO_LARGE)
            .mismatch("at most " + MOST_BROKEN + " frames too small to be one", "more");
      }
      int frame = frames.add();
      frames.set(frame, 0, position + 4);
      frames.set(frame, 1, size);
      position += 4 + size;
    }
    return null;
  }

  private long sizeField() throws FormatException {
    long within = position - windowStart;
    if (within < 0 || within + 4 > windowLength) {
      progress.step(position - Math.max(area.start(), windowStart));
      windowStart = position;
      windowLength = (int) Math.min(window.length, view.size() - position);
      view.copyTo(position, window, 0, windowLength);
      within = 0;
    }
    return Integer.toUnsignedLong(
        ByteBuffer.wrap(window).order(ByteOrder.LITTLE_ENDIAN).getInt((int) within));
  }

  private FormatException outside(long at, long size) {
    return error(at, Reason.OUT_OF_BOUNDS)
        .mismatch(
            "a frame inside the blob area, which ends at 0x" + Long.toHexString(area.end()),
            size + " bytes from 0x" + Long.toHexString(at));
  }

  private FormatException.Builder error(long at, Reason reason) {
    return FormatException.at(
        view, at, ArchiveFormat.BLOB_AREA, "frame_size of frame " + frames.count(), reason);
  }
}
