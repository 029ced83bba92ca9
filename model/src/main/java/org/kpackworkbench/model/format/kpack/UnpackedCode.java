package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.files.MappedSpool;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A code object of an archive for as long as it is needed: in memory where it is small, in a file
 * of its own where it is large, so that memory does not depend on its size. Closing gives both
 * back; the bytes must not be read afterwards.
 */
public final class UnpackedCode implements AutoCloseable {
  /** Largest size that is held in memory. */
  public static final long IN_MEMORY_BYTES = 32L << 20;

  private final ByteView bytes;
  private final @Nullable MappedSpool spool;

  private UnpackedCode(ByteView bytes, @Nullable MappedSpool spool) {
    this.bytes = bytes;
    this.spool = spool;
  }

  /** Unpacks a row, see {@link KpackArchive#unpacked}. */
  static UnpackedCode of(KpackArchive archive, int row, long inMemoryBytes, Progress progress)
      throws IOException {
    long size = archive.originalSizeBytes(row);
    if (archive.scheme() == StorageScheme.NONE || size <= inMemoryBytes) {
      return new UnpackedCode(archive.load(row, Math.max(0, size)), null);
    }
    String name = archive.entry(row).key().text();
    archive.declare(row);
    MappedSpool spool =
        MappedSpool.of(null, "code", size, out -> archive.extract(row, out, progress, size));
    return new UnpackedCode(spool.view().named(archive.view().name() + " » " + name), spool);
  }

  /** The code object. */
  public ByteView bytes() {
    return bytes;
  }

  /** Whether it lies in memory, or in the archive itself, and there is nothing to give back. */
  public boolean isInMemory() {
    return spool == null;
  }

  @Override
  public void close() throws IOException {
    if (spool != null) {
      spool.close();
    }
  }
}
