package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** Answers given beforehand. */
final class FakeDialogs implements Dialogs {
  List<Path> files = List.of();
  Optional<Path> folder = Optional.empty();
  Optional<Path> save = Optional.empty();
  boolean yes = true;
  final List<String> questions = new ArrayList<>();
  final List<String> errors = new ArrayList<>();
  final Map<String, Region> shown = new LinkedHashMap<>();

  @Override
  public List<Path> chooseFiles(String title) {
    return files;
  }

  @Override
  public Optional<Path> chooseFolder(String title) {
    return folder;
  }

  @Override
  public Optional<Path> chooseSave(String title, String suggestedName, FileKind... kinds) {
    return save;
  }

  @Override
  public boolean confirm(String title, String text, String yesText) {
    questions.add(title);
    return yes;
  }

  @Override
  public void show(String title, Region content) {
    shown.put(title, content);
  }

  @Override
  public void showError(String title, Throwable failure) {
    errors.add(title + ": " + failure.getMessage());
  }
}
