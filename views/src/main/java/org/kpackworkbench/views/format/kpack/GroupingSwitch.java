package org.kpackworkbench.views.format.kpack;

import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.action.ChoiceButtons;

/** Buttons that put the rows together in another way: two kinds of tree, and the list. */
final class GroupingSwitch extends HBox {
  private final Consumer<Grouping> group;
  private final ReadOnlyObjectWrapper<Grouping> grouping;
  private final ChoiceButtons<Grouping> buttons;
  private Grouping lastTree = Grouping.BY_BINARY;

  GroupingSwitch(Grouping first, Consumer<Grouping> group) {
    this.group = group;
    this.grouping = new ReadOnlyObjectWrapper<>(first);
    this.buttons = new ChoiceButtons<>(grouping, this::choose);
    getStyleClass().add("grouping-switch");
    button(Grouping.BY_BINARY, "By binary", KpackIcon.TREE_VIEW);
    button(Grouping.BY_TARGET, "By target", KpackIcon.TREE_VIEW);
    button(Grouping.FLAT, "List", KpackIcon.FLAT_VIEW);
    getChildren().add(buttons);
  }

  /** Puts the rows together in this way. */
  void choose(Grouping now) {
    if (now.isTree()) {
      lastTree = now;
    }
    group.accept(now);
    grouping.set(now);
  }

  /** The tree that was shown last. */
  void tree() {
    choose(lastTree);
  }

  /** Whether the rows are put together in this way now. */
  ObservableValue<Boolean> chosen(Grouping which) {
    return grouping.getReadOnlyProperty().map(now -> now == which);
  }

  private void button(Grouping which, String text, KpackIcon icon) {
    String name = which.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    ToggleButton button = buttons.add(which, "group-" + name, text, which.words());
    button.setGraphic(icon.node(IconSize.SMALL));
    button.getStyleClass().add("small");
  }
}
