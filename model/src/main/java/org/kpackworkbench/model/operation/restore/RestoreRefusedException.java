package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Device code cannot be put back; nothing was written. */
public final class RestoreRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final RestoreRefusal refusal;
  private final String details;
  private final transient List<MissingCode> missing;
  private final transient List<SearchedPath> searched;

  RestoreRefusedException(
      Path file,
      RestoreRefusal refusal,
      String details,
      List<MissingCode> missing,
      List<SearchedPath> searched,
      @Nullable Throwable cause) {
    super(
        "Device code cannot be put back into %s: %s%s"
            .formatted(file, refusal.words(), details.isEmpty() ? "" : " (" + details + ")"),
        cause);
    this.refusal = refusal;
    this.details = details;
    this.missing = missing;
    this.searched = searched;
  }

  /** The reason, for programs. */
  public RestoreRefusal refusal() {
    return refusal;
  }

  /** What exactly was found; may be empty. */
  public String details() {
    return details;
  }

  /** What no archive has, where that is the reason. */
  public List<MissingCode> missing() {
    return missing;
  }

  /** Where archives were looked for. */
  public List<SearchedPath> searched() {
    return searched;
  }
}
