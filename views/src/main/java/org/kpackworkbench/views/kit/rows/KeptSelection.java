package org.kpackworkbench.views.kit.rows;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import javafx.scene.control.TablePosition;
import org.jspecify.annotations.Nullable;

/** The selected rows of a table, which stay so when it is given other rows. */
final class KeptSelection<R> {
  private final RowsTable<R> table;
  private final RowsModel<R> model;
  private BitSet kept = new BitSet();
  private int lead = -1;
  private int newest = -1;
  private int keptPosition = -1;
  private @Nullable RowColumn<R> keptColumn;

  KeptSelection(RowsTable<R> table) {
    this.table = table;
    this.model = table.model();
  }

  /** Another row takes the place of the selected ones; none for -1. */
  void keep(int id) {
    kept = new BitSet();
    lead = id;
    if (id >= 0) {
      kept.set(id);
    }
  }

  void remember() {
    TablePosition<?, ?> focused = table.getFocusModel().getFocusedCell();
    keptColumn = focused == null ? null : table.meaning(focused.getTableColumn());
    keptPosition = table.getSelectionModel().getSelectedIndex();
    if (keptPosition >= 0 && keptPosition < model.shown() && model.rows().id(keptPosition) >= 0) {
      keep(model.rows().id(keptPosition));
      for (int position : table.getSelectionModel().getSelectedIndices()) {
        int id = model.rows().id(position);
        if (id >= 0) {
          kept.set(id);
        }
      }
    }
  }

  void restore(RowSource<R> source) {
    int[] again = positions(kept);
    if (model.spec().edited()) {
      int before = newest;
      newest = Math.max(newest, IntStream.range(0, source.size()).map(source::id).max().orElse(-1));
      BitSet added = new BitSet();
      if (before >= 0 && newest > before) {
        added.set(before + 1, newest + 1);
      }
      int[] theNew = positions(added);
      again = theNew.length == 0 ? again : theNew;
    }
    table.getSelectionModel().clearSelection();
    int inGroup = again.length == 0 ? model.kept(lead) : -1;
    again = inGroup < 0 ? again : new int[] {inGroup};
    if (again.length > 0) {
      int first =
          Arrays.stream(again)
              .filter(position -> model.rows().id(position) == lead)
              .findFirst()
              .orElse(again[0]);
      if (table.getSelectionModel().isCellSelectionEnabled()) {
        RowColumn<R> column = keptColumn;
        if (column == null
            || !table.pickColumn(
                model.rows().index(first), each -> each.id().equals(column.id()))) {
          table.pickPosition(first);
        }
        return;
      }
      table.getSelectionModel().selectIndices(first, again);
      table.getSelectionModel().select(first);
      Reveal.row(table, first);
    } else if (model.spec().edited() && keptPosition >= 0 && model.shown() > 0) {
      table.getSelectionModel().clearAndSelect(Math.min(keptPosition, model.shown() - 1));
    }
  }

  /** Where the rows with some numbers are. */
  private int[] positions(BitSet ids) {
    return ids.isEmpty()
        ? new int[0]
        : IntStream.range(0, model.shown())
            .filter(
                position -> {
                  int id = model.rows().id(position);
                  return id >= 0 && ids.get(id);
                })
            .toArray();
  }
}
