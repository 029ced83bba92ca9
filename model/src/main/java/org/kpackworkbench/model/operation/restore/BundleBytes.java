package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.edit.Overlay;

/**
 * A bundle as it will be stored, its size known. Whoever writes it learns its checksum. Used by one
 * thread.
 */
final class BundleBytes implements Overlay.Content {
  /** Makes the bytes. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private final PlannedBundle bundle;
  private final long sizeBytes;
  private final Content content;
  private final CRC32C written = new CRC32C();

  BundleBytes(PlannedBundle bundle, long sizeBytes, Content content) {
    this.bundle = bundle;
    this.sizeBytes = sizeBytes;
    this.content = content;
  }

  /** A bundle that is only planned, and has so many bytes. */
  static BundleBytes planned(PlannedBundle bundle, long sizeBytes) {
    return new BundleBytes(
        bundle,
        sizeBytes,
        out -> {
          throw new IllegalStateException("a bundle that is only planned");
        });
  }

  /** A bundle that is stored as it is. */
  static BundleBytes plain(PlannedBundle bundle, Progress progress) throws IOException {
    PlannedBundle.Layout layout = bundle.layout();
    return new BundleBytes(
        bundle, layout.sizeBytes(), new BundleStream(bundle, layout, progress)::writeTo);
  }

  PlannedBundle bundle() {
    return bundle;
  }

  long sizeBytes() {
    return sizeBytes;
  }

  /** The checksum of what {@link #writeTo} wrote. */
  long writtenChecksum() {
    return written.getValue();
  }

  @Override
  public ByteView view() {
    return ByteView.zeros("bundle", sizeBytes);
  }

  @Override
  public void writeTo(Overlay.Sink sink) throws IOException {
    written.reset();
    content.writeTo(
        new OutputStream() {
          @Override
          public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            written.update(bytes, offset, length);
            sink.write(bytes, offset, length);
          }
        });
  }
}
