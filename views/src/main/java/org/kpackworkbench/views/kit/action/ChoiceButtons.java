package org.kpackworkbench.views.kit.action;

import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ToggleButton;
import org.controlsfx.control.SegmentedButton;
import org.kpackworkbench.views.kit.control.Controls;

/** Buttons side by side for the values of one setting: the one in force is on. UI thread only. */
public final class ChoiceButtons<T> extends SegmentedButton {
  private final ObservableValue<? extends T> value;
  private final Consumer<? super T> choose;

  /**
   * A choice without buttons.
   *
   * @param value the value in force
   * @param choose called with another value when its button is pressed; may leave the value as it
   *     is
   */
  public ChoiceButtons(ObservableValue<? extends T> value, Consumer<? super T> choose) {
    this.value = value;
    this.choose = choose;
    // Its buttons take the focus.
    setFocusTraversable(false);
    // A group would turn off the button that is pressed again.
    setToggleGroup(null);
  }

  /** Adds a button for a value, and returns it. */
  public ToggleButton add(T each, String id, String text, String tip) {
    ToggleButton button =
        Controls.named(Controls.tip(Controls.whole(new ToggleButton(text)), tip), id);
    button.setOnAction(
        event -> {
          choose.accept(each);
          button.setSelected(each.equals(value.getValue()));
        });
    value.subscribe(now -> button.setSelected(each.equals(now)));
    getButtons().add(button);
    return button;
  }
}
