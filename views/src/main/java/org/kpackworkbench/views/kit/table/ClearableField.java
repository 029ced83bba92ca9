package org.kpackworkbench.views.kit.table;

import javafx.event.ActionEvent;
import javafx.geometry.Insets;
import javafx.scene.Cursor;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.controlsfx.control.textfield.CustomTextField;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;

/**
 * A text field that is emptied by a cross at its end, and by Esc while there is something in it. UI
 * thread only.
 */
public final class ClearableField extends CustomTextField {
  private final Button clear = Controls.styled(new Button("✕"), "flat", "close-button");

  /**
   * An empty field.
   *
   * @param id of the field; the cross is {@code id-clear}
   * @param name what a screen reader calls the field
   * @param clears what the cross does, in words
   */
  public ClearableField(String id, String name, String clears) {
    setId(id);
    setAccessibleText(name);
    getStyleClass().add("clearable");
    setMinHeight(USE_PREF_SIZE);
    clear.setId(id + "-clear");
    clear.setAccessibleText(clears);
    clear.setTooltip(new Tooltip(clears + " (Esc)"));
    // No higher than a line of text, so that the field is as high as others.
    clear.setPadding(Insets.EMPTY);
    clear.setCursor(Cursor.DEFAULT);
    // Esc does it: Tab goes on to what is behind the field.
    clear.setFocusTraversable(false);
    clear.setOnAction(event -> empty());
    // Its room is kept, so that text does not move when it comes.
    clear.visibleProperty().bind(textProperty().isNotEmpty());
    setRight(clear);
    addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ESCAPE && !getText().isEmpty()) {
            empty();
            event.consume();
          }
        });
  }

  private void empty() {
    clear();
    fireEvent(new ActionEvent());
    requestFocus();
  }

  /** None: the field looks as the theme has all fields look. */
  @Override
  public @Nullable String getUserAgentStylesheet() {
    return null;
  }
}
