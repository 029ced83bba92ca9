package org.kpackworkbench.views.window.shell;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TabPane;
import org.jspecify.annotations.Nullable;

/** The panes of the window, and the way from one to the next by keys. UI thread only. */
final class Panes {
  private final Node window;
  private final List<Node> panes;
  private final Map<Node, WeakReference<Node>> lastFocused = new HashMap<>();

  /**
   * Panes of a window.
   *
   * @param panes in the order in which the focus goes through them
   */
  Panes(Node window, List<Node> panes) {
    this.window = window;
    this.panes = List.copyOf(panes);
    window
        .sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(
            owner -> {
              Node pane = owner == null ? null : paneOf(owner);
              if (pane != null) {
                lastFocused.put(pane, new WeakReference<>(owner));
              }
            });
  }

  /**
   * Gives the focus to a pane so many further on, among those that are shown: to what had it there
   * last, or else to the first in it that can.
   */
  void step(int by) {
    Scene scene = window.getScene();
    Node owner = scene == null ? null : scene.getFocusOwner();
    Node here = owner == null ? null : paneOf(owner);
    List<Node> shown = new ArrayList<>();
    for (Node pane : panes) {
      if (pane.equals(here) || target(pane) != null) {
        shown.add(pane);
      }
    }
    if (shown.isEmpty()) {
      return;
    }
    int at = here == null ? (by > 0 ? -1 : 0) : shown.indexOf(here);
    Node next = target(shown.get(Math.floorMod(at + by, shown.size())));
    if (next != null) {
      next.requestFocus();
    }
  }

  private @Nullable Node paneOf(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (panes.contains(at)) {
        return at;
      }
    }
    return null;
  }

  private @Nullable Node target(Node pane) {
    WeakReference<Node> remembered = lastFocused.get(pane);
    Node last = remembered == null ? null : remembered.get();
    if (last != null && pane.equals(paneOf(last)) && isShown(last)) {
      return last;
    }
    return isShown(pane) ? first(pane) : null;
  }

  /** What is on a tab comes before the tabs, and what is in a pane that scrolls before that. */
  private static @Nullable Node first(Node node) {
    if (!node.isVisible() || node.isDisabled()) {
      return null;
    }
    boolean around = node instanceof TabPane || node instanceof ScrollPane;
    if (node.isFocusTraversable() && !around) {
      return node;
    }
    if (node instanceof Parent parent) {
      for (Node child : parent.getChildrenUnmodifiable()) {
        Node found = first(child);
        if (found != null) {
          return found;
        }
      }
    }
    return node.isFocusTraversable() ? node : null;
  }

  private boolean isShown(Node node) {
    if (node.getScene() == null || !node.getScene().equals(window.getScene())) {
      return false;
    }
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible()) {
        return false;
      }
    }
    return !node.isDisabled();
  }
}
