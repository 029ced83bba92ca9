package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ObservableList;
import javafx.css.PseudoClass;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
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
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.rows.RowsMenu;
import org.kpackworkbench.views.kit.rows.RowsStyle;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.ViewContext;

/** The tree of a trace. UI thread only. */
final class TraceTable {
  private static final PseudoClass PARTING = PseudoClass.getPseudoClass("parting");
  private static final PseudoClass FAILING = PseudoClass.getPseudoClass("failing");
  private static final int MOST_OPENED = 40;
  private static final double LOW_HEIGHT = 240;

  private final TreeTableView<TraceNode> table = new TreeTableView<>();
  private final TreeTableColumn<TraceNode, Number> line;
  private final Consumer<TraceNode> follow;
  private final ActionHandlers handlers;
  private @Nullable TraceNode parting;

  TraceTable(ViewContext context, Consumer<TraceNode> follow) {
    this.follow = follow;
    TreeTableColumn<TraceNode, TraceNode> step = new TreeTableColumn<>("Step");
    step.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().getValue()));
    step.setCellFactory(made -> new StepCell());
    TreeTableColumn<TraceNode, String> outcome =
        Columns.treeText("Outcome", TraceNode::outcome, CellLook.TEXT);
    Columns.says(step, TraceNode.class, TraceNode::text);
    TreeTableColumn<TraceNode, TraceNode> what = new TreeTableColumn<>("What");
    what.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().getValue()));
    what.setCellFactory(made -> new TraceLinkCell(follow));
    Columns.says(what, TraceNode.class, TraceNode::detail);
    line = Columns.treeCount("Line", node -> node.line() == 0 ? -1 : node.line());
    line.setVisible(false);
    table.getColumns().setAll(List.of(step, outcome, what, line));
    table.getColumns().forEach(column -> column.setSortable(false));
    handlers =
        Tables.dress(table, "trace", "Steps of the loader", "", context.remembered())
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
    if (table.getHeight() < LOW_HEIGHT) {
      table.scrollTo(Math.max(0, row - 1));
    } else {
      Reveal.row(table, row);
    }
    return true;
  }

  /** Marks the step at which two traces part; null for none. */
  void part(@Nullable TraceNode node) {
    parting = node;
    table.refresh();
    if (node != null) {
      select(node);
    }
  }

  /** Which rows are open and which is selected, as the ways to them. */
  State state() {
    Set<List<Integer>> open = new HashSet<>();
    if (table.getRoot() instanceof TraceItem root) {
      collect(root, List.of(), open);
    }
    TreeItem<TraceNode> item = table.getSelectionModel().getSelectedItem();
    return new State(open, item == null ? null : way(item));
  }

  /** What is open and selected in a tree. */
  record State(Set<List<Integer>> open, @Nullable List<Integer> selected) {}

  private static void collect(
      TreeItem<TraceNode> item, List<Integer> way, Set<List<Integer>> open) {
    if (!item.isExpanded()) {
      return;
    }
    open.add(way);
    for (int i = 0; i < item.getChildren().size(); i++) {
      List<Integer> below = new ArrayList<>(way);
      below.add(i);
      collect(item.getChildren().get(i), below, open);
    }
  }

  private static List<Integer> way(TreeItem<TraceNode> item) {
    List<Integer> way = new ArrayList<>();
    for (TreeItem<TraceNode> at = item; at.getParent() != null; at = at.getParent()) {
      way.addFirst(at.getParent().getChildren().indexOf(at));
    }
    return way;
  }

  /** Opens and selects rows as they were in a tree of the same form. */
  void restore(State state) {
    if (!(table.getRoot() instanceof TraceItem root)) {
      return;
    }
    state.open().stream()
        .sorted(Comparator.comparingInt(List::size))
        .map(way -> at(root, way))
        .filter(Objects::nonNull)
        .forEach(item -> item.setExpanded(true));
    List<Integer> selected = state.selected();
    TreeItem<TraceNode> item = selected == null ? null : at(root, selected);
    if (item != null) {
      table.getSelectionModel().clearAndSelect(table.getRow(item));
    }
  }

  private static @Nullable TreeItem<TraceNode> at(TreeItem<TraceNode> root, List<Integer> way) {
    TreeItem<TraceNode> item = root;
    for (int index : way) {
      if (index >= item.getChildren().size()) {
        return null;
      }
      item = item.getChildren().get(index);
    }
    return item;
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
    return LoaderTrace.text(nodes);
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
            pseudoClassStateChanged(PARTING, !empty && node != null && node.equals(parting));
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

  /** A row of the tree; those below it are made when they are first asked for. */
  private static final class TraceItem extends TreeItem<TraceNode> {
    private boolean made;

    TraceItem(TraceNode node) {
      super(node);
    }

    @Override
    public boolean isLeaf() {
      return getValue().children().isEmpty();
    }

    @Override
    public ObservableList<TreeItem<TraceNode>> getChildren() {
      ObservableList<TreeItem<TraceNode>> children = super.getChildren();
      if (!made) {
        made = true;
        List<TraceItem> below = getValue().children().stream().map(TraceItem::new).toList();
        children.setAll(below);
      }
      return children;
    }

    /**
     * The row of a line at or below this one, which is the same object; null where it is not here.
     */
    @Nullable TraceItem find(TraceNode node) {
      if (getValue().equals(node)) {
        return this;
      }
      if (!isAbove(getValue(), node)) {
        return null;
      }
      for (TreeItem<TraceNode> child : getChildren()) {
        TraceItem found = ((TraceItem) child).find(node);
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    private static boolean isAbove(TraceNode above, TraceNode node) {
      for (TraceNode child : above.children()) {
        if (child.equals(node) || isAbove(child, node)) {
          return true;
        }
      }
      return false;
    }
  }

  /** What a line speaks of; a link where that is at hand. */
  private static final class TraceLinkCell extends TreeTableCell<TraceNode, TraceNode> {
    private final Hyperlink link = new Hyperlink();

    TraceLinkCell(Consumer<TraceNode> follow) {
      getStyleClass().add("trace-what");
      // Enter on the row does the same.
      link.setFocusTraversable(false);
      link.getStyleClass().add("trace-link");
      link.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      link.setOnAction(
          event -> {
            TraceNode node = getItem();
            if (node != null) {
              follow.accept(node);
            }
            link.setVisited(false);
          });
      CellTips.install(this, this::tip);
    }

    private String tip() {
      TraceNode node = getItem();
      if (node == null) {
        return "";
      }
      return node.place() == null
          ? node.detail()
          : node.detail() + "\nGo to " + PlaceWords.label(node.place());
    }

    @Override
    protected void updateItem(@Nullable TraceNode node, boolean empty) {
      super.updateItem(node, empty);
      if (empty || node == null) {
        setText(null);
        setGraphic(null);
        return;
      }
      String text = VisibleText.of(node.detail());
      boolean leads = node.place() != null && !text.isEmpty();
      link.setText(text);
      setGraphic(leads ? link : null);
      setText(leads ? null : text);
      // Sentences are read from their start.
      setTextOverrun(text.endsWith(".") ? OverrunStyle.ELLIPSIS : OverrunStyle.CENTER_ELLIPSIS);
    }
  }
}
