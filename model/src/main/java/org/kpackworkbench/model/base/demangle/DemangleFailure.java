package org.kpackworkbench.model.base.demangle;

/**
 * Thrown inside this package when a name does not follow the grammar or exceeds a limit; carries no
 * stack trace.
 */
final class DemangleFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemangleFailure(String reason) {
    super(reason, null, false, false);
  }
}
