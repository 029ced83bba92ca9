package org.kpackworkbench.model.format.kpack;

/**
 * A code object on its way into an archive: what rows name it by. Kernels with the same bytes get
 * the same ordinal. Used by the thread that writes the archive.
 */
public final class NewBlob {
  private final long originalSizeBytes;
  private final boolean copied;
  private int ordinal = -1;

  NewBlob(long originalSizeBytes) {
    this(originalSizeBytes, false);
  }

  /**
   * @param copied whether it is stored as another archive stores it
   */
  NewBlob(long originalSizeBytes, boolean copied) {
    this.originalSizeBytes = originalSizeBytes;
    this.copied = copied;
  }

  boolean copied() {
    return copied;
  }

  /** Its size before compression. */
  public long originalSizeBytes() {
    return originalSizeBytes;
  }

  /** Its index among the stored blobs; known once the archive is finished. */
  int ordinal() {
    if (ordinal < 0) {
      throw new IllegalStateException("not written yet");
    }
    return ordinal;
  }

  void ordinal(int written) {
    ordinal = written;
  }
}
