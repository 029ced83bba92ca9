package org.kpackworkbench.views.kit.table;

import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.ObservableListBase;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;

/**
 * Selected rows of a table as a set of bits.
 *
 * <p>The one that tables have takes seconds to deselect 100,000 rows, since it looks each one up
 * among all. Columns do not matter: whole rows are selected. UI thread only.
 */
public final class ManySelection<T> extends TableView.TableViewSelectionModel<T> {
  private final TableView<T> table;
  private BitSet selected = new BitSet();
  private final Shown<Integer> indexes = new Shown<>(index -> index);
  private final Shown<T> items;

  @SuppressWarnings("rawtypes")
  private final Shown<TablePosition> cells;

  private ManySelection(TableView<T> table) {
    super(table);
    this.table = table;
    this.items = new Shown<>(this::item);
    this.cells = new Shown<>(index -> new TablePosition<>(table, index, null));
  }

  /** Gives a table this selection; its list of items stays the same one from now on. */
  public static <T> void install(TableView<T> table) {
    ManySelection<T> selection = new ManySelection<>(table);
    selection.setSelectionMode(SelectionMode.MULTIPLE);
    table.setSelectionModel(selection);
    table.getItems().addListener((ListChangeListener<T>) selection::itemsChanged);
  }

  /** The selected rows as a list of something, created on demand. */
  private static final class Shown<E> extends ObservableListBase<E> implements RandomAccess {
    private final IntFunction<E> made;
    private int[] indexes = {};

    Shown(IntFunction<E> made) {
      this.made = made;
    }

    void show(int[] now) {
      List<E> before = asList(indexes, made);
      indexes = now;
      beginChange();
      nextReplace(0, now.length, before);
      endChange();
    }

    private static <E> List<E> asList(int[] indexes, IntFunction<E> made) {
      return new AbstractList<>() {
        @Override
        public E get(int at) {
          return made.apply(indexes[at]);
        }

        @Override
        public int size() {
          return indexes.length;
        }
      };
    }

    @Override
    public E get(int at) {
      return made.apply(indexes[at]);
    }

    @Override
    public int size() {
      return indexes.length;
    }
  }

  @SuppressWarnings("NullAway") // A row that has gone is null in lists of what was selected.
  private T item(int index) {
    return index < table.getItems().size() ? table.getItems().get(index) : null;
  }

  /** Lets the selected rows move with the rows before them. */
  private void itemsChanged(ListChangeListener.Change<? extends T> change) {
    BitSet now = (BitSet) selected.clone();
    int lead = getSelectedIndex();
    while (change.next()) {
      if (change.wasPermutated() || change.wasUpdated()) {
        continue;
      }
      int from = change.getFrom();
      int removed = change.getRemovedSize();
      int added = change.getAddedSize();
      if (removed == 1 && added == 1) {
        continue;
      }
      BitSet moved = new BitSet();
      for (int i = now.nextSetBit(0); i >= 0; i = now.nextSetBit(i + 1)) {
        if (i < from) {
          moved.set(i);
        } else if (i >= from + removed) {
          moved.set(i - removed + added);
        }
      }
      now = moved;
      lead = lead < from ? lead : lead >= from + removed ? lead - removed + added : -1;
    }
    lead = lead >= 0 && now.get(lead) ? lead : now.previousSetBit(table.getItems().size());
    change(now, lead);
  }

  private void change(BitSet now, int lead) {
    boolean same = now.equals(selected);
    selected = now;
    if (!same) {
      indexes.indexes = now.stream().toArray();
    }
    setSelectedIndex(lead);
    setSelectedItem(lead < 0 ? null : item(lead));
    if (!same) {
      int[] shown = indexes.indexes;
      items.show(shown);
      cells.show(shown);
      indexes.show(shown);
    }
  }

  private void moveFocus(int index) {
    if (table.getFocusModel() != null) {
      table.getFocusModel().focus(index);
    }
  }

  private boolean exists(int index) {
    return index >= 0 && index < table.getItems().size();
  }

  @Override
  public ObservableList<Integer> getSelectedIndices() {
    return indexes;
  }

  @Override
  public ObservableList<T> getSelectedItems() {
    return items;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public ObservableList<TablePosition> getSelectedCells() {
    return cells;
  }

  @Override
  public boolean isSelected(int index) {
    return index >= 0 && selected.get(index);
  }

  @Override
  public boolean isSelected(int row, @Nullable TableColumn<T, ?> column) {
    return isSelected(row);
  }

  @Override
  public boolean isSelected(int row, @Nullable TableColumnBase<T, ?> column) {
    return isSelected(row);
  }

  @Override
  public boolean isEmpty() {
    return selected.isEmpty();
  }

  @Override
  public void clearAndSelect(int index) {
    if (exists(index)) {
      BitSet one = new BitSet();
      one.set(index);
      change(one, index);
      moveFocus(index);
    }
  }

  @Override
  public void clearAndSelect(int row, @Nullable TableColumn<T, ?> column) {
    clearAndSelect(row);
    if (exists(row) && table.getFocusModel() != null) {
      table.getFocusModel().focus(row, column);
    }
  }

  @Override
  public void clearAndSelect(int row, @Nullable TableColumnBase<T, ?> column) {
    clearAndSelect(row, column instanceof TableColumn<T, ?> own ? own : null);
  }

  @Override
  public void select(int index) {
    if (getSelectionMode() == SelectionMode.SINGLE) {
      clearAndSelect(index);
    } else if (exists(index)) {
      BitSet more = (BitSet) selected.clone();
      more.set(index);
      change(more, index);
      moveFocus(index);
    }
  }

  @Override
  public void select(int row, @Nullable TableColumn<T, ?> column) {
    select(row);
  }

  @Override
  public void select(int row, @Nullable TableColumnBase<T, ?> column) {
    select(row);
  }

  @Override
  public void select(@Nullable T item) {
    if (item == null) {
      clearSelection();
    } else {
      select(table.getItems().indexOf(item));
    }
  }

  @Override
  public void selectIndices(int first, int... others) {
    BitSet more = (BitSet) selected.clone();
    int lead = first;
    if (exists(first)) {
      more.set(first);
    }
    for (int index : others) {
      if (exists(index)) {
        more.set(index);
        lead = index;
      }
    }
    change(more, exists(lead) ? lead : getSelectedIndex());
    moveFocus(getSelectedIndex());
  }

  @Override
  public void selectRange(int start, int end) {
    int low = Math.max(0, Math.min(start, end + 1));
    int high = Math.min(table.getItems().size(), Math.max(start + 1, end));
    if (start == end || low >= high) {
      return;
    }
    BitSet more = (BitSet) selected.clone();
    more.set(low, high);
    int lead = start < end ? high - 1 : low;
    change(more, lead);
    moveFocus(lead);
  }

  @Override
  public void selectRange(
      int minRow,
      @Nullable TableColumnBase<T, ?> minColumn,
      int maxRow,
      @Nullable TableColumnBase<T, ?> maxColumn) {
    selectRange(minRow, maxRow + 1);
  }

  @Override
  public void selectAll() {
    if (getSelectionMode() == SelectionMode.MULTIPLE && !table.getItems().isEmpty()) {
      BitSet all = new BitSet();
      all.set(0, table.getItems().size());
      change(all, Math.max(0, getSelectedIndex()));
    }
  }

  @Override
  public void clearSelection(int index) {
    if (isSelected(index)) {
      BitSet fewer = (BitSet) selected.clone();
      fewer.clear(index);
      int lead = getSelectedIndex() == index ? fewer.previousSetBit(index) : getSelectedIndex();
      change(fewer, lead >= 0 ? lead : fewer.nextSetBit(0));
    }
  }

  @Override
  public void clearSelection(int row, @Nullable TableColumn<T, ?> column) {
    clearSelection(row);
  }

  @Override
  public void clearSelection(int row, @Nullable TableColumnBase<T, ?> column) {
    clearSelection(row);
  }

  @Override
  public void clearSelection() {
    change(new BitSet(), -1);
  }

  @Override
  public void selectFirst() {
    clearAndSelectIfSingle(0);
  }

  @Override
  public void selectLast() {
    clearAndSelectIfSingle(table.getItems().size() - 1);
  }

  private void clearAndSelectIfSingle(int index) {
    if (getSelectionMode() == SelectionMode.SINGLE) {
      clearAndSelect(index);
    } else {
      select(index);
    }
  }

  @Override
  public void selectPrevious() {
    select(leadOrFocus() - 1);
  }

  @Override
  public void selectNext() {
    select(leadOrFocus() + 1);
  }

  @Override
  public void selectAboveCell() {
    int at = leadOrFocus();
    if (at < 0) {
      select(table.getItems().size() - 1);
    } else {
      select(at - 1);
    }
  }

  @Override
  public void selectBelowCell() {
    select(leadOrFocus() + 1);
  }

  @Override
  public void selectLeftCell() {}

  @Override
  public void selectRightCell() {}

  private int leadOrFocus() {
    return table.getFocusModel() == null
        ? getSelectedIndex()
        : table.getFocusModel().getFocusedIndex();
  }
}
