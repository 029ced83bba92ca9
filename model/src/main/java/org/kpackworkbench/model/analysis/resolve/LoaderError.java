package org.kpackworkbench.model.analysis.resolve;

import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Results of a loader, with their numbers in its log. */
public enum LoaderError {
  SUCCESS(0, "success"),
  INVALID_ARGUMENT(1, "invalid argument"),
  FILE_NOT_FOUND(2, "file not found"),
  INVALID_FORMAT(3, "invalid format"),
  UNSUPPORTED_VERSION(4, "unsupported version"),
  KERNEL_NOT_FOUND(5, "kernel not found"),
  DECOMPRESSION_FAILED(6, "decompression failed"),
  OUT_OF_MEMORY(7, "out of memory"),
  /** Also what a loader answers that was switched off. */
  NOT_IMPLEMENTED(8, "not implemented, or disabled"),
  IO_ERROR(9, "I/O error"),
  MSGPACK_PARSE_FAILED(10, "MessagePack parse failed"),
  PATH_DISCOVERY_FAILED(11, "path discovery failed"),
  INVALID_METADATA(12, "invalid metadata"),
  ARCHIVE_NOT_FOUND(13, "archive not found"),
  ARCHITECTURE_NOT_FOUND(14, "architecture not found");

  private final int number;
  private final String words;

  LoaderError(int number, String words) {
    this.number = number;
    this.words = words;
  }

  /** The number that programs and logs show. */
  public int number() {
    return number;
  }

  /** Whether there is code, or an archive, that a loader could not use. */
  public boolean isRefusal() {
    return Set.of(
            INVALID_FORMAT,
            UNSUPPORTED_VERSION,
            DECOMPRESSION_FAILED,
            OUT_OF_MEMORY,
            IO_ERROR,
            MSGPACK_PARSE_FAILED)
        .contains(this);
  }

  /** Whether the newest runtime goes on without a device for which a loader returns this error. */
  public boolean skipsDevice() {
    return this == ARCHIVE_NOT_FOUND || this == ARCHITECTURE_NOT_FOUND;
  }

  /**
   * The error with a number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LoaderError of(int number) {
    if (number < 0 || number >= values().length) {
      throw new IllegalArgumentException("no loader answers " + number);
    }
    return values()[number];
  }

  /** Returns the loader's error for bytes that are not as they should be. */
  public static LoaderError of(FormatException failure) {
    return switch (failure.reason()) {
      case UNSUPPORTED_VERSION -> UNSUPPORTED_VERSION;
      case UNSUPPORTED -> NOT_IMPLEMENTED;
      case BAD_COMPRESSION, CHECKSUM_MISMATCH -> DECOMPRESSION_FAILED;
      case TOO_LARGE -> OUT_OF_MEMORY;
      case FILE_CHANGED, CLOSED -> IO_ERROR;
      case WRONG_MAGIC,
          TRUNCATED,
          OUT_OF_BOUNDS,
          BAD_VALUE,
          DUPLICATE_KEY,
          UNSAFE_PATH,
          NOT_FOUND ->
          INVALID_FORMAT;
    };
  }

  @Override
  public String toString() {
    return number + " (" + words + ")";
  }
}
