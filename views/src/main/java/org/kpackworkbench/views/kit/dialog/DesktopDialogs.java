package org.kpackworkbench.views.kit.dialog;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.FileChooser.ExtensionFilter;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.theme.Themes;

/** The desktop's choosers and the program's own dialogs over a window. UI thread only. */
public final class DesktopDialogs implements Dialogs {
  private final Window owner;
  private final Themes themes;
  private @Nullable File folder;

  /** Dialogs over a window, in its theme and size. */
  public DesktopDialogs(Window owner, Themes themes) {
    this.owner = owner;
    this.themes = themes;
  }

  @Override
  public List<Path> chooseFiles(String title) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(title);
    chooser.setInitialDirectory(existingFolder());
    List<File> files = chooser.showOpenMultipleDialog(owner);
    if (files == null || files.isEmpty()) {
      return List.of();
    }
    folder = files.getFirst().getParentFile();
    return files.stream().map(File::toPath).toList();
  }

  @Override
  public Optional<Path> chooseFolder(String title) {
    DirectoryChooser chooser = new DirectoryChooser();
    chooser.setTitle(title);
    chooser.setInitialDirectory(existingFolder());
    File chosen = chooser.showDialog(owner);
    if (chosen == null) {
      return Optional.empty();
    }
    folder = chosen;
    return Optional.of(chosen.toPath());
  }

  @Override
  public Optional<Path> chooseSave(String title, String suggestedName, FileKind... kinds) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(title);
    chooser.setInitialFileName(suggestedName);
    chooser.setInitialDirectory(existingFolder());
    for (FileKind kind : kinds) {
      chooser.getExtensionFilters().add(new ExtensionFilter(kind.words(), kind.pattern()));
    }
    File chosen = chooser.showSaveDialog(owner);
    if (chosen == null) {
      return Optional.empty();
    }
    folder = chosen.getParentFile();
    return Optional.of(chosen.toPath());
  }

  @Override
  public boolean confirm(String title, String text, String yes) {
    ButtonType go = new ButtonType(yes, ButtonData.OK_DONE);
    Dialog<ButtonType> dialog = dialog(title);
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMaxWidth(480);
    dialog.getDialogPane().setContent(label);
    dialog.getDialogPane().getButtonTypes().setAll(go, ButtonType.CANCEL);
    DialogSize.whole(dialog);
    return dialog.showAndWait().filter(go::equals).isPresent();
  }

  @Override
  public Unsaved askUnsaved(String name) {
    ButtonType save = new ButtonType("Save", ButtonData.YES);
    ButtonType discard = new ButtonType("Discard Changes", ButtonData.NO);
    Dialog<ButtonType> dialog = dialog("Save %s?".formatted(name));
    Label label =
        new Label("%s has changes that are not saved. Discarded changes are lost.".formatted(name));
    label.setWrapText(true);
    label.setMaxWidth(480);
    dialog.getDialogPane().setContent(label);
    dialog.getDialogPane().getButtonTypes().setAll(save, discard, ButtonType.CANCEL);
    DialogSize.whole(dialog);
    ButtonType answer = dialog.showAndWait().orElse(ButtonType.CANCEL);
    if (answer.equals(save)) {
      return Unsaved.SAVE;
    }
    return answer.equals(discard) ? Unsaved.DISCARD : Unsaved.KEEP_OPEN;
  }

  @Override
  public void showError(String title, Throwable failure) {
    ErrorView view = new ErrorView(title, failure);
    view.setPrefSize(640, 360);
    show(title, view);
  }

  @Override
  public void show(String title, Region content) {
    Dialog<ButtonType> dialog = dialog(title);
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().getButtonTypes().setAll(ButtonType.CLOSE);
    closeByEscape(dialog.getDialogPane(), dialog::close);
    DialogSize.whole(dialog);
    dialog.show();
  }

  @Override
  public void ask(
      String title,
      Region content,
      String yes,
      ObservableValue<Boolean> possible,
      Runnable action) {
    ButtonType go = new ButtonType(yes, ButtonData.OK_DONE);
    Dialog<ButtonType> dialog = dialog(title);
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().getButtonTypes().setAll(go, ButtonType.CANCEL);
    Node button = dialog.getDialogPane().lookupButton(go);
    possible.subscribe(now -> button.setDisable(!now));
    button.addEventHandler(ActionEvent.ACTION, event -> action.run());
    closeByEscape(dialog.getDialogPane(), dialog::close);
    DialogEnter.starts(dialog.getDialogPane(), (Button) button, possible);
    DialogSize.whole(dialog);
    dialog.show();
  }

  /**
   * Closes by the first Esc. Whatever in the dialog has the focus would else take it for itself,
   * though there is nothing in it to cancel.
   */
  static void closeByEscape(Node content, Runnable close) {
    content.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            event.consume();
            close.run();
          }
        });
  }

  private Dialog<ButtonType> dialog(String title) {
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(title);
    dialog.setResizable(true);
    Scene scene = dialog.getDialogPane().getScene();
    themes.dress(scene);
    dialog.setOnHidden(event -> themes.forget(scene));
    return dialog;
  }

  private @Nullable File existingFolder() {
    return folder != null && folder.isDirectory() ? folder : null;
  }
}
