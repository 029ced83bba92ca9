package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.unpack.BlockOutput;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;

/**
 * A bundle as it will be stored, its size known. Writing it computes its checksum. Used by one
 * thread.
 */
final class BundleBytes implements ByteOverlay.Content {
  private final PlannedBundle bundle;
  private final long sizeBytes;
  private final Taker<OutputStream> content;
  private final @Nullable ByteView source;
  private final CRC32C written = new CRC32C();

  BundleBytes(
      PlannedBundle bundle,
      long sizeBytes,
      Taker<OutputStream> content,
      @Nullable ByteView source) {
    this.bundle = bundle;
    this.sizeBytes = sizeBytes;
    this.content = content;
    this.source = source;
  }

  /** A bundle that is only planned, and has so many bytes. */
  static BundleBytes planned(PlannedBundle bundle, long sizeBytes) {
    return new BundleBytes(
        bundle,
        sizeBytes,
        out -> {
          throw new IllegalStateException("a bundle that is only planned");
        },
        null);
  }

  /** A bundle that is stored as it is. */
  static BundleBytes plain(PlannedBundle bundle, Progress progress) throws IOException {
    PlannedBundle.Layout layout = bundle.layout();
    return new BundleBytes(
        bundle,
        layout.sizeBytes(),
        new BundleStream(bundle, layout, progress)::writeTo,
        source(bundle, layout));
  }

  /** All of it as a view, if each code object is one; else null. */
  private static @Nullable ByteView source(PlannedBundle bundle, PlannedBundle.Layout layout) {
    List<ByteView> parts = new ArrayList<>();
    parts.add(ByteView.of("table", layout.header()));
    long at = layout.header().length;
    for (int i = 0; i < bundle.entries().size(); i++) {
      Code code = bundle.entries().get(i).code();
      if (code == null) {
        continue;
      }
      ByteView bytes = code.bytes();
      if (bytes == null) {
        return null;
      }
      if (bytes.size() > 0) {
        long start = layout.offsets().get(i);
        parts.add(ByteView.zeros("padding", start - at));
        parts.add(bytes);
        at = start + bytes.size();
      }
    }
    parts.add(ByteView.zeros("padding", layout.sizeBytes() - at));
    return ByteView.joined("bundle", parts);
  }

  PlannedBundle bundle() {
    return bundle;
  }

  long sizeBytes() {
    return sizeBytes;
  }

  /**
   * All of it as a view, where it is made of bytes that stay readable; else null. That needs no
   * checksum: what was written can be compared with it.
   */
  @Nullable ByteView source() {
    return source;
  }

  /** The checksum of what {@link #writeTo} wrote, without a {@link #source}. */
  long writtenChecksum() {
    return written.getValue();
  }

  @Override
  public ByteView view() {
    return source != null ? source : ByteView.zeros("bundle", sizeBytes);
  }

  @Override
  public void writeTo(ByteOverlay.Sink sink) throws IOException {
    if (source != null) {
      sink.write(source);
      return;
    }
    written.reset();
    content.take(
        new BlockOutput() {
          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            written.update(bytes, offset, length);
            sink.write(bytes, offset, length);
          }
        });
  }

  /** Makes a bundle's bytes, before they are compressed, straight from the archives. */
  record BundleStream(PlannedBundle bundle, PlannedBundle.Layout layout, Progress progress) {
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

    /** Its bytes where they can be read at any time as long as the work goes on; else null. */
    default @Nullable ByteView bytes() {
      return null;
    }

    /** Writes it in chunks. */
    void writeTo(OutputStream out, Progress progress) throws IOException;
  }
}
