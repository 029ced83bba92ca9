package org.kpackworkbench.views.resolve;

import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableRow;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.action.ActionHandlers;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.rows.Reveal;
import org.kpackworkbench.views.rows.RowsMenu;
import org.kpackworkbench.views.rows.RowsStyle;
import org.kpackworkbench.views.table.CellLook;
import org.kpackworkbench.views.table.CellTips;
import org.kpackworkbench.views.table.Columns;
import org.kpackworkbench.views.table.RowCopy;
import org.kpackworkbench.views.table.Tables;

/** The tree of a trace. UI thread only. */
final class TraceTable {
  private static final PseudoClass FAILING = PseudoClass.getPseudoClass("failing");
  private static final int MOST_OPENED = 40;

  private final TreeTableView<TraceNode> table = new TreeTableView<>();
  private final TreeTableColumn<TraceNode, Number> line;
  private final Consumer<TraceNode> follow;
  private final ActionHandlers handlers;

  TraceTable(ViewContext context, Consumer<TraceNode> follow) {
    this.follow = follow;
    TreeTableColumn<TraceNode, TraceNode> step = new TreeTableColumn<>("Step");
    step.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().getValue()));
    step.setCellFactory(made -> new StepCell());
    step.setPrefWidth(300);
    TreeTableColumn<TraceNode, String> outcome =
        Columns.treeText("Outcome", TraceNode::outcome, CellLook.TEXT);
    outcome.setPrefWidth(200);
    TreeTableColumn<TraceNode, TraceNode> what = new TreeTableColumn<>("What");
    what.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().getValue()));
    what.setCellFactory(made -> new TraceLinkCell(follow));
    what.setPrefWidth(620);
    line = Columns.treeCount("Line", node -> node.line() == 0 ? -1 : node.line());
    line.setVisible(false);
    table.getColumns().setAll(List.of(step, outcome, what, line));
    table.getColumns().forEach(column -> column.setSortable(false));
    handlers =
        Tables.dress(table, "trace", "Steps of the loader", "")
            .on(ActionId.COPY, () -> RowCopy.toClipboard(text()));
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setRowFactory(made -> row());
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            followSelected();
            event.consume();
          }
        });
    table.setContextMenu(new RowsMenu(context).menu());
    RowsStyle.addTo(table);
  }

  TreeTableView<TraceNode> node() {
    return table;
  }

  ActionHandlers handlers() {
    return handlers;
  }

  ObservableValue<@Nullable TraceNode> selected() {
    return table.getSelectionModel().selectedItemProperty().map(TreeItem::getValue);
  }

  /** Shows lines, as far open as there is room for. */
  void show(List<TraceNode> nodes, String empty) {
    TraceNode top = TraceNode.above("", TraceMark.DONE, "", "", null, nodes);
    TraceItem root = new TraceItem(top);
    root.setExpanded(true);
    line.setVisible(hasLines(nodes));
    table.setPlaceholder(Tables.placeholder(empty));
    table.setRoot(root);
    if (nodes.size() == 1) {
      root.getChildren().getFirst().setExpanded(true);
    } else if (nodes.stream().mapToInt(each -> each.children().size()).sum() <= MOST_OPENED) {
      root.getChildren().forEach(item -> item.setExpanded(item.getValue().loads()));
    }
  }

  private static boolean hasLines(List<TraceNode> nodes) {
    return nodes.stream().anyMatch(node -> node.line() > 0 || hasLines(node.children()));
  }

  /** Selects a line, opens those above it and scrolls to it; false where it is not in the tree. */
  boolean select(TraceNode node) {
    TraceItem item = table.getRoot() instanceof TraceItem root ? root.find(node) : null;
    if (item == null) {
      return false;
    }
    for (TreeItem<TraceNode> above = item.getParent(); above != null; above = above.getParent()) {
      above.setExpanded(true);
    }
    int row = table.getRow(item);
    table.getSelectionModel().clearAndSelect(row);
    Reveal.row(table, row);
    return true;
  }

  void followSelected() {
    TreeItem<TraceNode> item = table.getSelectionModel().getSelectedItem();
    if (item != null) {
      follow.accept(item.getValue());
    }
  }

  /** The selected lines with all below them, as text. */
  private String text() {
    List<TraceNode> nodes =
        table.getSelectionModel().getSelectedItems().stream()
            .filter(item -> item != null && !aboveIsSelected(item))
            .map(TreeItem::getValue)
            .toList();
    return Trace.text(nodes);
  }

  private boolean aboveIsSelected(TreeItem<TraceNode> item) {
    for (TreeItem<TraceNode> above = item.getParent(); above != null; above = above.getParent()) {
      if (table.getSelectionModel().getSelectedItems().contains(above)) {
        return true;
      }
    }
    return false;
  }

  private TreeTableRow<TraceNode> row() {
    TreeTableRow<TraceNode> row =
        new TreeTableRow<>() {
          @Override
          protected void updateItem(@Nullable TraceNode node, boolean empty) {
            super.updateItem(node, empty);
            pseudoClassStateChanged(FAILING, !empty && node != null && node.failing());
          }
        };
    row.setOnMouseClicked(
        event -> {
          TraceNode node = row.getItem();
          if (event.getButton() == MouseButton.PRIMARY
              && event.getClickCount() == 2
              && node != null
              && node.children().isEmpty()) {
            follow.accept(node);
          }
        });
    return row;
  }

  /** A line's sign and text. */
  private static final class StepCell extends TreeTableCell<TraceNode, TraceNode> {
    private final Label sign = new Label();
    private @Nullable TraceMark shown;

    StepCell() {
      sign.getStyleClass().add("trace-sign");
      CellTips.install(this, () -> getItem() == null ? "" : getItem().words());
    }

    @Override
    protected void updateItem(@Nullable TraceNode node, boolean empty) {
      super.updateItem(node, empty);
      if (empty || node == null) {
        setText(null);
        setGraphic(null);
        setAccessibleText(null);
        return;
      }
      if (shown != null) {
        sign.getStyleClass().remove(shown.styleClass());
      }
      shown = node.mark();
      sign.getStyleClass().add(shown.styleClass());
      sign.setText(node.failing() ? "➤" : shown.sign());
      setText(node.text());
      setGraphic(sign);
      setAccessibleText(node.words());
    }
  }
}
