package org.kpackworkbench.model.format.registry;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.text.SizeText;

/**
 * A Git LFS pointer: a few lines of text in the place of a large file that was not fetched.
 *
 * @param oid the file's hash with its method, e.g. {@code sha256:4d7a…}
 * @param sizeBytes the size of the file; -1 if the pointer does not state one that a file can have
 */
public record LfsPointer(String oid, long sizeBytes) {
  /** Start of pointers. */
  static final String START = NotFetched.START;

  /** Pointers are smaller than this by their specification. */
  static final int MOST_BYTES = NotFetched.MOST_BYTES;

  private static final Pattern OID =
      Pattern.compile("^oid ([a-z0-9]{1,20}:[0-9a-fA-F]{1,128})\r?$", Pattern.MULTILINE);
  private static final Pattern SIZE = Pattern.compile("^size ([0-9]{1,30})\r?$", Pattern.MULTILINE);

  /** The pointer that a file is; empty if it is none. */
  public static Optional<LfsPointer> of(ByteView bytes) throws FormatException {
    return bytes.size() >= MOST_BYTES
        ? Optional.empty()
        : of(
            new String(
                bytes.bytes(0, (int) bytes.size()), java.nio.charset.StandardCharsets.UTF_8));
  }

  static Optional<LfsPointer> of(String text) {
    Matcher oid = OID.matcher(text);
    if (!text.startsWith(START) || !oid.find()) {
      return Optional.empty();
    }
    Matcher size = SIZE.matcher(text);
    return Optional.of(new LfsPointer(oid.group(1), size.find() ? sizeOf(size.group(1)) : -1));
  }

  private static long sizeOf(String digits) {
    BigInteger size = new BigInteger(digits);
    return size.bitLength() < Long.SIZE ? size.longValue() : -1;
  }

  /**
   * Returns the represented file in words, e.g. {@code Git LFS pointer to sha256:4d7a… (12 MB)}.
   */
  public String words() {
    return "%s to %s, %s"
        .formatted(
            NamedFormat.LFS_POINTER.words(),
            oid,
            sizeBytes < 0 ? "of unknown size" : SizeText.of(sizeBytes));
  }
}
