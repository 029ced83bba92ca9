package org.kpackworkbench.views.kit.dialog;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.control.Controls;

/** A line above a view that says something about it and offers what can be done. */
public final class MessageBar extends HBox {
  /** How much it matters; each has a sign beside its colour. */
  public enum Severity {
    INFO("ℹ", "info-bar"),
    WARNING("⚠", "warning-bar"),
    ERROR("✖", "error-bar");

    private final String sign;
    private final String styleClass;

    Severity(String sign, String styleClass) {
      this.sign = sign;
      this.styleClass = styleClass;
    }
  }

  /** Text about the effect of a change on disk on the shown content. */
  public static final String OUT_OF_DATE = "What is shown may be out of date.";

  /** Creates a bar about content that was read from another version of a file or folder. */
  public static MessageBar changedOnDisk(String what, Button... buttons) {
    return new MessageBar(
        Severity.WARNING, "%s was changed on disk. %s".formatted(what, OUT_OF_DATE), buttons);
  }

  /** A bar with a text and buttons. */
  public MessageBar(Severity severity, String text, Button... buttons) {
    getStyleClass().addAll("message-bar", severity.styleClass);
    Label sign = Controls.whole(new Label(severity.sign));
    Label label = Controls.wide(Controls.text(text));
    label.setMaxWidth(Double.MAX_VALUE);
    getChildren().addAll(sign, label);
    for (Button button : buttons) {
      add(button);
    }
    setAccessibleRole(AccessibleRole.TEXT);
    setAccessibleText(text);
  }

  /** Adds a button behind those that are there. */
  public void add(Button button) {
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.getStyleClass().add("small");
    getChildren().add(button);
  }
}
