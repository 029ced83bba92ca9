package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;

/** A disassembly that could not be made, with what to do about it in its message. */
public final class DisassemblyException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why there is none. */
  public enum Reason {
    /** No {@code llvm-objdump} was found. */
    NOT_INSTALLED,
    /** It was started and reported an error. */
    FAILED,
    /** It is too old, or was built without AMD GPUs. */
    UNKNOWN_PROCESSOR,
    /** It took too long and was stopped. */
    TIMED_OUT
  }

  private final Reason reason;

  DisassemblyException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why there is no disassembly, for programs. */
  public Reason reason() {
    return reason;
  }
}
