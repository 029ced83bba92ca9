package org.kpackworkbench.views.kit.dialog;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TreeTableView;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/**
 * Enter does the main thing of a form. The main button has the focus as soon as it can be pressed,
 * unless the user went elsewhere. An Enter that comes while the form still works out whether it can
 * be done is kept until then; any other key or a click takes it back.
 */
final class DialogEnter {
  private final Button main;
  private boolean touched;
  private boolean wanted;

  private DialogEnter(Button main) {
    this.main = main;
  }

  /** Lets Enter in a form press a button. */
  static void starts(DialogPane form, Button main, ObservableValue<Boolean> possible) {
    DialogEnter enter = new DialogEnter(main);
    form.addEventFilter(MouseEvent.MOUSE_PRESSED, event -> enter.touch());
    form.addEventFilter(KeyEvent.KEY_PRESSED, enter::key);
    possible.subscribe(
        now -> {
          if (now) {
            enter.possible();
          }
        });
    form.sceneProperty()
        .flatMap(scene -> scene.windowProperty())
        .flatMap(window -> window.showingProperty())
        .subscribe(
            showing -> {
              if (Boolean.TRUE.equals(showing) && possible.getValue()) {
                enter.possible();
              }
            });
  }

  private void touch() {
    touched = true;
    wanted = false;
  }

  private void key(KeyEvent event) {
    if (event.getCode() != KeyCode.ENTER) {
      touch();
      return;
    }
    if (event.isAltDown() || event.isShortcutDown() || takesEnter(focused())) {
      return;
    }
    event.consume();
    if (main.isDisabled()) {
      wanted = true;
    } else {
      main.fire();
    }
  }

  private @Nullable Node focused() {
    return main.getScene() == null ? null : main.getScene().getFocusOwner();
  }

  /** Whether Enter means something of its own there. */
  private boolean takesEnter(@Nullable Node focused) {
    return switch (focused) {
      case null -> false;
      case Button button -> !button.equals(main);
      case Hyperlink link -> true;
      case MenuButton menu -> true;
      case TextArea text -> text.isEditable();
      case ComboBoxBase<?> combo -> true;
      case TableView<?> table -> table.isEditable();
      case TreeTableView<?> table -> table.isEditable();
      case TreeView<?> tree -> false;
      case ListView<?> list -> false;
      default -> false;
    };
  }

  private void possible() {
    if (wanted) {
      wanted = false;
      main.fire();
    } else if (!touched && main.getScene() != null) {
      main.requestFocus();
    }
  }
}
