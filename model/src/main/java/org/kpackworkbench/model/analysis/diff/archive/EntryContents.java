package org.kpackworkbench.model.analysis.diff.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.SameStreams;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Compares contents of rows: stored bytes as they are stored, and where these differ and at least
 * one of them is compressed, what they unpack to. Nothing large is held in memory.
 */
final class EntryContents {
  /** Up to this size contents are unpacked into memory; beyond, their checksums are compared. */
  private static final long IN_MEMORY_BYTES = 8 << 20;

  private EntryContents() {}

  /**
   * Compares two rows of the same declared size.
   *
   * @throws org.kpackworkbench.model.base.bytes.FormatException if one does not decompress
   */
  static Change compare(
      KpackArchive one, int row, KpackArchive other, int otherRow, Progress progress)
      throws IOException {
    ByteView stored = one.stored(row);
    ByteView otherStored = other.stored(otherRow);
    boolean oneScheme = one.scheme() == other.scheme();
    boolean alike =
        oneScheme
            && stored.size() == otherStored.size()
            && stored.mismatch(otherStored, Progress.NONE).isEmpty();
    if (alike && one.scheme().isCopied()) {
      return Change.SAME;
    }
    if (oneScheme && !one.scheme().isCompressed()) {
      return Change.CHANGED;
    }
    // Equal frames unpack to other bytes with another dictionary, or elsewhere in a group.
    if (!sameContent(one, row, other, otherRow, progress)) {
      return Change.CHANGED;
    }
    return alike ? Change.SAME : Change.STORED_OTHERWISE;
  }

  private static boolean sameContent(
      KpackArchive one, int row, KpackArchive other, int otherRow, Progress progress)
      throws IOException {
    long size = one.originalSizeBytes(row);
    if (size != other.originalSizeBytes(otherRow)) {
      return false;
    }
    if (size <= IN_MEMORY_BYTES) {
      ByteView content = one.load(row, IN_MEMORY_BYTES);
      return content.mismatch(other.load(otherRow, IN_MEMORY_BYTES), Progress.NONE).isEmpty();
    }
    try (InputStream content = one.content(row);
        InputStream otherContent = other.content(otherRow)) {
      return SameStreams.test(content, otherContent, progress.cancelOnly());
    }
  }

  /** The SHA-256 of what a row unpacks to. */
  static byte[] hash(KpackArchive archive, int row, Progress progress) throws IOException {
    DigestOutputStream out =
        new DigestOutputStream(OutputStream.nullOutputStream(), Digests.sha256());
    archive.declare(row);
    archive.extract(row, out, progress.cancelOnly(), Long.MAX_VALUE);
    return out.getMessageDigest().digest();
  }
}
