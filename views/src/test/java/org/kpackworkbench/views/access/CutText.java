package org.kpackworkbench.views.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.text.Text;

/**
 * Buttons whose words are not all there, and labels of which not even a tooltip says all: names of
 * files and places may be of any length.
 */
final class CutText {
  /** Cut on purpose: names of files and places, all of which the tooltip says. */
  private static final Set<String> NAMES = Set.of("crumb", "trace-link");

  private static final double TOLERATED = 1;

  private final Map<String, String> problems = new LinkedHashMap<>();

  Map<String, String> problems() {
    return problems;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  private static boolean isTold(Labeled labeled) {
    Tooltip tip = labeled.getTooltip();
    return tip != null && tip.getText() != null && !tip.getText().isBlank();
  }

  private void look(String stop, Node node) {
    // Cells are checked with their tables.
    if (!node.isVisible() || node instanceof TableView || node instanceof IndexedCell) {
      return;
    }
    if (node instanceof Labeled labeled
        && !(node instanceof Hyperlink)
        && labeled.getStyleClass().stream().noneMatch(NAMES::contains)
        && CutCells.isCut(labeled)
        && (labeled instanceof ButtonBase || !isTold(labeled))) {
      problems.putIfAbsent(
          Names.path(node),
          stop + ": " + labeled.getText() + " is shown as " + CutCells.shown(labeled));
    }
    if (node instanceof TextField field && field.getWidth() > 0) {
      hint(stop, field);
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> look(stop, child));
    }
  }

  /** A hint has no ellipsis: its end is not there. */
  private void hint(String stop, TextField field) {
    String words = field.getPromptText();
    if (words == null || words.isBlank() || !field.getText().isEmpty()) {
      return;
    }
    Text text = new Text(words);
    text.setFont(field.getFont());
    double room =
        field.getWidth() - field.getInsets().getLeft() - field.getInsets().getRight() - TOLERATED;
    if (text.getLayoutBounds().getWidth() > room) {
      problems.putIfAbsent(
          Names.path(field), stop + ": the hint " + words + " has room for " + room);
    }
  }
}
