package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;

/**
 * A bundle as it will be stored, its size known. Writing it computes its checksum. Used by one
 * thread.
 */
final class BundleBytes implements ByteOverlay.Content {
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
  public void writeTo(ByteOverlay.Sink sink) throws IOException {
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

  /** Makes a bundle's bytes, before they are compressed, straight from the archives. */
  static final class BundleStream {
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

  /** A code object that goes into a bundle, wherever it comes from. */
  interface Code {
    long sizeBytes() throws FormatException;

    /** A key that is equal for the same code object, without reading it. */
    Object stored();

    /** Writes it in chunks. */
    void writeTo(OutputStream out, Progress progress) throws IOException;
  }
}
