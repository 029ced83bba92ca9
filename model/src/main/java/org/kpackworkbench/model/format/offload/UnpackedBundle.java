package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.MappedSpool;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * A decompressed bundle. Closing gives the memory or the temporary file back; the bundle's bytes
 * must not be read afterwards.
 */
public final class UnpackedBundle implements AutoCloseable {
  private final CompressedBundle source;
  private final ByteView bytes;
  private final OffloadBundle bundle;
  private final @Nullable MappedSpool file;

  UnpackedBundle(
      CompressedBundle source, ByteView bytes, OffloadBundle bundle, @Nullable MappedSpool file) {
    this.source = source;
    this.bytes = bytes;
    this.bundle = bundle;
    this.file = file;
  }

  /** All that was decompressed; the bundle may end before it does. */
  public ByteView bytes() {
    return bytes;
  }

  /** Whether it lies in memory, where nothing has to be given back. */
  public boolean inMemory() {
    return file == null;
  }

  /** The bundle inside. */
  public OffloadBundle bundle() {
    return bundle;
  }

  /**
   * Computes the hash of the bundle and compares it with the declared one.
   *
   * @throws FormatException {@code CHECKSUM_MISMATCH} where they differ
   */
  public void verifyHash(Progress progress) throws FormatException {
    long computed = hash(bytes, progress);
    if (computed != source.hash()) {
      int offset = source.headerSizeBytes() - Long.BYTES;
      throw FormatException.at(
              source.bytes(), offset, "compressed offload bundle", "hash", Reason.CHECKSUM_MISMATCH)
          .mismatch(
              "0x%016x, as computed from the content".formatted(computed),
              "0x%016x".formatted(source.hash()));
    }
  }

  /** The low 64 bits of the MD5 of some bytes, as LLVM's bundler computes it. */
  public static long hash(ByteView bytes, Progress progress) throws FormatException {
    MessageDigest digest = Digests.md5();
    progress.begin("Computing the hash", bytes.size(), Unit.BYTES);
    bytes.windows(progress, (window, count) -> digest.update(window, 0, count));
    return ByteView.of("MD5", digest.digest()).u64(0);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
