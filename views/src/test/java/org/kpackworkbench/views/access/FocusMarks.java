package org.kpackworkbench.views.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.Region;
import javafx.scene.shape.Shape;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.hex.ByteRowsView;

/** Whether what has the focus looks another way than what has it not. */
final class FocusMarks {
  private final Map<String, String> problems = new LinkedHashMap<>();
  private final Set<String> looked = new HashSet<>();

  Map<String, String> problems() {
    return problems;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  private void look(String stop, Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return;
    }
    // What has a caret shows it; canvases draw it themselves, and their own tests check that.
    boolean drawn =
        node instanceof DrawnRegion
            || node instanceof ByteRowsView
            || (node instanceof TextInputControl input && input.isEditable());
    if (node.isFocusTraversable() && !drawn && looked.add(kind(node)) && !changes(node)) {
      problems.putIfAbsent(Names.path(node) + " " + node.getStyleClass(), stop);
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> look(stop, child));
    }
  }

  private static String kind(Node node) {
    return node.getClass().getSimpleName() + node.getStyleClass();
  }

  private static boolean changes(Node node) {
    List<Object> before = new ArrayList<>();
    collect(node, before);
    focus(node, true);
    List<Object> after = new ArrayList<>();
    collect(node, after);
    focus(node, false);
    return !before.equals(after);
  }

  private static void focus(Node node, boolean on) {
    node.pseudoClassStateChanged(PseudoClass.getPseudoClass("focused"), on);
    node.pseudoClassStateChanged(PseudoClass.getPseudoClass("focus-visible"), on);
    node.applyCss();
  }

  private static void collect(Node node, List<Object> look) {
    look.add(node.isVisible());
    look.add(node.getOpacity());
    look.add(String.valueOf(node.getEffect()));
    if (node instanceof Region region) {
      look.add(String.valueOf(region.getBorder() == null ? "" : region.getBorder().getStrokes()));
      look.add(region.getBackground() == null ? "" : region.getBackground().getFills());
    }
    if (node instanceof Shape shape) {
      look.add(String.valueOf(shape.getFill()));
      look.add(String.valueOf(shape.getStroke()));
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> collect(child, look));
    }
  }
}
