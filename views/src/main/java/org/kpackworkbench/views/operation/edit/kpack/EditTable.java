package org.kpackworkbench.views.operation.edit.kpack;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.EditedRow;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.model.operation.edit.RowRef;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.ManySelection;
import org.kpackworkbench.views.kit.table.Tables;

/**
 * The rows of an archive as they will be saved. Filtered and sorted in the background; what is
 * selected stays so when rows change, move or come back. UI thread.
 */
final class EditTable extends TableView<EditedRow> {
  private final Background.Latest arranging;
  private final Consumer<Throwable> onFailure;
  private final EditLines lines = new EditLines();
  private final Map<TableColumn<EditedRow, ?>, EditColumn> meanings = new IdentityHashMap<>();
  private Runnable onArranged = () -> {};
  private @Nullable EditedRows rows;
  private @Nullable EditQuery query;
  private int newest = -1;

  EditTable(Background background, Consumer<Throwable> onFailure) {
    this.arranging = background.latest();
    this.onFailure = onFailure;
    setItems(lines);
    for (EditColumn column : EditColumn.values()) {
      TableColumn<EditedRow, ?> made = column(column);
      made.setId("edit-" + column.name().toLowerCase(java.util.Locale.ROOT));
      made.setReorderable(false);
      meanings.put(made, column);
      getColumns().add(made);
    }
    Tables.dress(this, "edit-rows", "Rows as they will be saved", "Reading…");
    ManySelection.install(this);
    setSortPolicy(
        table -> {
          arrange(true);
          return true;
        });
  }

  private static TableColumn<EditedRow, ?> column(EditColumn column) {
    return switch (column) {
      case CHANGE -> ChangeCell.column();
      case BINARY, TARGET, TYPE -> Columns.text(column.title(), column::text);
      case INDEX -> Columns.count(column.title(), column::number);
      case SIZE -> Columns.size(column.title(), column::number);
    };
  }

  /** What is done each time that other rows are shown. */
  void onArranged(Runnable action) {
    onArranged = action;
  }

  /** Shows the rows as they are now; new ones are selected. */
  void show(EditedRows now) {
    rows = now;
    arrange(false);
  }

  /** Shows only rows that match; null for all. */
  void filter(@Nullable EditQuery by) {
    query = by;
    arrange(true);
  }

  /** All rows, shown or not. */
  @Nullable EditedRows rows() {
    return rows;
  }

  /** What names the selected rows, from the top. */
  List<RowRef> selectedRefs() {
    return selectedRows().stream().map(EditedRow::ref).toList();
  }

  /** The selected rows, from the top. */
  List<EditedRow> selectedRows() {
    return List.copyOf(getSelectionModel().getSelectedItems());
  }

  private void arrange(boolean same) {
    EditedRows now = rows;
    if (now == null) {
      return;
    }
    EditQuery filter = query;
    List<TableColumn<EditedRow, ?>> order = List.copyOf(getSortOrder());
    if (filter == null && order.isEmpty()) {
      arranging.forget();
      put(now, null, same);
      return;
    }
    List<Wish> wishes = order.stream().map(this::wish).toList();
    arranging.run(
        () -> arranged(now, filter, wishes),
        positions -> put(now, positions, same),
        failure -> {
          if (!(failure instanceof CancellationException)) {
            onFailure.accept(failure);
          }
        });
  }

  private record Wish(EditColumn column, boolean ascending) {}

  private Wish wish(TableColumn<EditedRow, ?> column) {
    EditColumn meaning = meanings.get(column);
    return new Wish(
        meaning == null ? EditColumn.BINARY : meaning, column.getSortType() == SortType.ASCENDING);
  }

  private static int[] arranged(EditedRows rows, @Nullable EditQuery filter, List<Wish> wishes) {
    int[] found =
        IntStream.range(0, rows.count())
            .filter(position -> filter == null || filter.matches(rows.row(position)))
            .toArray();
    Comparator<Integer> order = null;
    for (Wish wish : wishes) {
      Comparator<Integer> by = wish.column().order(rows);
      Comparator<Integer> directed = wish.ascending() ? by : by.reversed();
      order = order == null ? directed : order.thenComparing(directed);
    }
    return order == null
        ? found
        : Arrays.stream(found).boxed().sorted(order).mapToInt(Integer::intValue).toArray();
  }

  private void put(EditedRows now, int @Nullable [] positions, boolean same) {
    BitSet selected = new BitSet();
    for (int line : getSelectionModel().getSelectedIndices()) {
      selected.set(lines.id(line));
    }
    int lead = getSelectionModel().getSelectedIndex();
    int leadId = lead < 0 ? -1 : lines.id(lead);
    int before = newest;
    newest = Math.max(newest, IntStream.range(0, now.count()).map(now::id).max().orElse(-1));
    lines.show(now, positions);
    int[] again = withIds(selected);
    boolean added = !same && before >= 0 && newest > before;
    if (added) {
      BitSet fresh = new BitSet();
      fresh.set(before + 1, newest + 1);
      int[] theNew = withIds(fresh);
      again = theNew.length == 0 ? again : theNew;
      leadId = -1;
    }
    choose(again, leadId, lead);
    onArranged.run();
  }

  /** The lines of rows with some numbers. */
  private int[] withIds(BitSet ids) {
    return ids.isEmpty()
        ? new int[0]
        : IntStream.range(0, lines.size()).filter(line -> ids.get(lines.id(line))).toArray();
  }

  private void choose(int[] again, int leadId, int lead) {
    getSelectionModel().clearSelection();
    if (again.length > 0) {
      int first =
          Arrays.stream(again)
              .filter(line -> lines.id(line) == leadId)
              .findFirst()
              .orElse(again[0]);
      getSelectionModel().selectIndices(first, again);
      getSelectionModel().select(first);
      Reveal.row(this, first);
    } else if (lead >= 0 && !lines.isEmpty()) {
      // What was selected has gone: the next row is.
      getSelectionModel().clearAndSelect(Math.min(lead, lines.size() - 1));
    }
  }

  void stop() {
    arranging.forget();
  }
}
