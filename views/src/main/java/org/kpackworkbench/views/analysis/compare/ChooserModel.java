package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The paths that are to be compared, as a user types, chooses or drops them: two fields, and more
 * on request. Knows no nodes; UI thread only.
 */
final class ChooserModel {
  private static final int FEWEST = 2;
  private static final String HOME = "~/";

  private final Background background;
  private final ObservableList<PathField> fields = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper ready = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper blank = new ReadOnlyBooleanWrapper(true);

  ChooserModel(Background background) {
    this.background = background;
    clear();
  }

  /** A path, and the kind of file there. */
  final class PathField {
    private final StringProperty text = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper words = new ReadOnlyStringWrapper("");
    private int looked;

    PathField() {
      text.subscribe(this::changed);
    }

    /** Returns the typed text. */
    StringProperty textProperty() {
      return text;
    }

    /**
     * The kind of file there: a size, {@code folder}, {@code not found}; empty while that is not
     * known.
     */
    ReadOnlyStringProperty wordsProperty() {
      return words.getReadOnlyProperty();
    }

    boolean isBlank() {
      return text.get().isBlank();
    }

    /** The path; empty if there is none, or it is no path of this system. */
    Optional<Path> path() {
      String typed = text.get().strip();
      String full =
          typed.startsWith(HOME)
              ? System.getProperty("user.home") + typed.substring(HOME.length() - 1)
              : typed;
      try {
        return full.isEmpty()
            ? Optional.empty()
            : Optional.of(Path.of(full).toAbsolutePath().normalize());
      } catch (InvalidPathException notOfThisSystem) {
        return Optional.empty();
      }
    }

    private void changed() {
      update();
      int mine = ++looked;
      Path path = path().orElse(null);
      if (path == null) {
        words.set(isBlank() ? "" : "not a path");
        return;
      }
      background.run(
          () -> wordsOf(path),
          found -> {
            if (mine == looked) {
              words.set(found);
            }
          },
          failure -> words.set("cannot be read"));
    }

    private static String wordsOf(Path path) throws IOException {
      return Files.isDirectory(path)
          ? "folder"
          : Files.exists(path) ? SizeText.of(Files.size(path)) : "not found";
    }
  }

  /** The fields, at least two. */
  ObservableList<PathField> fields() {
    return fields;
  }

  /** Whether there are two paths or more, and nothing that is none. */
  ReadOnlyBooleanProperty readyProperty() {
    return ready.getReadOnlyProperty();
  }

  /** Whether nothing was chosen yet. */
  ReadOnlyBooleanProperty blankProperty() {
    return blank.getReadOnlyProperty();
  }

  /** Returns the paths to be compared. */
  List<Path> paths() {
    return fields.stream().flatMap(field -> field.path().stream()).toList();
  }

  /** One field more. */
  PathField more() {
    PathField field = new PathField();
    fields.add(field);
    update();
    return field;
  }

  /** Takes a field away; of the last two it only clears it. */
  void remove(PathField field) {
    if (fields.size() > FEWEST) {
      fields.remove(field);
    } else {
      field.text.set("");
    }
    update();
  }

  /** Puts paths where nothing is yet, and into further fields. */
  void add(List<Path> paths) {
    for (Path path : paths) {
      PathField free = fields.stream().filter(PathField::isBlank).findFirst().orElseGet(this::more);
      free.text.set(path.toString());
    }
  }

  /** Puts the first path into a field, the others where nothing is. */
  void put(PathField field, List<Path> paths) {
    if (!paths.isEmpty()) {
      field.text.set(paths.getFirst().toString());
      add(paths.subList(1, paths.size()));
    }
  }

  /** The other way round. */
  void swap() {
    List<String> texts = new ArrayList<>(fields.stream().map(field -> field.text.get()).toList());
    for (int at = 0; at < fields.size(); at++) {
      fields.get(at).text.set(texts.get(fields.size() - 1 - at));
    }
  }

  /** Two empty fields again. */
  void clear() {
    fields.setAll(List.of(new PathField(), new PathField()));
    update();
  }

  private void update() {
    long typed = fields.stream().filter(field -> !field.isBlank()).count();
    blank.set(typed == 0);
    ready.set(typed >= FEWEST && paths().size() == typed);
  }
}
