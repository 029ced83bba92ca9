package org.kpackworkbench.model.base.unpack;

import java.io.IOException;

/**
 * Packed data that does not unpack. Says nothing of where it lies: the caller knows that, and makes
 * a {@link org.kpackworkbench.model.base.bytes.FormatException} of it.
 */
public final class UnpackException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The kinds of faults of packed data. */
  public enum Fault {
    /** Data that the method does not make. */
    BROKEN,
    /** Data that ends too early. */
    TRUNCATED,
    /** Its content has another checksum than the one in it. */
    CHECKSUM,
    /** There is more content than there is room for. */
    MORE
  }

  private final Fault fault;

  UnpackException(Fault fault, Throwable cause) {
    super(words(fault), cause);
    this.fault = fault;
  }

  /** Libraries have other words for it, which say nothing to people who do not know them. */
  private static String words(Fault fault) {
    return switch (fault) {
      case TRUNCATED -> "an end inside it";
      case BROKEN -> "bytes that no compressor writes";
      case CHECKSUM -> "content with another checksum";
      case MORE -> "more content than there should be";
    };
  }

  /** Returns the kind of the fault. */
  public Fault fault() {
    return fault;
  }

  /** Whether it is the checksum. */
  public boolean isChecksum() {
    return fault == Fault.CHECKSUM;
  }
}
