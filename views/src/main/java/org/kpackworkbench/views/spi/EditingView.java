package org.kpackworkbench.views.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A view in which its file can be changed. The window offers to save, marks the file, and asks
 * before changes would be lost. UI thread only.
 */
public interface EditingView extends DocumentView {

  /** Whether there are changes that are not in the file. */
  ObservableValue<Boolean> unsaved();

  /** Passes on the current contents for writing, after pending changes are made. */
  void draft(Consumer<? super Draft> ready);

  /** Whether it can be saved as another file, see {@link #draftAs}. */
  default boolean savesAs() {
    return false;
  }

  /** Like {@link #draft}, for another file, which is what is changed from then on. */
  default void draftAs(Path target, Consumer<? super Draft> ready) {
    throw new UnsupportedOperationException(id());
  }

  /**
   * Whether the other views of the file are made again after it was saved, because they show what
   * is in the file. This one stays.
   */
  default boolean readAgainWhenSaved() {
    return false;
  }

  /** Whether changes can be made again on a file that another program has written meanwhile. */
  default boolean keepsEdits() {
    return false;
  }

  /**
   * Makes the changes again on the file as it is now. The view itself reports what cannot be
   * written.
   *
   * @param kept called where that was done: the file is then read again, and this view stays
   */
  default void keepEdits(Runnable kept) {
    throw new UnsupportedOperationException(id());
  }

  /** The changes are not wanted: nothing of them remains for a next time. */
  default void discard(Runnable done) {
    done.run();
  }

  /** The view stayed while its file was read again: this is the file as it is now. */
  default void readAgain(OpenedFile file) {}

  /** Returns the notices above all views of the file, such as changes that can be recovered. */
  default ObservableList<Node> notices() {
    return FXCollections.emptyObservableList();
  }

  /** Contents of a file at one time. */
  interface Draft {
    /**
     * Writes them, whole or not at all. In the background.
     *
     * @throws java.util.concurrent.CancellationException when cancelled
     */
    void write(Progress progress) throws IOException;

    /**
     * Called when the contents were written: the view is compared with them from here on.
     *
     * @param noted called once that is so
     */
    void written(Runnable noted);

    /** Called when the contents were not written, and will not be. */
    default void notWritten() {}
  }
}
