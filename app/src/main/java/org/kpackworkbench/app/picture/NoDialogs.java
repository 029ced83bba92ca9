package org.kpackworkbench.app.picture;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** Asks nothing; what went wrong is kept. */
class NoDialogs implements Dialogs {
  private @Nullable Throwable failure;

  /** The first failure that a view reported. */
  @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public List<Path> chooseFiles(String title) {
    return List.of();
  }

  @Override
  public Optional<Path> chooseFolder(String title) {
    return Optional.empty();
  }

  @Override
  public Optional<Path> chooseSave(String title, String suggestedName, FileKind... kinds) {
    return Optional.empty();
  }

  @Override
  public boolean confirm(String title, String text, String yes) {
    return false;
  }

  @Override
  public void show(String title, Region content) {}

  @Override
  public void showError(String title, Throwable why) {
    failure = failure == null ? why : failure;
  }
}
