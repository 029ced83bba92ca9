package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.SpoolFile;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A code object of an archive for as long as it is needed: in memory where it is small, in a file
 * of its own where it is large, so that memory does not depend on its size. Closing gives both
 * back; the bytes must not be read afterwards.
 */
public final class UnpackedCode implements AutoCloseable {
  /** What is held in memory. */
  public static final long IN_MEMORY_BYTES = 32L << 20;

  private final ByteView bytes;
  private final @Nullable MappedFile mapped;
  private final @Nullable SpoolFile spool;

  private UnpackedCode(ByteView bytes, @Nullable MappedFile mapped, @Nullable SpoolFile spool) {
    this.bytes = bytes;
    this.mapped = mapped;
    this.spool = spool;
  }

  /** Unpacks a row, see {@link KpackArchive#unpacked}. */
  static UnpackedCode of(KpackArchive archive, int row, long inMemoryBytes, Progress progress)
      throws IOException {
    long size = archive.originalSizeBytes(row);
    if (archive.scheme() == StorageScheme.NONE || size <= inMemoryBytes) {
      return new UnpackedCode(archive.load(row, Math.max(0, size)), null, null);
    }
    String name = archive.entry(row).key().text();
    archive.declare(row);
    SpoolFile spool = SpoolFile.create(null, "code");
    try {
      DiskRoom.at(spool.path()).require(size);
      try (OutputStream out =
          Channels.newOutputStream(NamedChannel.open(spool.path(), StandardOpenOption.WRITE))) {
        archive.extract(row, out, progress, size);
      }
      MappedFile mapped = MappedFile.open(spool.path());
      ByteView bytes = mapped.view().named(archive.view().name() + " » " + name);
      return new UnpackedCode(bytes, mapped, spool);
    } catch (IOException | RuntimeException failure) {
      spool.close();
      throw failure;
    }
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
    try {
      if (mapped != null) {
        mapped.close();
      }
    } finally {
      if (spool != null) {
        spool.close();
      }
    }
  }
}
