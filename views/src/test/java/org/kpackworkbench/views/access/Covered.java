package org.kpackworkbench.views.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** What lies over its neighbour, because a pane has less room than its parts need. */
final class Covered {
  private static final double ROUNDING = 1.5;

  private final Map<String, String> problems = new LinkedHashMap<>();

  Map<String, String> problems() {
    return problems;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  private void look(String stop, Node node) {
    // Cells are checked with their tables.
    if (!node.isVisible() || node instanceof TableView || node instanceof IndexedCell) {
      return;
    }
    if (node instanceof Parent parent) {
      if (isRowOrColumn(parent)) {
        besideEachOther(stop, parent.getChildrenUnmodifiable());
      }
      parent.getChildrenUnmodifiable().forEach(child -> look(stop, child));
    }
  }

  private static boolean isRowOrColumn(Parent parent) {
    return switch (parent) {
      case BorderPane pane -> true;
      case VBox pane -> true;
      case HBox pane -> true;
      case FlowPane pane -> true;
      case GridPane pane -> true;
      default -> false;
    };
  }

  private void besideEachOther(String stop, List<Node> children) {
    List<Node> there =
        children.stream()
            .filter(child -> child.isVisible() && child.isManaged())
            .filter(child -> child.getLayoutBounds().getWidth() > 0)
            .filter(child -> child.getLayoutBounds().getHeight() > 0)
            .toList();
    for (int i = 0; i < there.size(); i++) {
      for (int k = i + 1; k < there.size(); k++) {
        double covered = covered(laidOut(there.get(i)), laidOut(there.get(k)));
        if (covered > ROUNDING) {
          problems.putIfAbsent(
              Names.path(there.get(i)),
              "%s: %.0f pixels of it and of %s are in one place: %s, %s"
                  .formatted(
                      stop,
                      covered,
                      Names.path(there.get(k)),
                      laidOut(there.get(i)),
                      laidOut(there.get(k))));
        }
      }
    }
  }

  /** Without shadows and marks of the focus. */
  private static Bounds laidOut(Node node) {
    return node.localToParent(node.getLayoutBounds());
  }

  private static double covered(Bounds one, Bounds other) {
    double width =
        Math.min(one.getMaxX(), other.getMaxX()) - Math.max(one.getMinX(), other.getMinX());
    double height =
        Math.min(one.getMaxY(), other.getMaxY()) - Math.max(one.getMinY(), other.getMinY());
    return Math.min(width, height);
  }
}
