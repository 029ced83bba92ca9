package org.kpackworkbench.views.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/**
 * Buttons whose words are not all there, and labels of which not even a tooltip says all: names of
 * files and places may be of any length. Also lines of lists that are cut, words that are broken,
 * fields in which not even a word has room, and what would be cut with another sign than "…".
 */
final class CutText {
  /** Cut on purpose: names of files and places, all of which the tooltip says. */
  private static final Set<String> NAMES = Set.of("crumb", "trace-link");

  private static final double TOLERATED = 1;

  /** What is longer is a path, a checksum or the like. */
  private static final int LONGEST_WORD = 22;

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

  /** What is cut by the toolkit has the sign that the program's own shortened names have. */
  private void oneSign(String stop, Labeled labeled) {
    if (!"…".equals(labeled.getEllipsisString())) {
      problems.putIfAbsent(
          "sign of " + labeled.getClass().getSimpleName() + labeled.getStyleClass(),
          stop + ": would be cut with " + labeled.getEllipsisString());
    }
  }

  private void look(String stop, Node node) {
    signs(stop, node);
    whole(stop, node);
  }

  /** Of all controls, those in cells, too. */
  private void signs(String stop, Node node) {
    if (node.isVisible() && node instanceof Parent parent) {
      if (node instanceof Labeled labeled) {
        oneSign(stop, labeled);
      }
      parent.getChildrenUnmodifiable().forEach(child -> signs(stop, child));
    }
  }

  /** Lines of a list that are cut, or end where only scrolling to the side shows them. */
  private void lines(String stop, ListView<?> list) {
    for (Node node : list.lookupAll(".list-cell")) {
      if (node instanceof ListCell<?> cell
          && cell.isVisible()
          && !cell.isEmpty()
          && CutCells.isCut(cell)) {
        problems.putIfAbsent(
            Names.path(list) + " line",
            stop + ": " + cell.getText() + " is shown as " + CutCells.shown(cell));
      }
    }
    for (Node node : list.lookupAll(".scroll-bar")) {
      if (node instanceof ScrollBar bar
          && bar.isVisible()
          && bar.getOrientation() == Orientation.HORIZONTAL) {
        problems.putIfAbsent(
            Names.path(list) + " scrolls", stop + ": lines are wider than " + list.getWidth());
      }
    }
  }

  private void whole(String stop, Node node) {
    if (node.isVisible() && node instanceof ListView<?> list && list.getWidth() > 0) {
      lines(stop, list);
    }
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
      value(stop, field);
    }
    if (node instanceof Labeled labeled && labeled.isWrapText() && labeled.getWidth() > 0) {
      words(stop, labeled);
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> whole(stop, child));
    }
  }

  /** A word that is broken into two lines, because not even one word has room. */
  private void words(String stop, Labeled labeled) {
    double room =
        labeled.getWidth()
            - labeled.getInsets().getLeft()
            - labeled.getInsets().getRight()
            + TOLERATED;
    String said = labeled.getText() == null ? "" : labeled.getText();
    for (String word : said.split("[^\\p{L}]+", -1)) {
      if (width(word, labeled.getFont()) > room) {
        problems.putIfAbsent(
            Names.path(labeled) + " " + word, stop + ": " + word + " has room for " + room);
      }
    }
  }

  private static double width(String words, Font font) {
    Text text = new Text(words);
    text.setFont(font);
    return text.getLayoutBounds().getWidth();
  }

  /** A field may be narrower than a path in it, but not than a word. */
  private void value(String stop, TextField field) {
    double room =
        field.getWidth() - field.getInsets().getLeft() - field.getInsets().getRight() - TOLERATED;
    if (field.getText().length() <= LONGEST_WORD
        && width(field.getText(), field.getFont()) > room) {
      problems.putIfAbsent(
          Names.path(field), stop + ": " + field.getText() + " has room for " + room);
    }
  }

  /** A hint has no ellipsis: its end is not there. */
  private void hint(String stop, TextField field) {
    String words = field.getPromptText();
    if (words == null || words.isBlank() || !field.getText().isEmpty()) {
      return;
    }
    double room =
        field.getWidth() - field.getInsets().getLeft() - field.getInsets().getRight() - TOLERATED;
    if (width(words, field.getFont()) > room) {
      problems.putIfAbsent(
          Names.path(field), stop + ": the hint " + words + " has room for " + room);
    }
  }
}
