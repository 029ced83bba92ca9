package org.kpackworkbench.views.kit.dialog;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.kit.control.Controls;

/** All questions and messages to the user; an interface, so that tests answer. */
public interface Dialogs {

  /** A kind of file for a chooser, such as {@code ("PNG picture", "*.png")}. */
  record FileKind(String words, String pattern) {}

  /** Asks for files to open; empty if the user changed his mind. */
  List<Path> chooseFiles(String title);

  /** Asks for a folder. */
  Optional<Path> chooseFolder(String title);

  /** Like {@link #chooseFolder(String)}, beginning in the folder of a file. */
  default Optional<Path> chooseFolderNear(Path file, String title) {
    return chooseFolder(title);
  }

  /** Asks where to write a file. The chooser itself asks before overwriting. */
  Optional<Path> chooseSave(String title, String suggestedName, FileKind... kinds);

  /** Asks whether to do something; {@code yes} is what the button that does it says. */
  boolean confirm(String title, String text, String yes);

  /** Text about a file before its changes are lost. */
  String UNSAVED = "It has changes that are not saved.";

  /** Asks what to do with unsaved changes before a file is closed. */
  default Unsaved askUnsaved(String name) {
    return confirm("Save %s?".formatted(name), UNSAVED + " They are kept open otherwise.", "Save")
        ? Unsaved.SAVE
        : Unsaved.KEEP_OPEN;
  }

  /** Shows something to read, with a button that closes it. Returns at once. */
  void show(String title, Region content);

  /**
   * Shows something to fill in, with a button that does what was filled in and one that does not.
   * Returns at once.
   *
   * @param yes what the button that does it says
   * @param possible whether it can be done as it is filled in
   */
  default void ask(
      String title,
      Region content,
      String yes,
      ObservableValue<Boolean> possible,
      Runnable action) {
    Button go = Controls.named(new Button(yes), "dialog-yes");
    possible.subscribe(now -> go.setDisable(!now));
    go.setOnAction(event -> action.run());
    show(title, new VBox(content, go));
  }

  /** Reports a failure, with all its details. */
  void showError(String title, Throwable failure);
}
