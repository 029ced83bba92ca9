package org.kpackworkbench.views.window.shell;

import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.spi.WorkspaceNode;

/** A row of the workspace tree. */
sealed interface WorkspaceRow {

  /** Where it leads. */
  Place place();

  String text();

  String detail();

  /** Whether a click goes anywhere. */
  default boolean leads() {
    return true;
  }

  /** An open file. */
  record File(FileSession session) implements WorkspaceRow {
    @Override
    public Place place() {
      return session.place();
    }

    @Override
    public String text() {
      return session.titleProperty().get();
    }

    @Override
    public String detail() {
      return switch (session.state()) {
        case LOADING -> "opening…";
        case FAILED -> "not opened";
        case OPEN, CLOSED -> "";
      };
    }
  }

  /** Something in a file. */
  record Inside(WorkspaceNode node) implements WorkspaceRow {
    @Override
    public Place place() {
      return node.place();
    }

    @Override
    public String text() {
      return node.text();
    }

    @Override
    public String detail() {
      return node.detail();
    }
  }

  /** The rows here could not be read. */
  record Failed(Place place, Throwable failure) implements WorkspaceRow {
    @Override
    public String text() {
      return "⚠ " + ErrorText.of(failure).what();
    }

    @Override
    public String detail() {
      return "";
    }

    @Override
    public boolean leads() {
      return false;
    }
  }
}
