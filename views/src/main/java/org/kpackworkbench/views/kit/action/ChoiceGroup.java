package org.kpackworkbench.views.kit.action;

import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleGroup;

/**
 * Buttons for the values of one setting, of which one is on. It follows their selection, since
 * arrow keys select a button without pressing it. UI thread only.
 */
public final class ChoiceGroup<T> {
  private final ToggleGroup group = new ToggleGroup();
  private final ObservableValue<? extends T> value;

  /**
   * A choice without buttons.
   *
   * @param value the value in force
   * @param choose receives another value when its button is selected
   */
  public ChoiceGroup(ObservableValue<T> value, Consumer<? super T> choose) {
    this.value = value;
    value.subscribe(this::select);
    group
        .selectedToggleProperty()
        .subscribe(
            (before, now) -> {
              if (now == null) {
                // A click on the button that is on must not turn it off.
                select(value.getValue());
              } else {
                choose.accept(of(now));
              }
            });
  }

  /** Adds a button for a value, and returns it. */
  public <B extends Toggle> B add(T each, B button) {
    button.setUserData(each);
    button.setToggleGroup(group);
    button.setSelected(each.equals(value.getValue()));
    return button;
  }

  private void select(T now) {
    for (Toggle button : group.getToggles()) {
      if (button.getUserData().equals(now)) {
        group.selectToggle(button);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private T of(Toggle button) {
    return (T) button.getUserData();
  }
}
