package org.kpackworkbench.app.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Control;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableRow;
import javafx.scene.control.TextInputControl;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.table.CellCut;

/**
 * Readable text of a view, line by line: the same wherever it is drawn, while pixels depend on
 * fonts. Of long lists only the first rows and the selected ones count, since how many there is
 * room for depends on fonts, too.
 */
final class ReadableTexts {
  private static final int ROWS = 5;

  private final List<String> lines = new ArrayList<>();

  private ReadableTexts() {}

  static List<String> of(Parent root) {
    ReadableTexts texts = new ReadableTexts();
    texts.walk(root);
    return texts.lines;
  }

  private void walk(Node node) {
    if (!node.isVisible()) {
      return;
    }
    switch (node) {
      case TableRow<?> row -> row(row);
      case Labeled labeled -> {
        // Where it is cut depends on the fonts.
        add(labeled, CellCut.whole(labeled));
        if (labeled.getGraphic() != null) {
          walk(labeled.getGraphic());
        }
      }
      case TextInputControl input -> {
        String typed = input.getText();
        boolean empty = typed == null || typed.isEmpty();
        add(input, empty ? input.getPromptText() : typed);
      }
      case Text text -> add(text, text.getText());
      case Parent parent -> children(parent);
      default -> {}
    }
  }

  private void row(Parent row) {
    ReadableTexts cells = new ReadableTexts();
    row.getChildrenUnmodifiable().stream()
        .filter(cell -> isMostlyShown(cell, row))
        .forEach(cells::walk);
    // What a chip says may be the text of its cell, too.
    List<String> said = new ArrayList<>();
    for (String cell : cells.lines) {
      String text = cell.substring(cell.indexOf(": ") + 2);
      if (said.isEmpty() || !said.getLast().equals(text)) {
        said.add(text);
      }
    }
    add(row, String.join(" | ", said));
  }

  /** Whether half of a cell is inside its table: of what is at the edge, cells are made or not. */
  private static boolean isMostlyShown(Node cell, Parent row) {
    Node table = row;
    while (!(table instanceof Control control && !(control instanceof IndexedCell<?>))) {
      if (table.getParent() == null) {
        return true;
      }
      table = table.getParent();
    }
    Bounds all = cell.localToScene(cell.getBoundsInLocal());
    Bounds inside = table.localToScene(table.getBoundsInLocal());
    double shown =
        Math.min(all.getMaxX(), inside.getMaxX()) - Math.max(all.getMinX(), inside.getMinX());
    return 2 * shown >= all.getWidth();
  }

  /** Cells are in a list in the order in which they were needed, which is not that of rows. */
  private void children(Parent parent) {
    List<Node> nodes = new ArrayList<>(parent.getChildrenUnmodifiable());
    if (!nodes.isEmpty() && nodes.stream().allMatch(IndexedCell.class::isInstance)) {
      nodes.sort(Comparator.comparingInt(ReadableTexts::index));
      // Where the list is not at its beginning, what is visible depends on fonts.
      boolean begins = nodes.stream().anyMatch(node -> node.isVisible() && index(node) == 0);
      nodes.removeIf(node -> !counts((IndexedCell<?>) node, begins));
    }
    nodes.forEach(this::walk);
  }

  private static int index(Node cell) {
    return ((IndexedCell<?>) cell).getIndex();
  }

  private static boolean counts(IndexedCell<?> cell, boolean begins) {
    return !cell.isEmpty() && (cell.isSelected() || (begins && cell.getIndex() < ROWS));
  }

  private void add(Node node, @Nullable String text) {
    if (text != null && !text.isBlank()) {
      lines.add(kind(node) + ": " + text.strip().replaceAll("\\s+", " "));
    }
  }

  /** The kind of control, by the class of JavaFX that it is or extends. */
  private static String kind(Node node) {
    Class<?> type = node.getClass();
    while (!type.getName().startsWith("javafx.scene.")) {
      type = Objects.requireNonNull(type.getSuperclass());
    }
    return type.getSimpleName();
  }
}
