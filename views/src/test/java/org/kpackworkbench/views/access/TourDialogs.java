package org.kpackworkbench.views.access;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ButtonType;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.Unsaved;

/** Dialogs that are kept to be examined; the system's choosers are answered. */
final class TourDialogs implements Dialogs {
  private final TourFiles files;
  private final Deque<DialogPane> shown = new ArrayDeque<>();

  TourDialogs(TourFiles files) {
    this.files = files;
  }

  /** The next dialog that was to be shown; null for none. */
  @Nullable DialogPane next() {
    return shown.poll();
  }

  private void keep(Region content, ButtonType... buttons) {
    DialogPane pane = new DialogPane();
    pane.setContent(content);
    pane.getButtonTypes().setAll(buttons);
    shown.add(pane);
  }

  @Override
  public List<Path> chooseFiles(String title) {
    return files.chosen(title);
  }

  @Override
  public Optional<Path> chooseFolder(String title) {
    return Optional.of(files.folder());
  }

  @Override
  public Optional<Path> chooseSave(String title, String suggestedName, FileKind... kinds) {
    return Optional.of(files.output(suggestedName));
  }

  @Override
  public boolean confirm(String title, String text, String yes) {
    keep(new Label(text), new ButtonType(yes), ButtonType.CANCEL);
    return false;
  }

  @Override
  public Unsaved askUnsaved(String name) {
    return Unsaved.DISCARD;
  }

  @Override
  public void show(String title, Region content) {
    keep(content, ButtonType.CLOSE);
  }

  @Override
  public void ask(
      String title,
      Region content,
      String yes,
      ObservableValue<Boolean> possible,
      Runnable action) {
    keep(content, new ButtonType(yes), ButtonType.CANCEL);
  }

  @Override
  public void showError(String title, Throwable failure) {
    show(title, new ErrorView(title, failure));
  }
}
