package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.MenuItem;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Cell;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.bytes.ByteComparePane;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.ViewContext;

/** Bytes beside bytes, where every way down ends. */
final class BytesPane implements LevelPane {
  private final ByteComparison comparison;
  private final ByteComparePane pane;
  private final Node node;
  private final ReadOnlyObjectWrapper<@Nullable Place> place = new ReadOnlyObjectWrapper<>();

  BytesPane(ByteComparison comparison, List<String> names, ViewContext context, Runnable swap) {
    this.comparison = comparison;
    pane = new ByteComparePane(comparison, names, context.background(), context.ownerColors());
    node = pane.node();
    // The whole page has two sides, not only the bytes.
    pane.setOnSwap(swap);
    node.setId("compare-bytes");
    place.set(comparison.sides().getFirst().place());
    ActionControls controls = new ActionControls(context.actions());
    pane.setExtraMenuItems(
        () ->
            List.<MenuItem>of(
                controls.item(ActionId.SHOW_LEFT, false),
                controls.item(ActionId.SHOW_RIGHT, false)));
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public ObservableValue<String> statusText() {
    return pane.statusText();
  }

  @Override
  public ObservableValue<@Nullable Place> place() {
    return place.getReadOnlyProperty();
  }

  @Override
  public @Nullable Cell selected(int side) {
    if (side >= comparison.sides().size()) {
      return null;
    }
    Place of = comparison.sides().get(side).place();
    ByteRange selected = pane.selected(side);
    Place where = of;
    if (!selected.isEmpty() && !(of instanceof Place.Section)) {
      where = new Place.Bytes(of, selected);
    }
    return new Cell(true, Change.SAME, selected.length(), where, null);
  }

  @Override
  public void install(ActionHandlers page) {
    page.on(ActionId.NEXT_DIFFERENCE, pane::nextDifference)
        .on(ActionId.PREVIOUS_DIFFERENCE, pane::previousDifference)
        .on(ActionId.FIND, pane::openFind)
        .on(ActionId.GO_TO, pane::openGoTo);
  }

  @Override
  public void focus() {
    pane.requestFocus();
  }

  @Override
  public void dispose() {
    pane.dispose();
  }
}
