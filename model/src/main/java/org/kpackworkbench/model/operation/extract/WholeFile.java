package org.kpackworkbench.model.operation.extract;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.BlockOutput;

/** A file that appears whole under its name, or not at all. */
record WholeFile(Path file, boolean overwrite, boolean hashed) {
  /**
   * The result.
   *
   * @param sha256 empty where it was not hashed
   * @param upToDate whether it was there already, with the same bytes, and was not written
   */
  record Written(long sizeBytes, String sha256, boolean upToDate) {}

  /** The file, not what goes into it, failed. */
  static final class WriteFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final IOException failure;

    WriteFailure(IOException failure) {
      super(failure);
      this.failure = failure;
    }

    IOException failure() {
      return failure;
    }
  }

  /**
   * Writes the file. One that is there already and may not be replaced is compared instead.
   *
   * @param progress is advanced by the bytes written
   * @throws FileAlreadyExistsException if it is there already, may not be replaced, and has other
   *     bytes
   * @throws WriteFailure if it cannot be written
   * @throws IOException what {@code content} throws
   */
  Written write(Taker<OutputStream> content, Progress progress) throws IOException {
    if (!overwrite && Files.isRegularFile(file)) {
      return compared(content, progress);
    }
    checkFree();
    try (ReplacingFile replacing = start()) {
      Counted counted =
          new Counted(Channels.newOutputStream(replacing.channel()), hashed, progress);
      try (OutputStream out = counted) {
        content.take(out);
      }
      checkFree();
      name(replacing);
      return counted.written(false);
    }
  }

  private Written compared(Taker<OutputStream> content, Progress progress) throws IOException {
    try (InputStream there = Files.newInputStream(file)) {
      Compared compared = new Compared(there);
      Counted counted = new Counted(compared, hashed, progress);
      try (OutputStream out = counted) {
        content.take(out);
      } catch (WriteFailure other) {
        throw other.failure() instanceof OtherBytes
            ? new FileAlreadyExistsException(file.toString(), null, "with other content")
            : other;
      }
      if (there.read() >= 0) {
        throw new FileAlreadyExistsException(file.toString(), null, "with other content");
      }
      return counted.written(true);
    }
  }

  /** A file that is there has other bytes. */
  private static final class OtherBytes extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** Takes just the bytes that a file has. */
  private static final class Compared extends BlockOutput {
    private final InputStream there;

    Compared(InputStream there) {
      this.there = there;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      byte[] own = there.readNBytes(length);
      if (own.length < length || !Arrays.equals(own, 0, length, bytes, offset, offset + length)) {
        throw new OtherBytes();
      }
    }
  }

  private void checkFree() throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    // A folder or /dev/null must not be replaced by a code object.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      String what = Files.isDirectory(file) ? "it is a folder" : "it is not a regular file";
      throw new WriteFailure(new FileSystemException(file.toString(), null, what));
    }
    if (!overwrite) {
      throw new FileAlreadyExistsException(file.toString());
    }
  }

  private ReplacingFile start() throws IOException {
    try {
      return ReplacingFile.createInFolder(file, overwrite);
    } catch (FileAlreadyExistsException meanwhile) {
      throw meanwhile;
    } catch (IOException failure) {
      throw new WriteFailure(failure);
    }
  }

  private void name(ReplacingFile replacing) throws IOException {
    try {
      replacing.commit();
    } catch (FileAlreadyExistsException meanwhile) {
      throw new FileAlreadyExistsException(file.toString());
    } catch (IOException failure) {
      throw new WriteFailure(failure);
    }
  }

  /**
   * Hashes and counts what passes, and distinguishes failures of the file from those of its source.
   */
  private static final class Counted extends BlockOutput {
    private final OutputStream out;
    private final Progress progress;
    private final @Nullable MessageDigest digest;
    private long sizeBytes;

    Counted(OutputStream out, boolean hashed, Progress progress) {
      this.out = new BufferedOutputStream(out, 1 << 16);
      this.digest = hashed ? Digests.sha256() : null;
      this.progress = progress;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException failure) {
        throw new WriteFailure(failure);
      }
      if (digest != null) {
        digest.update(bytes, offset, length);
      }
      sizeBytes += length;
      progress.step(length);
    }

    Written written(boolean upToDate) {
      String sum = digest == null ? "" : HexText.of(digest.digest());
      return new Written(sizeBytes, sum, upToDate);
    }

    @Override
    public void close() throws IOException {
      try {
        out.close();
      } catch (IOException failure) {
        throw new WriteFailure(failure);
      }
    }
  }
}
