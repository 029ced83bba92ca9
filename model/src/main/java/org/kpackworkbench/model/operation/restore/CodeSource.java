package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/**
 * A code object in an archive.
 *
 * @param path the archive's path
 * @param archive the archive
 * @param number the archive's number among those that are searched
 * @param row its row there
 */
record CodeSource(Path path, KpackArchive archive, int number, int row) implements Code {
  /** A key that is equal for the same code object, without reading it. */
  record Stored(int archive, int ordinal) {}

  @Override
  public Stored stored() {
    return new Stored(number, archive.ordinal(row).orElse(-1));
  }

  @Override
  public long sizeBytes() throws FormatException {
    return archive.entry(row).originalSizeBytes();
  }

  @Override
  public void writeTo(OutputStream out, Progress progress) throws IOException {
    try {
      archive.extract(row, out, progress, sizeBytes());
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      throw new Refused(
          RestoreRefusal.CODE_OBJECT_DAMAGED,
          String.valueOf(failure.getMessage()),
          List.of(),
          failure);
    }
  }

  /** Whether another archive has the same bytes. */
  boolean sameAs(CodeSource other, Progress progress) throws IOException {
    if (stored().equals(other.stored())) {
      return true;
    }
    if (sizeBytes() != other.sizeBytes()) {
      return false;
    }
    boolean alike =
        archive.scheme() == other.archive.scheme()
            && archive.scheme().isCopied()
            && archive
                .stored(row)
                .mismatch(other.archive.stored(other.row), Progress.NONE)
                .isEmpty();
    return alike || Arrays.equals(hash(progress), other.hash(progress));
  }

  private byte[] hash(Progress progress) throws IOException {
    MessageDigest digest = Digests.sha256();
    writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest), progress);
    return digest.digest();
  }
}
