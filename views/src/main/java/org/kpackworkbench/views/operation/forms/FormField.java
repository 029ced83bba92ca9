package org.kpackworkbench.views.operation.forms;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.describe.Option;

/**
 * An option to fill in, and what is wrong with it. Whatever its control is, what is filled in is
 * text as on a command line, one value a line. UI thread only.
 *
 * @param <T> the option's values
 */
final class FormField<T> {
  private static final String YES = "true";

  private final Option<T> option;
  private final StringProperty value = new SimpleStringProperty("");
  private final ReadOnlyBooleanWrapper missing = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");

  FormField(Option<T> option) {
    this.option = option;
    @Nullable T usual = option.usual();
    if (usual != null) {
      choose(usual);
    }
  }

  Option<T> option() {
    return option;
  }

  StringProperty valueProperty() {
    return value;
  }

  /** Returns the problem with the field, in a sentence; empty if there is none. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Returns the input, without blanks around it. */
  String text() {
    return value.get() == null ? "" : value.get().strip();
  }

  void set(String text) {
    value.set(text);
  }

  /** Fills a value in. */
  void choose(T chosen) {
    set(String.join("\n", option.kind().write(chosen)));
  }

  /** Turns a switch on or off. */
  void turn(boolean on) {
    set(on ? YES : "");
  }

  /** Whether a switch is on. */
  boolean isOn() {
    return text().equals(YES);
  }

  /** Whether the problem is only that something is still to be filled in. */
  ReadOnlyBooleanProperty missingProperty() {
    return missing.getReadOnlyProperty();
  }

  void problem(String sentence) {
    missing.set(false);
    problem.set(sentence);
  }

  void problem(WrongInput wrong) {
    missing.set(wrong.missing);
    problem.set(wrong.sentence());
  }

  WrongInput wrong(String sentence) {
    return new WrongInput(this, sentence, false);
  }

  WrongInput missing(String sentence) {
    return new WrongInput(this, sentence, true);
  }

  /** The value that is filled in; paths are absolute. */
  T read() throws WrongInput {
    List<String> texts = new ArrayList<>();
    for (String line : option.kind().isSeveral() ? text().lines().toList() : List.of(text())) {
      if (!line.isBlank()) {
        texts.add(isPath() ? absolute(line.strip()) : line.strip());
      }
    }
    if (texts.isEmpty()) {
      @Nullable T usual = option.usual();
      if (usual == null) {
        throw missing(option.missing());
      }
      return usual;
    }
    try {
      return option.kind().read(texts);
    } catch (IllegalArgumentException wrong) {
      String words = String.valueOf(wrong.getMessage());
      throw wrong(Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".");
    }
  }

  private boolean isPath() {
    return option.kind().shape().isPath();
  }

  private String absolute(String text) throws WrongInput {
    try {
      return Path.of(text).toAbsolutePath().normalize().toString();
    } catch (InvalidPathException wrong) {
      throw wrong("“%s” is not a path on this system: %s.".formatted(text, wrong.getReason()));
    }
  }

  /** Makes sure that it can be part of a file's name. */
  void checkName(String what) throws WrongInput {
    String text = text();
    if (text.indexOf('/') >= 0 || text.indexOf('\\') >= 0 || text.indexOf('\0') >= 0) {
      throw wrong("The %s becomes part of a file's name: no slashes.".formatted(what));
    }
  }

  /** Signals an input that cannot be meant. */
  static final class WrongInput extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient FormField<?> field;
    private final boolean missing;

    WrongInput(FormField<?> field, String sentence, boolean missing) {
      super(sentence);
      this.missing = missing;
      this.field = field;
    }

    FormField<?> field() {
      return field;
    }

    String sentence() {
      return String.valueOf(getMessage());
    }
  }
}
