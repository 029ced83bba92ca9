package org.kpackworkbench.views.window.settings;

import java.util.function.Function;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/**
 * A text that counts at once where it is right; where it is not, what was there before goes on
 * counting. UI thread only.
 */
final class Entered {
  private final StringProperty text;
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");

  /**
   * @param take makes the text count; answers with what is wrong, or with nothing
   */
  Entered(String now, Function<String, String> take) {
    text = new SimpleStringProperty(now);
    text.subscribe(
        (before, after) -> {
          // First, since what is found out later may be found out at once.
          problem.set("");
          String wrong = take.apply(after == null ? "" : after.strip());
          if (!wrong.isEmpty()) {
            problem.set(wrong);
          }
        });
  }

  StringProperty textProperty() {
    return text;
  }

  /** Returns the problem with the input, in a sentence; empty if there is none. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  void problem(String sentence) {
    problem.set(sentence);
  }

  /** A whole number in a text; -1 if it is none in that range. */
  static int number(String text, int least, int most) {
    try {
      int number = Integer.parseInt(text);
      return number >= least && number <= most ? number : -1;
    } catch (NumberFormatException none) {
      return -1;
    }
  }
}
