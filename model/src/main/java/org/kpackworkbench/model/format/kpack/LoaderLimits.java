package org.kpackworkbench.model.format.kpack;

import java.util.Optional;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.text.ShellText;

/**
 * Limits of a compressed archive for loaders to open it; readers show more. Uncompressed archives
 * have no such limits.
 *
 * @param mostAreaBytes the largest blob area
 * @param mostFrames the largest number of frames
 */
public record LoaderLimits(long mostAreaBytes, long mostFrames) {
  /** Advice about an archive that a loader cannot read. */
  public static final String INSTALL_AGAIN = "Verify it, and install it again.";

  /** Advice about an archive whose blob area is not inside the file. */
  public static final String CUT_OFF = "The file may have been cut off; get or write it again.";

  /** Those of loaders that ship. */
  public static final LoaderLimits SHIPPING = new LoaderLimits(4L << 30, 1 << 20);

  /** None, for archives that no loader is to open. */
  public static final LoaderLimits NONE = new LoaderLimits(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Returns advice about an archive beyond the limits. */
  public static String advice(Object file) {
    return "Make one archive for each target, or store it uncompressed: "
        + ShellText.command("edit", file, Stream.of("--compression", "none", "--force"));
  }

  /**
   * Returns the problem of a blob area beyond the limit.
   *
   * @param bytes its size, as an unsigned number
   * @return a sentence without a full stop; empty where loaders take it
   */
  public Optional<String> beyondArea(long bytes) {
    return Long.compareUnsigned(bytes, mostAreaBytes) <= 0
        ? Optional.empty()
        : Optional.of(
            "its blob area has %s bytes; loaders take %s at most"
                .formatted(
                    Long.toUnsignedString(bytes),
                    mostAreaBytes % (1L << 30) == 0
                        ? mostAreaBytes / (1L << 30) + " GiB"
                        : mostAreaBytes + " bytes"));
  }

  /**
   * Returns the problem of a number of frames beyond the limit.
   *
   * @return a sentence without a full stop; empty where loaders take it
   */
  public Optional<String> beyondFrames(long count) {
    return count <= mostFrames
        ? Optional.empty()
        : Optional.of("it has %d frames; loaders take %d at most".formatted(count, mostFrames));
  }
}
