package org.kpackworkbench.views.operation.forms;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** Text to fill in, and what is wrong with it. UI thread only. */
final class FormField {
  private final StringProperty value = new SimpleStringProperty(this, "value", "");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper(this, "problem", "");

  FormField(String text) {
    value.set(text);
  }

  StringProperty valueProperty() {
    return value;
  }

  /** What is wrong with it, in a sentence; empty where nothing is. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** What was filled in, without blanks around it. */
  String text() {
    return value.get() == null ? "" : value.get().strip();
  }

  void set(String text) {
    value.set(text);
  }

  void problem(String sentence) {
    problem.set(sentence);
  }

  WrongInput wrong(String sentence) {
    return new WrongInput(this, sentence);
  }

  /** The text, which must be there. */
  String needed(String otherwise) throws WrongInput {
    if (text().isEmpty()) {
      throw wrong(otherwise);
    }
    return text();
  }

  /** The path that it spells, absolute. */
  Path path(String otherwise) throws WrongInput {
    String text = needed(otherwise);
    try {
      return Path.of(text).toAbsolutePath().normalize();
    } catch (InvalidPathException wrong) {
      throw wrong("“%s” is no path on this system: %s.".formatted(text, wrong.getReason()));
    }
  }

  /** The whole number that it spells. */
  int number(int least, int most) throws WrongInput {
    try {
      int number = Integer.parseInt(text());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException none) {
      // Said below, with the range.
    }
    throw wrong("A whole number from %d to %d, not “%s”.".formatted(least, most, text()));
  }

  /** Something that becomes part of a file's name. */
  String name(String what) throws WrongInput {
    String text = needed("Give the " + what + " a name.");
    if (text.indexOf('/') >= 0 || text.indexOf('\\') >= 0 || text.indexOf('\0') >= 0) {
      throw wrong("The %s becomes part of a file's name: no slashes.".formatted(what));
    }
    return text;
  }

  /** What was filled in cannot be meant. */
  static final class WrongInput extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient FormField field;

    WrongInput(FormField field, String sentence) {
      super(sentence);
      this.field = field;
    }

    FormField field() {
      return field;
    }

    String sentence() {
      return String.valueOf(getMessage());
    }
  }
}
