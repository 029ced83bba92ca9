package org.kpackworkbench.views.access;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToolBar;
import javafx.scene.control.TreeView;

/**
 * What keeps someone from using a scene who hears it instead of seeing it, or has no mouse: names
 * that are missing, parts that screen readers leave out, parts that no key reaches.
 */
final class Names {
  /** What has no focus of its own, and the keys that do the same. */
  static final Set<String> WITHOUT_FOCUS =
      Set.of(
          // Up, Down and Enter in the field above it.
          "palette-list",
          "find-list",
          // Enter in the field when nothing was found, and Find in the bytes.
          "find-in-bytes",
          // Up, Down and Enter in the field of targets.
          "target-suggestions",
          // Enter on the row.
          "trace-link",
          // Next and previous difference are actions with keys.
          "difference-strip",
          // What is in it has the focus, and brings itself into sight.
          "viewport");

  private final Map<String, String> problems = new LinkedHashMap<>();
  private final Set<String> seen = new LinkedHashSet<>();

  /** What is wrong with which node, and where that was seen first. */
  Map<String, String> problems() {
    return problems;
  }

  /** Kinds of nodes that were examined, so that a test can tell that there were some. */
  Set<String> seen() {
    return seen;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  private void look(String stop, Node node) {
    if (!node.isVisible()) {
      return;
    }
    if (usable(node)) {
      seen.add(node.getClass().getSimpleName());
      check(stop, node);
    }
    if (node instanceof IndexedCell<?> cell && !cell.isEmpty() && isBlank(spoken(cell))) {
      problem(stop, node, "shows a sign that has no words");
    }
    if (node.getAccessibleRole() == AccessibleRole.IMAGE_VIEW && isBlank(name(node))) {
      problem(stop, node, "is a picture without a text");
    }
    if (node instanceof ScrollPane pane && !node.isFocusTraversable() && !hasFocusable(pane)) {
      problem(stop, node, "cannot be scrolled by keys");
    }
    if (isMouseOnly(node)) {
      problem(stop, node, "is for the mouse only");
    }
    if (node instanceof Parent parent && !isWhole(node)) {
      parent.getChildrenUnmodifiable().forEach(child -> look(stop, child));
    }
  }

  private void check(String stop, Node node) {
    if (isBlank(name(node))) {
      problem(stop, node, "has no name");
    }
    AccessibleRole role = (AccessibleRole) node.queryAccessibleAttribute(AccessibleAttribute.ROLE);
    // JavaFX hides these two from screen readers.
    if (role == null || role == AccessibleRole.NODE || role == AccessibleRole.PARENT) {
      problem(stop, node, "has a role that screen readers leave out");
    }
    if (!node.isFocusTraversable() && !isExcused(node)) {
      problem(stop, node, "cannot have the focus");
    }
    if (node instanceof ButtonBase button
        && isBlank(button.getText())
        && (button.getTooltip() == null || isBlank(button.getTooltip().getText()))) {
      problem(stop, node, "is a sign without a tooltip");
    }
    columns(node).stream()
        .filter(TableColumnBase::isVisible)
        .filter(column -> isBlank(column.getText()))
        .forEach(column -> problem(stop, node, "has a column without a title"));
    if (node instanceof Control control && control.getContextMenu() != null) {
      menu(stop, node, control.getContextMenu());
    }
  }

  private void menu(String stop, Node node, ContextMenu menu) {
    for (MenuItem item : menu.getItems()) {
      if (!(item instanceof SeparatorMenuItem) && isBlank(item.getText())) {
        problem(stop, node, "has a menu with a nameless item");
      }
    }
  }

  private static List<? extends TableColumnBase<?, ?>> columns(Node node) {
    return node instanceof TableView<?> table ? table.getColumns() : List.of();
  }

  private static boolean hasFocusable(Parent parent) {
    return parent.getChildrenUnmodifiable().stream()
        .anyMatch(
            child ->
                child.isFocusTraversable()
                    || (child instanceof Parent inner && hasFocusable(inner)));
  }

  private static boolean isExcused(Node node) {
    return WITHOUT_FOCUS.contains(String.valueOf(node.getId()))
        || node.getStyleClass().stream().anyMatch(WITHOUT_FOCUS::contains);
  }

  /** Whether it has a handler. */
  static boolean usable(Node node) {
    return node.isFocusTraversable()
        || node instanceof ButtonBase
        || node instanceof TextInputControl
        || node instanceof ComboBoxBase
        || node instanceof TableView
        || node instanceof TreeView
        || node instanceof ListView;
  }

  /** Whether what is in it belongs to it, and is nothing of its own. */
  static boolean isWhole(Node node) {
    return node instanceof Control
        && !(node instanceof ScrollPane
            || node instanceof SplitPane
            || node instanceof TabPane
            || node instanceof TitledPane
            || node instanceof ToolBar
            || node instanceof TableView
            || node instanceof TreeView
            || node instanceof ListView
            || node instanceof IndexedCell)
        && !hasOwnChildren(node);
  }

  /** Skins have children that JavaFX made; labels may have ours. */
  private static boolean hasOwnChildren(Node node) {
    return node instanceof Labeled labeled && labeled.getGraphic() instanceof Parent;
  }

  /** Takes clicks, but neither it nor what it is in can have the focus. */
  private static boolean isMouseOnly(Node node) {
    if (node.getOnMouseClicked() == null && node.getOnMousePressed() == null) {
      return false;
    }
    for (Node at = node; at != null; at = at.getParent()) {
      if (at.isFocusTraversable()
          || isExcused(at)
          || at.getAccessibleRole() == AccessibleRole.SCROLL_BAR
          || at.getStyleClass().contains("palette")
          || at.getStyleClass().contains("veil")) {
        return false;
      }
    }
    return true;
  }

  /** The name that a screen reader gets; what is typed into a field is not its name. */
  private static String name(Node node) {
    if (node.queryAccessibleAttribute(AccessibleAttribute.LABELED_BY) instanceof Node label
        && !isBlank(name(label))) {
      return name(label);
    }
    if (!isBlank(node.getAccessibleText())) {
      return node.getAccessibleText();
    }
    if (node instanceof TextInputControl || node instanceof ComboBoxBase) {
      return "";
    }
    return node.queryAccessibleAttribute(AccessibleAttribute.TEXT) instanceof String text
        ? text
        : "";
  }

  /** All words of a cell; where it shows nothing at all there is nothing to say. */
  private static String spoken(IndexedCell<?> cell) {
    if (!isBlank(cell.getText()) || !isBlank(cell.getAccessibleText())) {
      return "words";
    }
    return cell.getGraphic() == null ? "nothing" : words(cell.getGraphic());
  }

  private static String words(Node node) {
    if (!node.isVisible()) {
      return "";
    }
    StringBuilder words = new StringBuilder(name(node));
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> words.append(words(child)));
    }
    return words.toString();
  }

  static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }

  private void problem(String stop, Node node, String what) {
    String words = node instanceof Labeled labeled ? " [" + labeled.getText() + "]" : "";
    problems.putIfAbsent(path(node) + " " + what, stop + words);
  }

  /** Where a node is, short. */
  static String path(Node node) {
    StringBuilder path = new StringBuilder(step(node));
    int steps = 0;
    for (Node at = node.getParent(); at != null && steps < 3; at = at.getParent()) {
      if (at.getId() != null || at.getClass().getName().startsWith("org.kpackworkbench")) {
        path.insert(0, step(at) + " > ");
        steps++;
      }
    }
    return path.toString();
  }

  private static String step(Node node) {
    String name = node.getClass().getSimpleName();
    if (node.getId() != null) {
      return name + "#" + node.getId();
    }
    return node.getStyleClass().isEmpty() ? name : name + "." + node.getStyleClass().getFirst();
  }
}
