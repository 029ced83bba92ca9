package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.HexText;

/**
 * Files that {@link PackDatabase} copies beside its archives, and {@link UnpackDatabase} takes from
 * there. XZ leaves open how the same bytes are compressed, and its encoders differ from version to
 * version: from the code objects alone no such file gets the bytes that it had.
 */
final class KeptFiles {
  private static final String FOLDER = "kept";

  private KeptFiles() {}

  /** The folder of such files. */
  static Path folder(Path archives) {
    return archives.resolve(FOLDER);
  }

  /**
   * Where such a file is.
   *
   * @param archives the folder of the archives
   * @param path of the file, below what was packed
   */
  static Path of(Path archives, Path path) {
    return folder(archives).resolve(path);
  }

  /** The SHA-256 of a file, in hexadecimal digits. */
  static String sum(Path file, Progress progress) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return HexText.of(FileCopy.digest(in, Digests.sha256(), progress.cancelOnly()));
    }
  }

  /**
   * Copies a file, which may be in a package.
   *
   * @param to is not there yet
   * @return the SHA-256 of the bytes, in hexadecimal digits
   */
  static String copy(Path from, Path to, Progress progress) throws IOException {
    Files.createDirectories(Objects.requireNonNull(to.getParent()));
    try (InputStream in = Files.newInputStream(from);
        OutputStream out =
            Channels.newOutputStream(
                NamedChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      return HexText.of(FileCopy.bytes(in, out, Digests.sha256(), progress.cancelOnly()));
    }
  }
}
