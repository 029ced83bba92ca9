package org.kpackworkbench.views.window.standard;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.Unsaved;

/** Dialogs whose answers were given beforehand, and which remember what they were to show. */
public class AnsweredDialogs implements Dialogs {
  public List<Path> files = List.of();
  public Optional<Path> folder = Optional.empty();
  public Optional<Path> save = Optional.empty();
  public Unsaved unsaved = Unsaved.SAVE;
  public boolean confirmed = true;
  public final List<String> asked = new ArrayList<>();
  public final List<String> confirms = new ArrayList<>();
  public final List<Path> near = new ArrayList<>();
  public final List<String> errors = new ArrayList<>();
  public final Map<String, Region> shown = new LinkedHashMap<>();

  @Override
  public List<Path> chooseFiles(String title) {
    return files;
  }

  @Override
  public Optional<Path> chooseFolderNear(Path file, String title) {
    near.add(file);
    return folder;
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
  public boolean confirm(String title, String text, String yes) {
    confirms.add("%s|%s|%s".formatted(title, text, yes));
    return confirmed;
  }

  @Override
  public Unsaved askUnsaved(String name) {
    asked.add(name);
    return unsaved;
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
