package org.kpackworkbench.views.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Hyperlink;
import javafx.scene.text.Text;

/** Buttons whose words are not all there. */
final class CutText {
  /** Cut on purpose: names of files and places, all of which the tooltip says. */
  private static final Set<String> NAMES = Set.of("crumb", "trace-link");

  private final Map<String, String> problems = new LinkedHashMap<>();

  Map<String, String> problems() {
    return problems;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  private void look(String stop, Node node) {
    if (!node.isVisible()) {
      return;
    }
    if (node instanceof ButtonBase button
        && !(node instanceof Hyperlink)
        && button.getWidth() > 0
        && button.getStyleClass().stream().noneMatch(NAMES::contains)) {
      String wanted = button.getText() == null ? "" : button.getText();
      String shown = shown(button);
      if (!button.isWrapText() && !wanted.isBlank() && !shown.isEmpty() && !same(wanted, shown)) {
        problems.putIfAbsent(Names.path(node), stop + ": " + wanted + " is shown as " + shown);
      }
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> look(stop, child));
    }
  }

  private static boolean same(String wanted, String shown) {
    return shown.equals(wanted) || shown.equals(wanted.replace("_", ""));
  }

  private static String shown(Parent parent) {
    for (Node child : parent.getChildrenUnmodifiable()) {
      if (child instanceof Text text) {
        return text.getText();
      }
    }
    return "";
  }
}
