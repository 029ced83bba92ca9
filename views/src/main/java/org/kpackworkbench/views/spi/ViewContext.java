package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Parts of the window that a view may use. One for all views; UI thread.
 *
 * @param navigator for links to other places; selections are reported through the view's own
 *     property
 * @param background for work whose result the view shows when it arrives
 * @param jobs for long work with progress and cancel
 * @param actions the catalogue, for context menus
 * @param ownerColors the palette in force
 * @param dialogs errors, questions, choosers
 * @param pages tabs that are not one file
 * @param remembered what is kept from one start to the next
 * @param formats as what files and their parts are known
 * @param edits what lets the editor of a file make an edit
 * @param exports what takes code objects out of files; a view gets its own from {@link #export}
 * @param unsaved what was changed in the window and is not in its files
 * @param found where the last verification found something
 * @param bookmarks what the user marked, in any file
 * @param program what is known of the program around the window
 */
public record ViewContext(
    Navigator navigator,
    Background background,
    Jobs jobs,
    Actions actions,
    ObservableValue<OwnerColors> ownerColors,
    Dialogs dialogs,
    Pages pages,
    Remembered remembered,
    Formats formats,
    EditRequests edits,
    CodeObjectExport.Maker exports,
    UnsavedEdits unsaved,
    FoundPlaces found,
    Bookmarks bookmarks,
    ProgramFacts program) {

  /** Returns the user's settings for work: threads, tools, names. */
  public WorkSettings work() {
    return new WorkSettings(remembered);
  }

  /**
   * Works in the background and uses the result on the UI thread; a dialog shows a failure.
   *
   * @param problem the sentence for a failure
   */
  public <T> void run(Callable<T> task, Consumer<? super T> onResult, String problem) {
    background.run(task, onResult, failure -> dialogs.showError(problem, failure));
  }

  /** A new one that takes code objects out of files. */
  public CodeObjectExport export() {
    return exports.of(this);
  }

  /** Outside a window: no page is ever shown, and nothing remembered or extracted. */
  public ViewContext(
      Navigator navigator,
      Background background,
      Jobs jobs,
      Actions actions,
      ObservableValue<OwnerColors> ownerColors,
      Dialogs dialogs,
      Formats formats) {
    this(
        navigator,
        background,
        jobs,
        actions,
        ownerColors,
        dialogs,
        Pages.nowhere(),
        Remembered.inMemory(),
        formats,
        new EditRequests(),
        context -> CodeObjectExport.nowhere(),
        UnsavedEdits.none(),
        new FoundPlaces(),
        new Bookmarks(Remembered.inMemory()),
        ProgramFacts.NONE);
  }

  /** Changes that were made in the window and are not in its files. UI thread only. */
  @FunctionalInterface
  public interface UnsavedEdits {

    /** The view in which a file has changes that are not saved; empty if it has none. */
    Optional<EditingView> of(Path file);

    /** Outside a window: nothing is edited. */
    static UnsavedEdits none() {
      return file -> Optional.empty();
    }
  }
}
