package org.kpackworkbench.model.operation.split;

/** Whether archives get a manifest ({@code .kpm}) beside them, and what it says. */
public enum KpmForm {
  /** None. */
  NONE,
  /** With sizes and numbers of kernels. */
  PLAIN,
  /** With checksums, too, which today's readers pass over. */
  WITH_SHA256
}
