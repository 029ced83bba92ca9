package org.kpackworkbench.views.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.CellCut;

/**
 * Columns of tables that the right edge cuts, one column that is out of view by itself, a column of
 * text that is cut to a few letters, and texts that are cut and shown by no tooltip.
 */
final class TableEdges {
  /** Text that is cut has at least so much room. */
  private static final double LEAST_EMS = 7;

  /** With this nothing is taken from what names rows. */
  private static final double NAME_EMS = 12;

  private static final double HEADING_EMS = 2.4;
  private static final double ROUNDING = 3;

  private final Map<String, String> problems = new LinkedHashMap<>();
  private int tables;
  private int tips;

  Map<String, String> problems() {
    return problems;
  }

  /** How many tables were examined. */
  int tables() {
    return tables;
  }

  /** How many tooltips of cells that are cut were examined. */
  int tips() {
    return tips;
  }

  void look(String stop, Scene scene) {
    look(stop, scene.getRoot());
  }

  private void look(String stop, Node node) {
    if (!node.isVisible()) {
      return;
    }
    switch (node) {
      // Its rows have no columns in common, and say nothing that is not copied whole.
      case RowsTable<?> table when "inspector-table".equals(table.getId()) -> {}
      case RowsTable<?> table when table.getWidth() > 0 -> table(stop, table);
      case Parent parent -> parent.getChildrenUnmodifiable().forEach(child -> look(stop, child));
      default -> {}
    }
  }

  private void table(String stop, TableView<?> table) {
    double edge = room(table);
    if (edge <= 0) {
      return;
    }
    tables++;
    edge(stop, table, edge);
    for (Node node : table.lookupAll(".table-cell")) {
      if (node instanceof TableCell<?, ?> cell && cell.isVisible() && !cell.isEmpty()) {
        cell(stop, table, cell);
      }
    }
  }

  private void edge(String stop, TableView<?> table, double edge) {
    List<? extends TableColumnBase<?, ?>> columns = table.getVisibleLeafColumns();
    double end = 0;
    double spare = 0;
    boolean text = false;
    for (int i = 0; i < columns.size(); i++) {
      TableColumnBase<?, ?> column = columns.get(i);
      double start = end;
      end += column.getWidth();
      if (text && start < edge - ROUNDING && end > edge + ROUNDING) {
        problem(table, column, "cut by the edge", stop + ": %s of %s".formatted(end, edge));
      }
      double em = Font.getDefault().getSize();
      boolean alone = i == columns.size() - 1 && Math.abs(start - edge) < ROUNDING;
      if (text && alone && spare > LEAST_EMS * em) {
        problem(table, column, "scrolls by itself", stop + ": %s are free".formatted(spare));
      }
      if (isText(column)) {
        text = true;
        Text heading = new Text(column.getText());
        heading.setFont(Font.font(Font.getDefault().getFamily(), FontWeight.BOLD, em));
        double needed = heading.getLayoutBounds().getWidth() + HEADING_EMS * em;
        spare += Math.max(0, column.getWidth() - Math.max(needed, NAME_EMS * em));
      }
    }
    if (end < edge + 1 && bar(table)) {
      problem(table, columns.getLast(), "scrolls without need", "%s: %s".formatted(stop, end));
    }
  }

  private static boolean bar(TableView<?> table) {
    return bars(table, Orientation.HORIZONTAL).findAny().isPresent();
  }

  private static Stream<ScrollBar> bars(TableView<?> table, Orientation orientation) {
    return table.lookupAll(".scroll-bar").stream()
        .filter(ScrollBar.class::isInstance)
        .map(ScrollBar.class::cast)
        .filter(bar -> bar.isVisible() && bar.getOrientation() == orientation);
  }

  /** The room for columns, in pixels; 0 for a table that is not laid out. */
  static double room(TableView<?> table) {
    Node rows = table.lookup(".virtual-flow");
    return rows == null
        ? 0
        : rows.getLayoutBounds().getWidth()
            - bars(table, Orientation.VERTICAL).mapToDouble(ScrollBar::getWidth).sum();
  }

  /** Columns of numbers, signs and pictures are as wide as they are. */
  private static boolean isText(TableColumnBase<?, ?> column) {
    List<String> styles = column.getStyleClass();
    return styles.contains("text-cell")
        || styles.contains("mono-cell")
        || styles.contains("muted-cell");
  }

  private void cell(String stop, TableView<?> table, TableCell<?, ?> cell) {
    List<Labeled> inside = new ArrayList<>();
    labels(cell, inside);
    for (Labeled label : inside) {
      if (CutCells.isCut(label)) {
        TableColumnBase<?, ?> column = cell.getTableColumn();
        String whole = String.valueOf(CellCut.whole(label));
        String said = stop + ": " + whole + " as " + CutCells.shown(label);
        if (column.getWidth() < LEAST_EMS * cell.getFont().getSize()) {
          problem(table, column, "cells cut short", said);
        }
        Event.fireEvent(
            cell,
            new MouseEvent(
                MouseEvent.MOUSE_ENTERED,
                0,
                0,
                0,
                0,
                null,
                0,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                null));
        Tooltip tip = cell.getTooltip();
        tips++;
        if (tip == null || !tip.getText().contains(whole)) {
          problem(table, column, "no tooltip", said + (tip == null ? "" : ", " + tip.getText()));
        }
      }
    }
  }

  private void problem(TableView<?> table, TableColumnBase<?, ?> column, String what, String how) {
    problems.putIfAbsent(table.getId() + " " + column.getText() + " " + what, how);
  }

  private static void labels(Parent parent, List<Labeled> found) {
    if (parent instanceof Labeled labeled && parent.isVisible()) {
      found.add(labeled);
    }
    for (Node child : parent.getChildrenUnmodifiable()) {
      if (child instanceof Parent below) {
        labels(below, found);
      }
    }
  }
}
