package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * Name, size and time stamp by which a file is known again.
 *
 * @param path absolute
 * @param sizeBytes its size
 * @param modifiedNanos when it was last written, since 1970, in nanoseconds
 */
public record FileStamp(Path path, long sizeBytes, long modifiedNanos) {

  /** A file as it is now. */
  public static FileStamp of(Path path) throws IOException {
    BasicFileAttributes facts = Files.readAttributes(path, BasicFileAttributes.class);
    return new FileStamp(
        path.toAbsolutePath(), facts.size(), facts.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  /** Whether the file is still the same. */
  public boolean unchanged() throws IOException {
    try {
      return of(path).equals(this);
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  /**
   * Checks that the file is unchanged.
   *
   * @param advice what to do where it is not
   * @throws FormatException {@code FILE_CHANGED}
   */
  void require(String advice) throws IOException {
    if (!unchanged()) {
      throw FormatException.in(path.toString(), "file", "", Reason.FILE_CHANGED)
          .expected("the file as it was opened, with " + sizeBytes + " bytes")
          .found(Files.exists(path) ? "a file that was written since" : "no file")
          .advice(advice)
          .build();
    }
  }

  /** The file's own name. */
  public String fileName() {
    return String.valueOf(path.getFileName());
  }
}
