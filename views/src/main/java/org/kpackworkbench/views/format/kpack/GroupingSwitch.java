package org.kpackworkbench.views.format.kpack;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;

/** Buttons that put the rows together in another way: two kinds of tree, and the list. */
final class GroupingSwitch extends HBox {
  private final ArchiveTableModel model;
  private final ReadOnlyObjectWrapper<Grouping> grouping;
  private final ToggleGroup group = new ToggleGroup();
  private Grouping lastTree = Grouping.BY_BINARY;

  GroupingSwitch(ArchiveTableModel model) {
    this.model = model;
    this.grouping = new ReadOnlyObjectWrapper<>(this, "grouping", model.grouping());
    getStyleClass().add("grouping-switch");
    getChildren()
        .addAll(
            button(Grouping.BY_BINARY, "By binary", KpackIcon.TREE_VIEW, "left-pill"),
            button(Grouping.BY_TARGET, "By target", KpackIcon.TREE_VIEW, "center-pill"),
            button(Grouping.FLAT, "List", KpackIcon.FLAT_VIEW, "right-pill"));
  }

  /** Puts the rows together in this way. */
  void choose(Grouping now) {
    if (now.isTree()) {
      lastTree = now;
    }
    model.group(now);
    grouping.set(now);
    group.getToggles().stream()
        .filter(toggle -> toggle.getUserData() == now)
        .forEach(group::selectToggle);
  }

  /** The tree that was shown last. */
  void tree() {
    choose(lastTree);
  }

  /** Whether the rows are put together in this way now. */
  ObservableValue<Boolean> chosen(Grouping which) {
    return grouping.getReadOnlyProperty().map(now -> now == which);
  }

  private ToggleButton button(Grouping which, String text, KpackIcon icon, String pill) {
    ToggleButton button = new ToggleButton(text, icon.node(IconSize.SMALL));
    button.setId("group-" + which.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
    button.setUserData(which);
    button.setToggleGroup(group);
    button.getStyleClass().addAll(pill, "small");
    button.setTooltip(new Tooltip(which.words()));
    button.setMinWidth(USE_PREF_SIZE);
    button.setSelected(model.grouping() == which);
    // A second click would leave none selected.
    button.setOnAction(event -> choose(which));
    return button;
  }
}
