package org.kpackworkbench.views.operation.edit.kpack;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableListBase;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.ManySelection;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.NaturalOrder;

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

  /** Says with a sign and a word what edits have done to a row. */
  private static final class ChangeCell extends TableCell<EditedRow, String> {
    private ChangeCell() {
      getStyleClass().add("change-cell");
    }

    static TableColumn<EditedRow, String> column() {
      TableColumn<EditedRow, String> column = new TableColumn<>(EditColumn.CHANGE.title());
      column.setCellValueFactory(
          row -> new ReadOnlyObjectWrapper<>(EditColumn.CHANGE.text(row.getValue())));
      column.setCellFactory(made -> new ChangeCell());
      column.setMinWidth(104);
      return column;
    }

    @Override
    protected void updateItem(@Nullable String words, boolean empty) {
      super.updateItem(words, empty);
      String shown = empty || words == null ? "" : words;
      setText(shown.isEmpty() ? null : shown);
      setGraphic(
          switch (shown) {
            case "added" -> KpackIcon.ADD.node();
            case "changed" -> KpackIcon.RENAME.node();
            default -> null;
          });
    }
  }

  /** The rows that a table shows, in its order; each is made when it comes in sight. UI thread. */
  private static final class EditLines extends ObservableListBase<EditedRow>
      implements RandomAccess {
    private @Nullable EditedRows rows;
    private int @Nullable [] positions;

    /**
     * Shows other rows.
     *
     * @param order positions of those that are shown; null for all as they come
     */
    void show(EditedRows now, int @Nullable [] order) {
      List<EditedRow> before = seen(rows, positions);
      rows = now;
      positions = order;
      beginChange();
      nextReplace(0, size(), before);
      endChange();
    }

    private static List<EditedRow> seen(@Nullable EditedRows rows, int @Nullable [] positions) {
      int size = rows == null ? 0 : positions == null ? rows.count() : positions.length;
      return new AbstractList<>() {
        @Override
        public EditedRow get(int line) {
          if (rows == null) {
            throw new IndexOutOfBoundsException(line);
          }
          return rows.row(positions == null ? line : positions[line]);
        }

        @Override
        public int size() {
          return size;
        }
      };
    }

    /** The number that the row of a line has for good. */
    int id(int line) {
      if (rows == null) {
        throw new IndexOutOfBoundsException(line);
      }
      return rows.id(positions == null ? line : positions[line]);
    }

    @Override
    public EditedRow get(int line) {
      return seen(rows, positions).get(line);
    }

    @Override
    public int size() {
      EditedRows now = rows;
      int[] order = positions;
      return now == null ? 0 : order == null ? now.count() : order.length;
    }
  }

  /** What can be seen of a row that is edited. Knows no screen. */
  private enum EditColumn {
    CHANGE("Change", row -> ChangeWords.of(row.change()), null),
    BINARY("Binary", row -> row.key().binary(), null),
    INDEX("Index", null, row -> row.key().index()),
    TARGET("Target", row -> row.ref().target(), null),
    SIZE("Size", null, EditedRow::originalSizeBytes),
    TYPE("Type", EditedRow::type, null);

    private final String title;
    private final @Nullable Function<EditedRow, String> text;
    private final @Nullable ToLongFunction<EditedRow> number;

    EditColumn(
        String title,
        @Nullable Function<EditedRow, String> text,
        @Nullable ToLongFunction<EditedRow> number) {
      this.title = title;
      this.text = text;
      this.number = number;
    }

    String title() {
      return title;
    }

    /** What a row says; empty for numbers. */
    String text(EditedRow row) {
      return text == null ? "" : text.apply(row);
    }

    /** The number that a row has; -1 for texts. */
    long number(EditedRow row) {
      return number == null ? -1 : number.applyAsLong(row);
    }

    /** Compares rows by their positions; what they say is read once. */
    Comparator<Integer> order(EditedRows rows) {
      if (number != null) {
        long[] numbers = new long[rows.count()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = number(rows.row(i));
        }
        return (a, b) -> Long.compare(numbers[a], numbers[b]);
      }
      String[] texts = new String[rows.count()];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = text(rows.row(i));
      }
      return (a, b) -> NaturalOrder.INSTANCE.compare(texts[a], texts[b]);
    }
  }
}
