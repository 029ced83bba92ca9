package org.kpackworkbench.views.kit.sizes;

import java.util.Locale;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;

/** The switches above the treemap: what is inside what, and which sizes. */
final class SizesBar extends HBox {
  private final BooleanProperty byTarget = new SimpleBooleanProperty(this, "byTarget");
  private final BooleanProperty stored = new SimpleBooleanProperty(this, "stored", true);
  private final HBox sizes;

  SizesBar(String binaries) {
    getStyleClass().add("sizes-bar");
    sizes =
        pair(
            stored,
            new Choice(
                "Stored",
                "Sizes in the file; a code object that several rows name counts for the first"),
            new Choice("Original", "Sizes after unpacking; each row counts"));
    sizes.managedProperty().bind(sizes.visibleProperty());
    HBox orders =
        pair(
            byTarget,
            new Choice("By target", "Groups are GPU targets"),
            new Choice("By " + binaries, "Groups are what the code objects belong to"));
    // The usual one first.
    orders.getChildren().getFirst().toFront();
    pill(orders);
    pill(sizes);
    getChildren().addAll(orders, sizes);
  }

  /** Whether targets are the groups. */
  BooleanProperty byTargetProperty() {
    return byTarget;
  }

  /** Whether stored sizes are asked for. */
  BooleanProperty storedProperty() {
    return stored;
  }

  /** Shows the choice of sizes only where there is one. */
  void sizesDiffer(boolean differ) {
    sizes.setVisible(differ);
  }

  private record Choice(String text, String tip) {}

  private static HBox pair(BooleanProperty value, Choice on, Choice off) {
    ToggleGroup group = new ToggleGroup();
    return new HBox(button(group, value, true, on), button(group, value, false, off));
  }

  private static void pill(HBox pair) {
    pair.getChildren().getFirst().getStyleClass().add("left-pill");
    pair.getChildren().getLast().getStyleClass().add("right-pill");
  }

  private static ToggleButton button(
      ToggleGroup group, BooleanProperty value, boolean meaning, Choice choice) {
    ToggleButton button = new ToggleButton(choice.text());
    button.setId("sizes-" + choice.text().toLowerCase(Locale.ROOT).replace(' ', '-'));
    button.setToggleGroup(group);
    button.getStyleClass().add("small");
    button.setTooltip(new Tooltip(choice.tip()));
    button.setMinWidth(USE_PREF_SIZE);
    button.setSelected(value.get() == meaning);
    button.setOnAction(
        event -> {
          // A second click would leave none selected.
          button.setSelected(true);
          value.set(meaning);
        });
    return button;
  }
}
