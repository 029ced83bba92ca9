package org.kpackworkbench.app.picture;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * Visible content and layout of a scene: a line for each region and text, with its texts, place and
 * size. Nodes that only blink or turn do not change it.
 */
final class SceneState {
  private final List<String> lines = new ArrayList<>();

  private SceneState() {}

  static List<String> of(Parent root) {
    SceneState state = new SceneState();
    state.walk(root, "");
    return state.lines;
  }

  private void walk(Node node, String indent) {
    if (!node.isVisible()) {
      return;
    }
    if (node instanceof Region || node instanceof Text) {
      lines.add(
          "%s%s %s %s %s %s: %s"
              .formatted(
                  indent,
                  node.getClass().getName(),
                  node.getLayoutX(),
                  node.getLayoutY(),
                  node.getLayoutBounds().getWidth(),
                  node.getLayoutBounds().getHeight(),
                  text(node)));
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> walk(child, indent + " "));
    }
  }

  private static @Nullable String text(Node node) {
    return switch (node) {
      case Labeled labeled -> labeled.getText();
      case TextInputControl input -> input.getText();
      case Text text -> text.getText();
      default -> null;
    };
  }
}
