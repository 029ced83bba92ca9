package org.kpackworkbench.views.window.shell;

import java.util.Objects;
import org.kpackworkbench.views.spi.EditingView;

/** Lets tests of editors reach the one of the active file. */
public final class EditorAccess {
  private EditorAccess() {}

  /** Where the active file is edited. */
  public static EditingView of(Workbench workbench) {
    FileSession session = Objects.requireNonNull(workbench.files().active());
    return Objects.requireNonNull(session.editor());
  }
}
