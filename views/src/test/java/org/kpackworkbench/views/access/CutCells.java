package org.kpackworkbench.views.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.table.CellCut;

/** Cells of tables whose text is cut although the table has room, and headings that are cut. */
final class CutCells {
  private static final double HEADING_EMS = 2.4;

  private static final int MOST_ROWS = 300;

  /** As much may be left for groups that are closed now, and by padding and the last heading. */
  private static final double TOLERATED_EMS = 6;

  private final Map<String, String> problems = new LinkedHashMap<>();
  private int cells;

  Map<String, String> problems() {
    return problems;
  }

  int cells() {
    return cells;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  private void look(String stop, Node node) {
    if (!node.isVisible()) {
      return;
    }
    switch (node) {
      // Its rows have no columns in common.
      case TableView<?> table when "inspector-table".equals(table.getId()) -> {}
      case TableView<?> table when table.getWidth() > 0 -> table(stop, table);
      case Parent parent -> parent.getChildrenUnmodifiable().forEach(child -> look(stop, child));
      default -> {}
    }
  }

  private void table(String stop, TableView<?> table) {
    List<? extends TableColumnBase<?, ?>> columns = table.getVisibleLeafColumns();
    Map<TableColumnBase<?, ?>, Double> needed = new HashMap<>();
    List<String> cut = new ArrayList<>();
    double em = 0;
    for (Node node : table.lookupAll(".cell")) {
      if (node instanceof IndexedCell<?> cell && cell.isVisible() && column(cell) != null) {
        em = cell.getFont().getSize();
        cell(cell, needed, cut);
      }
    }
    for (Node node : table.lookupAll(".column-header")) {
      for (Node label : node.lookupAll(".label")) {
        boolean seen = node.isVisible() && node.getLayoutBounds().getHeight() > 0;
        // That of the marks is for screen readers.
        if (seen
            && !"mark".equals(node.getId())
            && label instanceof Label heading
            && isCut(heading)) {
          problems.putIfAbsent(
              table.getId() + " heading " + heading.getText(), stop + ": " + shown(heading));
        }
      }
    }
    if (cut.isEmpty()) {
      return;
    }
    elsewhere(table, needed);
    double free = TableEdges.room(table);
    for (TableColumnBase<?, ?> column : columns) {
      Text heading = new Text(column.getText());
      heading.setFont(Font.font(Font.getDefault().getFamily(), FontWeight.BOLD, em));
      double least = heading.getLayoutBounds().getWidth() + HEADING_EMS * em;
      free -= Math.min(column.getWidth(), Math.max(least, needed.getOrDefault(column, 0.0)));
    }
    if (free > TOLERATED_EMS * em) {
      problems.putIfAbsent(
          "cells of " + table.getId(), stop + ": " + Math.round(free) + " free beside " + cut);
    }
  }

  /** Columns also have room for rows that are not visible. */
  private static void elsewhere(TableView<?> table, Map<TableColumnBase<?, ?>, Double> needed) {
    int rows = table.getItems().size();
    Set<TableColumnBase<?, ?>> looked = new HashSet<>();
    for (Node node : table.lookupAll(".cell")) {
      if (node instanceof IndexedCell<?> cell && column(cell) != null && looked.add(column(cell))) {
        TableColumnBase<?, ?> column = column(cell);
        double widest = 0;
        for (int row = 0; row < Math.min(rows, MOST_ROWS); row++) {
          Object said = column.getCellData(row);
          String words =
              said instanceof RowColumn.Face face ? face.text() : said instanceof String s ? s : "";
          Text text = new Text(words);
          text.setFont(cell.getFont());
          widest = Math.max(widest, text.getLayoutBounds().getWidth());
        }
        needed.merge(column, widest + beside(cell) + cell.getFont().getSize(), Math::max);
      }
    }
  }

  /** What is beside the text of a cell, such as arrow, steps and sign in a tree. */
  private static double beside(IndexedCell<?> cell) {
    if (!(cell.getGraphic() instanceof Parent graphic)) {
      return 0;
    }
    List<Labeled> inside = new ArrayList<>();
    labels(graphic, inside);
    double texts =
        inside.stream()
            .map(CellCut::whole)
            .filter(Objects::nonNull)
            .mapToDouble(
                words -> {
                  Text text = new Text(words);
                  text.setFont(cell.getFont());
                  return text.getLayoutBounds().getWidth();
                })
            .max()
            .orElse(0);
    return Math.max(0, graphic.prefWidth(-1) - texts);
  }

  private void cell(
      IndexedCell<?> cell, Map<TableColumnBase<?, ?>, Double> needed, List<String> cut) {
    cells++;
    TableColumnBase<?, ?> column = column(cell);
    boolean anyCut = isCut(cell);
    List<Labeled> inside = new ArrayList<>();
    if (cell.getGraphic() instanceof Parent graphic) {
      labels(graphic, inside);
    }
    anyCut |= inside.stream().anyMatch(CutCells::isCut);
    if (anyCut) {
      cut.add(column.getText() + ": " + CellCut.whole(cell) + " as " + shown(cell));
      // All that the column has is needed.
      needed.put(column, Double.MAX_VALUE);
    } else {
      needed.merge(column, needed(cell), Math::max);
    }
  }

  /** Of itself, a cell only ever wants the width of its column. */
  private static double needed(IndexedCell<?> cell) {
    double width = cell.getInsets().getLeft() + cell.getInsets().getRight();
    if (cell.getText() != null) {
      Text text = new Text(cell.getText());
      text.setFont(cell.getFont());
      width += text.getLayoutBounds().getWidth();
    }
    return width + (cell.getGraphic() == null ? 0 : cell.getGraphic().prefWidth(-1));
  }

  private static void labels(Parent parent, List<Labeled> found) {
    if (parent instanceof Labeled labeled && parent.isVisible()) {
      found.add(labeled);
    }
    parent
        .getChildrenUnmodifiable()
        .forEach(
            child -> {
              if (child instanceof Parent below) {
                labels(below, found);
              }
            });
  }

  private static TableColumnBase<?, ?> column(IndexedCell<?> cell) {
    return cell instanceof TableCell<?, ?> each && !each.isEmpty() ? each.getTableColumn() : null;
  }

  static boolean isCut(Labeled labeled) {
    String whole = CellCut.whole(labeled);
    return whole != null
        && !whole.isBlank()
        && labeled.getWidth() > 0
        && !labeled.isWrapText()
        && !shown(labeled).isEmpty()
        && !shown(labeled).equals(whole)
        && !shown(labeled).equals(whole.replace("_", ""));
  }

  static String shown(Labeled labeled) {
    for (Node child : labeled.getChildrenUnmodifiable()) {
      if (child instanceof Text text) {
        return text.getText();
      }
    }
    return "";
  }
}
