package org.kpackworkbench.app.picture;

import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** Dialogs drawn over the window instead of in windows of their own, so that a picture has them. */
final class DrawnDialogs extends NoDialogs {
  private static final String FRAME =
      "-fx-background-color: -color-bg-default; -fx-border-color: -color-border-default;"
          + " -fx-effect: dropshadow(gaussian, #00000066, 24, 0, 0, 6);";
  private static final String TITLE =
      "-fx-background-color: -color-bg-subtle; -fx-padding: 8 12; -fx-font-weight: bold;";
  private static final String SHADE = "-fx-background-color: #00000033;";

  private final StackPane layer = new StackPane();

  DrawnDialogs() {
    layer.setStyle(SHADE);
    layer.setVisible(false);
  }

  /** Returns the layer over the window. */
  StackPane layer() {
    return layer;
  }

  /**
   * Lays the dialog out again: its pane forgets that it has to be, when its contents get their
   * styles while it is being laid out.
   */
  void settle() {
    if (layer.isVisible()) {
      layer.applyCss();
      layer.getChildren().forEach(DrawnDialogs::layOutAgain);
      layer.requestLayout();
      layer.layout();
    }
  }

  private static void layOutAgain(Node node) {
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(DrawnDialogs::layOutAgain);
      parent.requestLayout();
    }
  }

  @Override
  public void show(String title, Region content) {
    draw(title, content, ButtonType.CLOSE);
  }

  @Override
  public void ask(
      String title,
      Region content,
      String yes,
      ObservableValue<Boolean> possible,
      Runnable action) {
    ButtonType go = new ButtonType(yes, ButtonData.OK_DONE);
    Node button = draw(title, content, go, ButtonType.CANCEL).lookupButton(go);
    possible.subscribe(now -> button.setDisable(!now));
  }

  private DialogPane draw(String title, Region content, ButtonType... buttons) {
    DialogPane pane = new DialogPane();
    pane.setContent(content);
    pane.getButtonTypes().setAll(buttons);
    // A pane without a dialog makes itself as low as it can be each second time it is laid out.
    pane.setMinHeight(Region.USE_PREF_SIZE);
    Label heading = new Label(title);
    heading.setStyle(TITLE);
    heading.setMaxWidth(Double.MAX_VALUE);
    heading.setAlignment(Pos.CENTER);
    VBox frame = new VBox(heading, pane);
    frame.setStyle(FRAME);
    frame.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
    layer.getChildren().setAll(frame);
    layer.setVisible(true);
    return pane;
  }
}
