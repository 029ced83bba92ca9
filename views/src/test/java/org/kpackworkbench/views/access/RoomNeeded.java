package org.kpackworkbench.views.access;

import java.util.LinkedHashMap;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableView;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Finds parts with less height than they need, or with blank lines below their contents. */
public final class RoomNeeded {
  private static final double ROUNDING = 1.5;

  private static final double MOST_BLANK = 12;

  private final Map<String, String> problems = new LinkedHashMap<>();

  public Map<String, String> problems() {
    return problems;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  public void look(String stop, Node node) {
    // Cells are checked with their tables.
    if (!node.isVisible() || node instanceof TableView || node instanceof IndexedCell) {
      return;
    }
    if ((node instanceof FlowPane pane && pane.getOrientation() == Orientation.HORIZONTAL)
        || (node instanceof VBox box && box.getParent() instanceof GridPane)) {
      blank(stop, (Pane) node);
    }
    if (node instanceof Parent parent) {
      for (Node child : parent.getChildrenUnmodifiable()) {
        if (parent instanceof VBox || parent instanceof HBox) {
          squeezed(stop, child);
        }
        look(stop, child);
      }
    }
  }

  private void squeezed(String stop, Node node) {
    if (node instanceof Region region && region.isVisible() && region.isManaged()) {
      double needed = region.minHeight(region.getWidth());
      if (region.getWidth() > 0 && region.getHeight() + ROUNDING < needed) {
        problems.putIfAbsent(
            Names.path(node),
            "%s: %.0f pixels high, needs %.0f".formatted(stop, region.getHeight(), needed));
      }
    }
  }

  private void blank(String stop, Pane pane) {
    double end =
        pane.getChildren().stream()
            .filter(Node::isManaged)
            .map(Node::getBoundsInParent)
            .mapToDouble(Bounds::getMaxY)
            .max()
            .orElse(pane.getHeight());
    double blank = pane.getHeight() - pane.getInsets().getBottom() - end;
    if (blank > MOST_BLANK) {
      problems.putIfAbsent(
          Names.path(pane), "%s: %.0f pixels are blank below its lines".formatted(stop, blank));
    }
  }
}
