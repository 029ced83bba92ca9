package org.kpackworkbench.views.window.shell;

import javafx.scene.control.TreeItem;

/** Rows of the workspace tree as tests of other packages see them. */
public final class WorkspaceRows {
  private WorkspaceRows() {}

  /** What a row says: its name, and the words beside it where there are some. */
  public static String text(TreeItem<?> item) {
    WorkspaceRow row = (WorkspaceRow) item.getValue();
    return row == null
        ? ""
        : row.detail().isEmpty() ? row.text() : row.text() + " | " + row.detail();
  }
}
