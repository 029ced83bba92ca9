package org.kpackworkbench.views.extend;

import java.io.IOException;
import javafx.beans.value.ObservableValue;

/**
 * A view in which its file can be changed. The window offers to save, marks the file, and asks
 * before changes would be lost. UI thread only.
 */
public interface EditingView extends DocumentView {

  /** Whether there are changes that are not in the file. */
  ObservableValue<Boolean> unsaved();

  /** What is there now, to be written. */
  Draft draft();

  /**
   * Whether the other views of the file are made anew after it was saved, because they show what is
   * in the file. The view's factory then makes a view that goes on where this one was.
   */
  default boolean readAgainWhenSaved() {
    return false;
  }

  /** Contents of a file at one time. */
  interface Draft {
    /** Writes them, whole or not at all. In the background. */
    void write() throws IOException;

    /** They were written: what is in the view now is compared with them from here on. */
    void written();
  }
}
