package org.kpackworkbench.model.base.unpack;

import java.io.IOException;

/**
 * Packed data that does not unpack. Says nothing of where it lies: the caller knows that, and makes
 * a {@link org.kpackworkbench.model.base.bytes.FormatException} of it.
 */
public final class UnpackException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Fault {
    /** It is not what the method makes. */
    BROKEN,
    /** It ends too early. */
    TRUNCATED,
    /** Its content has another checksum than the one in it. */
    CHECKSUM,
    /** There is more content than there is room for. */
    MORE
  }

  private final Fault fault;

  UnpackException(Fault fault, Throwable cause) {
    super(cause.getMessage(), cause);
    this.fault = fault;
  }

  UnpackException(Fault fault, String message) {
    super(message);
    this.fault = fault;
  }

  /** What is wrong. */
  public Fault fault() {
    return fault;
  }

  /** Whether it is the checksum. */
  public boolean isChecksum() {
    return fault == Fault.CHECKSUM;
  }
}
