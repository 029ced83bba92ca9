package org.kpackworkbench.app.cli;

/** A command cannot go on; the message says why, for people. */
final class CliException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  CliException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The request cannot be done. */
  static CliException failed(String message) {
    return new CliException(ExitStatus.FAILED, message);
  }

  /** The requested item does not exist. */
  static CliException notFound(String message) {
    return new CliException(ExitStatus.FINDINGS, message);
  }

  int status() {
    return status;
  }
}
