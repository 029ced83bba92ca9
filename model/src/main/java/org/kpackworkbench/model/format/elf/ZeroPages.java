package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Finds pages that hold nothing: whole pages of the file that are zero.
 *
 * <p>Scans read windows by position and check for cancellation after each; they throw {@link
 * java.util.concurrent.CancellationException} when cancelled.
 */
public final class ZeroPages {
  /** Size of a page. */
  public static final int PAGE_BYTES = 4096;

  private ZeroPages() {}

  /**
   * Whole pages of the file that are zero.
   *
   * @param range in the view that was scanned; starts on a page, ends on one
   */
  public record ZeroInFile(ByteRange range) {}

  /** The zero pages of a range of bytes; pages count from the view's start. */
  public static List<ZeroInFile> inFile(ByteView view, ByteRange range, Progress progress)
      throws FormatException {
    PageRuns runs = new PageRuns();
    ByteRange inside = range.intersect(new ByteRange(0, view.size()));
    long first = (inside.start() + PAGE_BYTES - 1) & -PAGE_BYTES;
    long end = inside.end() & -PAGE_BYTES;
    progress.begin("Looking for zero pages", Math.max(0, end - first), Unit.BYTES);
    byte[] window = new byte[Math.clamp(end - first, 0, ZeroScan.WINDOW_BYTES)];
    for (long at = first; at < end; at += window.length) {
      int count = (int) Math.min(window.length, end - at);
      view.copyTo(at, window, 0, count);
      for (int page = 0; page < count; page += PAGE_BYTES) {
        if (ZeroScan.zeros(window, page, PAGE_BYTES) == PAGE_BYTES) {
          runs.add(at + page);
        }
      }
      progress.step(count);
    }
    return runs.list();
  }

  private static final class PageRuns {
    private final List<ZeroInFile> done = new ArrayList<>();
    private long start = -1;
    private long end = -1;

    void add(long page) {
      if (page != end) {
        close();
        start = page;
      }
      end = page + PAGE_BYTES;
    }

    List<ZeroInFile> list() {
      close();
      return List.copyOf(done);
    }

    private void close() {
      if (start >= 0) {
        done.add(new ZeroInFile(ByteRange.between(start, end)));
      }
    }
  }
}
