package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.io.OutputStream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;

/** Copies bytes in windows. */
public final class Copying {
  private static final int WINDOW_BYTES = 128 * 1024;

  private Copying() {}

  /** Copies bytes in windows, and can be cancelled. */
  public static void copy(ByteView bytes, OutputStream out, Progress progress) throws IOException {
    byte[] window = new byte[(int) Math.min(WINDOW_BYTES, bytes.size())];
    for (long at = 0; at < bytes.size(); at += window.length) {
      int count = (int) Math.min(window.length, bytes.size() - at);
      bytes.copyTo(at, window, 0, count);
      out.write(window, 0, count);
      progress.step(count);
    }
  }
}
