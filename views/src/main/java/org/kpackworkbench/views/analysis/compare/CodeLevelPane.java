package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import java.util.Objects;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.MenuItem;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.CompareLevel.LevelPane;
import org.kpackworkbench.views.analysis.compare.ComparePage.ByteLevelPane;
import org.kpackworkbench.views.analysis.compare.code.CodeComparePane;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.ViewContext;

/** Machine code beside machine code: instructions, or the bytes that they are. */
final class CodeLevelPane implements LevelPane {
  private final ByteComparison comparison;
  private final CodeComparePane pane;
  private final ReadOnlyObjectWrapper<@Nullable Place> place = new ReadOnlyObjectWrapper<>();
  private @Nullable ByteLevelPane bytes;

  CodeLevelPane(ByteComparison comparison, List<String> names, ViewContext context, Runnable swap) {
    this.comparison = comparison;
    place.set(comparison.sides().getFirst().place());
    pane =
        new CodeComparePane(
            comparison,
            names,
            context,
            () -> {
              ByteLevelPane made = new ByteLevelPane(comparison, names, context, swap);
              bytes = made;
              return made.bytes();
            });
    ActionControls controls = new ActionControls(context.actions());
    pane.setMenuItems(
        () ->
            List.<MenuItem>of(
                controls.item(ActionId.COPY, false),
                controls.item(ActionId.COMPARE_AS_BYTES, false),
                controls.item(ActionId.SHOW_LEFT, false),
                controls.item(ActionId.SHOW_RIGHT, false)));
  }

  @Override
  public Node node() {
    return pane.node();
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
    if (pane.showsBytes()) {
      return Objects.requireNonNull(bytes).selected(side);
    }
    if (side >= comparison.sides().size()) {
      return null;
    }
    Place of = comparison.sides().get(side).place();
    ByteRange selected = pane.selected(side);
    Place where =
        selected.isEmpty() || of instanceof Place.Section ? of : new Place.Bytes(of, selected);
    return new Cell(true, Change.SAME, selected.length(), where, null);
  }

  @Override
  public void install(ActionHandlers page) {
    pane.install(page);
  }

  @Override
  public void focus() {
    pane.focus();
  }

  @Override
  public void dispose() {
    pane.dispose();
  }
}
