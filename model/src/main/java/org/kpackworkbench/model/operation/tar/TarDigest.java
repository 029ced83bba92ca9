package org.kpackworkbench.model.operation.tar;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.HexText;

/**
 * The digest that travels beside a packed artifact, in a file of its name and {@code .sha256sum}:
 * its first word is the SHA-256 of the packed file, as {@code sha256sum} writes it.
 */
public final class TarDigest {
  /** The ending of a digest's file name, behind that of the packed file. */
  public static final String ENDING = ".sha256sum";

  private static final int DIGITS = 64;

  private TarDigest() {}

  /** Where the digest of a packed file is, or would be. */
  public static Path beside(Path packed) {
    return packed.resolveSibling(packed.getFileName() + ENDING);
  }

  /**
   * Writes the digest of a packed file, with the file's time; replaces an older digest.
   *
   * @param packed the file as it is now
   * @return where the digest is
   */
  public static Path write(Path packed, Progress progress) throws IOException {
    Path target = beside(packed);
    String line = "%s  %s\n".formatted(digest(packed, progress), packed.getFileName());
    try (ReplacingFile file = ReplacingFile.create(target, true)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(line);
      while (bytes.hasRemaining()) {
        file.channel().write(bytes);
      }
      Files.setLastModifiedTime(file.temporary(), Files.getLastModifiedTime(packed));
      file.commit();
    }
    return target;
  }

  /**
   * Compares a packed file with the digest beside it, if there is one.
   *
   * @throws FormatException if they differ, or there is no digest in the file beside it
   */
  static void check(Path packed, Progress progress) throws IOException {
    Path beside = beside(packed);
    if (!Files.isRegularFile(beside, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    byte[] start;
    try (InputStream in = Files.newInputStream(beside)) {
      start = in.readNBytes(DIGITS + 1);
    }
    String stated = new String(start, StandardCharsets.ISO_8859_1).strip();
    if (!stated.matches("[0-9a-fA-F]{%d}".formatted(DIGITS))) {
      throw FormatException.in(beside.toString(), "digest", "SHA-256", Reason.BAD_VALUE)
          .expected("%d hexadecimal digits as the first word".formatted(DIGITS))
          .found("something else")
          .advice("Fetch it again, or remove it to read the packed file unchecked.")
          .build();
    }
    String found = digest(packed, progress);
    if (!found.equals(stated.toLowerCase(Locale.ROOT))) {
      throw FormatException.in(packed.toString(), "tar", "SHA-256", Reason.CHECKSUM_MISMATCH)
          .expected("%s, as %s says".formatted(stated, beside.getFileName()))
          .found(found)
          .advice("Fetch both files again.")
          .build();
    }
  }

  private static String digest(Path file, Progress progress) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return HexText.of(FileCopy.digest(in, Digests.sha256(), progress.cancelOnly()));
    }
  }
}
