package org.kpackworkbench.model.operation.hostonly;

/** A refusal on its way up to where the file's name is known. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  Refused(Refusal refusal, String details) {
    super(details);
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }

  String details() {
    return String.valueOf(getMessage());
  }
}
