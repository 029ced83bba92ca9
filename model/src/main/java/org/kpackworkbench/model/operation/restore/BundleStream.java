package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import org.kpackworkbench.model.base.job.Progress;

/** Makes a bundle's bytes, before they are compressed, straight from the archives. */
final class BundleStream {
  private final PlannedBundle bundle;
  private final PlannedBundle.Layout layout;
  private final Progress progress;

  BundleStream(PlannedBundle bundle, PlannedBundle.Layout layout, Progress progress) {
    this.bundle = bundle;
    this.layout = layout;
    this.progress = progress;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(layout.header());
    long at = layout.header().length;
    for (int i = 0; i < bundle.entries().size(); i++) {
      PlannedBundle.Entry entry = bundle.entries().get(i);
      Code code = entry.code();
      if (code != null && code.sizeBytes() > 0) {
        long start = layout.offsets().get(i);
        out.write(new byte[Math.toIntExact(start - at)]);
        code.writeTo(out, progress);
        at = start + code.sizeBytes();
      }
    }
    out.write(new byte[Math.toIntExact(layout.sizeBytes() - at)]);
  }
}
