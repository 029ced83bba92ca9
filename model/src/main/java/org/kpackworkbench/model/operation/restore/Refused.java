package org.kpackworkbench.model.operation.restore;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A refusal on its way up to where the file's name is known. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final RestoreRefusal refusal;
  private final transient List<MissingCode> missing;

  Refused(RestoreRefusal refusal, String details) {
    this(refusal, details, List.of(), null);
  }

  Refused(
      RestoreRefusal refusal,
      String details,
      List<MissingCode> missing,
      @Nullable Throwable cause) {
    super(details, cause);
    this.refusal = refusal;
    this.missing = missing;
  }

  RestoreRefusal refusal() {
    return refusal;
  }

  String details() {
    return String.valueOf(getMessage());
  }

  List<MissingCode> missing() {
    return missing;
  }
}
