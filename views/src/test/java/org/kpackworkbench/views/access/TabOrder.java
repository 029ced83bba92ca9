package org.kpackworkbench.views.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.TextArea;
import javafx.scene.control.Toggle;
import javafx.scene.input.KeyCode;

/** Presses Tab until the focus is back where it began: everything is reached, nothing keeps it. */
final class TabOrder {
  private final Map<String, String> problems = new LinkedHashMap<>();

  /** What is wrong with which node, and where that was seen first. */
  Map<String, String> problems() {
    return problems;
  }

  void walk(String stop, Scene scene) {
    List<Node> wanted = new ArrayList<>();
    collect(scene.getRoot(), wanted);
    if (wanted.isEmpty()) {
      return;
    }
    for (boolean back : new boolean[] {false, true}) {
      wanted.getFirst().requestFocus();
      Set<Node> reached = go(stop, scene, wanted.size() + 4, back);
      for (Node node : wanted) {
        if (!reached.contains(node) && isThere(node) && !byArrows(node, reached)) {
          problems.putIfAbsent(Names.path(node) + " is not reached" + (back ? " back" : ""), stop);
        }
      }
    }
  }

  private Set<Node> go(String stop, Scene scene, int most, boolean back) {
    SequencedSet<Node> reached = new LinkedHashSet<>();
    Node at = scene.getFocusOwner();
    for (int i = 0; i < most && at != null && reached.add(at); i++) {
      // In an editor of text Tab is a character.
      boolean editor = at instanceof TextArea area && area.isEditable() && hasHelp(area);
      Keys.press(at, KeyCode.TAB, back, editor);
      Node next = scene.getFocusOwner();
      if (at.equals(next) && reached.size() < most - 4) {
        problems.putIfAbsent(Names.path(at) + " keeps the focus", stop);
        return reached;
      }
      at = next;
    }
    if (at == null || !at.equals(reached.getFirst())) {
      problems.putIfAbsent("the focus does not come back, but to " + at, stop);
    }
    return reached;
  }

  private static boolean hasHelp(TextArea area) {
    String help = area.getAccessibleHelp();
    return help != null && help.contains("Ctrl+Tab leaves");
  }

  /** In a group of which one is chosen, Tab reaches one, and arrows the others. */
  private static boolean byArrows(Node node, Set<Node> reached) {
    return node instanceof Toggle toggle
        && toggle.getToggleGroup() != null
        && toggle.getToggleGroup().getToggles().stream().anyMatch(reached::contains);
  }

  /** Whether it is still in the scene; rows come and go with the focus. */
  private static boolean isThere(Node node) {
    return node.getScene() != null && node.isFocusTraversable() && isShown(node);
  }

  private static boolean isShown(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible()) {
        return false;
      }
    }
    return !node.isDisabled();
  }

  private static void collect(Node node, List<Node> found) {
    if (!node.isVisible() || node.isDisabled()) {
      return;
    }
    if (node.isFocusTraversable()) {
      found.add(node);
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> collect(child, found));
    }
  }
}
