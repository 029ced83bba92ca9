package org.kpackworkbench.views.operation.forms;

/** What becomes of a file, or of what is in it. */
enum Fate {
  WRITTEN("+", "new"),
  REPLACED("⚠", "replaced"),
  BLOCKED("✖", "there already"),
  CONVERTED("→", "host-only"),
  RESTORED("→", "fat again"),
  COPIED("=", "copied"),
  REFUSED("⚠", "not converted"),
  LEFT_OUT("−", "not kept"),
  THROWN_AWAY("⚠", "thrown away"),
  READ("·", "read"),
  NOT_FOUND("·", "not found"),
  MISSING("⚠", "missing"),
  PASSED("=", "passed through"),
  SKIPPED("−", "skipped"),
  CONFLICT("✖", "conflict"),
  FAILED("✖", "failed");

  private final String sign;
  private final String words;

  Fate(String sign, String words) {
    this.sign = sign;
    this.words = words;
  }

  /** Sign and words, as tables show them. */
  String text() {
    return sign + " " + words;
  }

  String words() {
    return words;
  }

  /** Whether it should be looked at before anything is done. */
  boolean matters() {
    return switch (this) {
      case REPLACED, BLOCKED, REFUSED, THROWN_AWAY, MISSING, CONFLICT, FAILED -> true;
      default -> false;
    };
  }
}
