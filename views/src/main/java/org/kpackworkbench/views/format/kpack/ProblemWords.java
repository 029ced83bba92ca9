package org.kpackworkbench.views.format.kpack;

import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** What is wrong with a row, in the two or three words that a cell has room for. */
final class ProblemWords {
  private ProblemWords() {}

  static String of(Reason reason) {
    return switch (reason) {
      case WRONG_MAGIC -> "wrong signature";
      case UNSUPPORTED_VERSION, UNSUPPORTED -> "not supported";
      case TRUNCATED -> "cut off";
      case OUT_OF_BOUNDS -> "out of range";
      case BAD_VALUE -> "bad value";
      case DUPLICATE_KEY -> "duplicate";
      case UNSAFE_PATH -> "unsafe path";
      case BAD_COMPRESSION -> "bad compression";
      case CHECKSUM_MISMATCH -> "checksum differs";
      case TOO_LARGE -> "too large";
      case NOT_FOUND -> "not found";
      case FILE_CHANGED -> "file changed";
      case CLOSED -> "file closed";
    };
  }
}
