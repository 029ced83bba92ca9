package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.rows.CellDrawing;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.rows.TreeRows;
import org.kpackworkbench.views.kit.rows.TreeRows.Row;
import org.kpackworkbench.views.kit.table.FindLine;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.ViewContext;

/** The tree of a trace. UI thread only. */
final class TraceTable {
  private static final int MOST_OPENED = 40;
  private static final double LOW_HEIGHT = 240;
  private static final int MOST_OF_STEP = 28;

  private final ActionHandlers handlers = new ActionHandlers();
  private final RowsTable<Row<TraceNode>> table;
  private final Consumer<TraceNode> follow;
  private volatile TreeRows<TraceNode> rows = TreeRows.none();
  private volatile boolean lines;
  private String empty = "";
  private @Nullable TraceNode parting;
  private @Nullable TraceNode awaited;

  TraceTable(ViewContext context, Consumer<TraceNode> follow) {
    this.follow = follow;
    table = RowsTable.alone(new Steps(), context, handlers);
    handlers
        .on(ActionId.COPY, () -> RowCopy.toClipboard(text()))
        .on(
            ActionId.OPEN_SELECTED,
            selected().map(node -> node.place() != null).orElse(false),
            this::followSelected);
    table.treeActions(table.tree(), handlers);
    table.onOpen(
        row -> {
          followSelected();
          return true;
        });
    table.onCellClick(cell -> follow.accept(cell.row().value()));
    table
        .model()
        .arrangedProperty()
        .subscribe(
            now -> {
              TraceNode node = awaited;
              if (node != null && now != null && now.source().equals(rows)) {
                awaited = null;
                boolean unused = select(node);
              }
            });
  }

  RowsTable<Row<TraceNode>> node() {
    return table;
  }

  ActionHandlers handlers() {
    return handlers;
  }

  ObservableValue<@Nullable TraceNode> selected() {
    return table.selectedProperty().map(Row::value);
  }

  /** Shows lines, as far open as there is room for. */
  void show(List<TraceNode> nodes, String whileEmpty) {
    boolean few = nodes.stream().mapToInt(each -> each.children().size()).sum() <= MOST_OPENED;
    Set<TraceNode> open = new HashSet<>();
    nodes.stream().filter(node -> nodes.size() == 1 || (few && node.loads())).forEach(open::add);
    empty = whileEmpty;
    lines = hasLines(nodes);
    rows = TreeRows.of(nodes, TraceNode::children, open::contains);
    awaited = null;
    table.forget();
    table.model().show(rows);
  }

  private static boolean hasLines(List<TraceNode> nodes) {
    return nodes.stream().anyMatch(node -> node.line() > 0 || hasLines(node.children()));
  }

  /** Selects a line, opens those above it and scrolls to it; false if it is not in the tree. */
  boolean select(TraceNode node) {
    int index = rows.indexOf(node::equals);
    if (index < 0) {
      return false;
    }
    if (!table.pick(index)) {
      // Its rows are still being put below each other.
      awaited = node;
    } else if (table.getHeight() < LOW_HEIGHT) {
      table.scrollTo(Math.max(0, table.getSelectionModel().getSelectedIndex() - 1));
    }
    return true;
  }

  /** Returns all lines, open or not, to be searched. */
  FindLine.Lines lines() {
    TreeRows<TraceNode> now = rows;
    return new FindLine.Lines(now.size(), index -> now.row(index).value().words());
  }

  /** The number of the selected one among {@link #lines}; -1 for none. */
  int selectedLine() {
    return table.selectedRow();
  }

  /** Selects one of {@link #lines} by its number. */
  void selectLine(int index) {
    boolean unused = select(rows.row(index).value());
  }

  /** Marks the step at which two traces part; null for none. */
  void part(@Nullable TraceNode node) {
    parting = node;
    table.refresh();
    if (node != null) {
      boolean unused = select(node);
    }
  }

  /** Which rows are open and which is selected, as the ways to them. */
  State state() {
    TreeRows<TraceNode> now = rows;
    Set<List<Integer>> open = new HashSet<>();
    IntStream.range(0, now.size())
        .mapToObj(now::row)
        .filter(row -> table.tree().isGroup(row) && table.tree().isOpen(row))
        .forEach(row -> open.add(way(now, row.index())));
    int selected = table.selectedRow();
    return new State(open, selected < 0 ? null : way(now, selected));
  }

  /** Open and selected rows of a tree. */
  record State(Set<List<Integer>> open, @Nullable List<Integer> selected) {}

  private static List<Integer> way(TreeRows<TraceNode> rows, int index) {
    List<Integer> way = new ArrayList<>();
    for (int at = index; at >= 0; at = rows.parent(at)) {
      int parent = rows.parent(at);
      way.addFirst(
          (int) IntStream.range(0, at).filter(each -> rows.parent(each) == parent).count());
    }
    return way;
  }

  /** Opens and selects rows as they were in a tree of the same form. */
  void restore(State state) {
    state.open().stream()
        .sorted(Comparator.comparingInt(List::size))
        .mapToInt(this::at)
        .filter(index -> index >= 0)
        .forEach(
            index -> {
              boolean unused = table.tree().open(table.model().reveal(index), true);
            });
    int selected = state.selected() == null ? -1 : at(state.selected());
    if (selected >= 0) {
      boolean unused = table.pick(selected);
    }
  }

  /** The row at the end of a way; -1 if there is none. */
  private int at(List<Integer> way) {
    TreeRows<TraceNode> now = rows;
    int at = -1;
    for (int ordinal : way) {
      int parent = at;
      at =
          IntStream.range(at + 1, now.size())
              .filter(each -> now.parent(each) == parent)
              .skip(ordinal)
              .findFirst()
              .orElse(-1);
      if (at < 0) {
        return -1;
      }
    }
    return at;
  }

  private void followSelected() {
    TraceNode node = selected().getValue();
    if (node != null) {
      follow.accept(node);
    }
  }

  /** The selected lines with all below them, as text. */
  private String text() {
    BitSet selected = new BitSet();
    table.selectedRows().forEach(selected::set);
    List<TraceNode> nodes =
        selected.stream()
            .filter(index -> !aboveIsSelected(index, selected))
            .mapToObj(index -> rows.row(index).value())
            .toList();
    return LoaderTrace.text(nodes);
  }

  private boolean aboveIsSelected(int index, BitSet selected) {
    for (int above = rows.parent(index); above >= 0; above = rows.parent(above)) {
      if (selected.get(above)) {
        return true;
      }
    }
    return false;
  }

  /** The lines of a trace as rows. */
  private final class Steps implements RowsSpec<Row<TraceNode>> {
    @Override
    public TableWords words() {
      return TableWords.of("trace", "Steps of the loader", empty);
    }

    @Override
    public Folding<Row<TraceNode>> folding() {
      return rows;
    }

    @Override
    public List<RowColumn<Row<TraceNode>>> columns() {
      List<RowColumn<Row<TraceNode>>> columns = new ArrayList<>();
      columns.add(
          RowColumn.<Row<TraceNode>>tree("Step", row -> row.value().text(), Steps::step)
              .fitted(MOST_OF_STEP)
              .unsorted());
      columns.add(
          RowColumn.<Row<TraceNode>>text("Outcome", row -> row.value().outcome()).unsorted());
      columns.add(
          RowColumn.<Row<TraceNode>>face("What", row -> row.value().detail(), Steps::what)
              .unsorted());
      if (lines) {
        columns.add(
            RowColumn.<Row<TraceNode>>count(
                    "Line", row -> row.value().line() == 0 ? -1 : row.value().line())
                .unsorted());
      }
      return columns;
    }

    private static Face step(Row<TraceNode> row) {
      TraceNode node = row.value();
      return Face.of(node.text(), node.words())
          .drawn(
              new CellDrawing.Sign(
                  node.failing() ? "➤" : node.mark().sign(),
                  "trace-sign " + node.mark().styleClass()));
    }

    /** Returns the detail of a line, as a link if its place is available. */
    private static Face what(Row<TraceNode> row) {
      TraceNode node = row.value();
      Place place = node.detail().isEmpty() ? null : node.place();
      return Face.of(
              VisibleText.of(node.detail()),
              place == null ? node.detail() : node.detail() + "\nGo to " + PlaceWords.label(place))
          .styled(place == null ? "" : RowColumn.LINK);
    }

    @Override
    public @Nullable Place target(Row<TraceNode> row) {
      return row.value().place();
    }

    @Override
    public String style(Row<TraceNode> row) {
      TraceNode node = row.value();
      return node.equals(parting) ? "trace-parting" : node.failing() ? "trace-failing" : "";
    }
  }
}
