package org.kpackworkbench.views.kit.action;

import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.control.Controls;

/** Buttons with a sign or a word on them, and all of it in words as tooltip. UI thread only. */
public final class SignButton {
  private SignButton() {}

  /** A button. */
  public static Button of(String id, String sign, String words, Runnable action) {
    Button button = new Button();
    set(button, id, sign, words, action);
    return button;
  }

  /** A button that says all in its text. */
  public static Button named(String id, String text, Runnable action) {
    return Controls.whole(Controls.button(id, text, action));
  }

  /** Makes a button of any kind such a one. */
  public static void set(ButtonBase button, String id, String sign, String words, Runnable action) {
    button.setId(id);
    button.setText(sign);
    button.setTooltip(new Tooltip(words));
    button.setAccessibleText(words);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(event -> action.run());
  }
}
