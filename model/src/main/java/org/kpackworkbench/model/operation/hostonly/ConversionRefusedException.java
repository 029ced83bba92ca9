package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Path;

/** A file cannot be made host-only; nothing was written. */
public final class ConversionRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;
  private final String details;

  ConversionRefusedException(Path file, Refusal refusal, String details) {
    super(
        "%s cannot be made host-only: %s%s"
            .formatted(file, refusal.words(), details.isEmpty() ? "" : " (" + details + ")"));
    this.refusal = refusal;
    this.details = details;
  }

  /** The reason, for programs. */
  public Refusal refusal() {
    return refusal;
  }

  /** What exactly was found; may be empty. */
  public String details() {
    return details;
  }
}
