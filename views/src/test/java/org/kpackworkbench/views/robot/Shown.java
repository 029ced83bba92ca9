package org.kpackworkbench.views.robot;

import java.util.Arrays;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import javafx.stage.Window;

/** What the windows show, in words, for the message of a test that waited for something else. */
final class Shown {
  private static final int MOST_CHARACTERS = 6_000;

  private Shown() {}

  /** Titles, ids and texts of all that is visible; on the JavaFX thread. */
  static String text() {
    StringJoiner words = new StringJoiner("\n  ", "\n  ", "");
    for (Window window : Window.getWindows()) {
      words.add(
          "%s%s"
              .formatted(
                  window instanceof Stage stage
                      ? "window \"%s\"".formatted(stage.getTitle())
                      : window.getClass().getSimpleName(),
                  window.isFocused() ? ", which has the focus" : ""));
      if (window.getScene() != null) {
        add(words, window.getScene().getRoot());
        words.add("focus: " + window.getScene().getFocusOwner());
      }
    }
    String all = words.toString();
    return all.length() > MOST_CHARACTERS ? all.substring(0, MOST_CHARACTERS) + " …" : all;
  }

  private static void add(StringJoiner words, Node node) {
    if (!node.isVisible()) {
      return;
    }
    String text =
        switch (node) {
          case Labeled labeled -> labeled.getText();
          case TextInputControl input -> "[" + input.getText() + "]";
          case Text drawn when !(drawn.getParent() instanceof Labeled) -> drawn.getText();
          default -> "";
        };
    boolean says = text != null && !text.isBlank();
    boolean named = node.getId() != null && !node.getId().startsWith("Glyph");
    if (says || named) {
      words.add(
          (named ? "#" + node.getId() + " " : "")
              + (says ? text : "")
              + (node.isDisabled() ? " (disabled)" : ""));
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> add(words, child));
    }
  }

  /** Whether a node and all above it are visible, somewhere in a window that shows. */
  static boolean visible(Node node) {
    for (Node each = node; each != null; each = each.getParent()) {
      if (!each.isVisible()) {
        return false;
      }
    }
    return node.getScene() != null
        && node.localToScene(node.getLayoutBounds())
            .intersects(0, 0, node.getScene().getWidth(), node.getScene().getHeight());
  }

  /** Where the JavaFX thread is. */
  static String stackOfJavaFx() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> entry.getKey().getName().equals("JavaFX Application Thread"))
        .map(Map.Entry::getValue)
        .flatMap(Arrays::stream)
        .limit(40)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining("\n  "));
  }
}
