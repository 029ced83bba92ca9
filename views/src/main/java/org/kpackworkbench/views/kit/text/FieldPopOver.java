package org.kpackworkbench.views.kit.text;

import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;

/**
 * A list below a field, from which keys and the mouse choose while the field keeps the focus:
 * arrows select a row, Enter takes it, Escape hides the list and clears the field. UI thread only.
 */
public final class FieldPopOver extends PopOver {
  private static final double WINDOW_SHARE = 0.9;

  private final TextField field;
  private final ListView<?> list;
  private final VBox box;
  private final Runnable suggest;
  private final Runnable take;

  /**
   * A list that is hidden.
   *
   * @param suggest shows the list where there is something to choose from
   * @param take takes the selected row, or what was typed
   * @param below what is shown below the list
   */
  public FieldPopOver(
      TextField field, ListView<?> list, Runnable suggest, Runnable take, Node... below) {
    this.field = field;
    this.list = list;
    this.suggest = suggest;
    this.take = take;
    list.setFocusTraversable(false);
    list.getStyleClass().addAll("dense", "edge-to-edge");
    list.setOnMouseClicked(event -> take.run());
    box = new VBox(list);
    box.getChildren().addAll(below);
    box.getStyleClass().add("field-list");
    setContentNode(box);
    // Its own stylesheet is light in any theme.
    getRoot().getStylesheets().clear();
    setDetachable(false);
    setAnimated(false);
    setHideOnEscape(false);
    field
        .focusedProperty()
        .subscribe(
            focused -> {
              if (!focused) {
                hide();
              }
            });
    field.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
  }

  /** Shows the list, as high as its rows, and no wider than the window. */
  public void show(double widthEms, double listEms) {
    list.setStyle(String.format(Locale.ROOT, "-fx-pref-height: %.1fem;", listEms));
    double em = field.getFont().getSize();
    box.setPrefWidth(Math.min(widthEms * em, field.getScene().getWidth() * WINDOW_SHARE));
    if (!isShowing()) {
      show(field, 4);
    }
  }

  private void key(KeyEvent event) {
    int selected = list.getSelectionModel().getSelectedIndex();
    switch (event.getCode()) {
      case DOWN -> {
        if (!isShowing()) {
          suggest.run();
        }
        select(selected + 1);
      }
      case UP -> select(selected - 1);
      case ENTER -> take.run();
      case ESCAPE -> {
        if (field.getText().isEmpty() && !isShowing()) {
          return;
        }
        hide();
        field.clear();
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void select(int row) {
    if (!list.getItems().isEmpty()) {
      int inside = Math.clamp(row, 0, list.getItems().size() - 1);
      list.getSelectionModel().clearAndSelect(inside);
      list.scrollTo(Math.max(0, inside - 3));
    }
  }
}
