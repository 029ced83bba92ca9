package org.kpackworkbench.views.analysis.compare.bytes;

import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;

/** View of one level of a comparison: a table, bytes, or instructions. UI thread only. */
public interface LevelPane {
  /** The node to show. */
  Node node();

  /** For the right end of the status bar; empty where the pane says it. */
  default ObservableValue<String> statusText() {
    return new ReadOnlyStringWrapper("");
  }

  /** Where what is selected is, on the first side that has it; null for nowhere. */
  ObservableValue<@Nullable Place> place();

  /**
   * The cell of a side in what is selected; null if nothing is.
   *
   * @param side counted as the sides are shown now
   */
  @Nullable Cell selected(int side);

  /** Adds what can be done here to what can be done with the whole comparison. */
  void install(ActionHandlers page);

  /** Puts the keyboard where it belongs. */
  void focus();

  /** Selects the row of that name, and opens what lies below it; false if there is none. */
  default boolean openNamed(String name) {
    return false;
  }

  /** Ends what runs. The caller closes the comparison. */
  void dispose();

  /** Some bytes of a side as a cell. */
  static Cell cell(ByteComparison comparison, int side, ByteRange bytes) {
    Place of = comparison.sides().get(side).place();
    boolean part = !bytes.isEmpty() && !(of instanceof Place.Section);
    Place where = part ? new Place.Bytes(of, bytes) : of;
    return new Cell(true, Change.SAME, bytes.length(), where, null);
  }
}
