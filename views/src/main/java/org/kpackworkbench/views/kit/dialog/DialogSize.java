package org.kpackworkbench.views.kit.dialog;

import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.control.Dialog;
import javafx.scene.control.DialogPane;
import javafx.scene.layout.Region;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.stage.Window;

/**
 * Opens dialogs at the size of their contents, however the window manager answers.
 *
 * <p>A dialog's window takes its first size from the empty dialog. Under X11 the window manager's
 * answer to that size can arrive after the window has grown, and makes it small again. So the size
 * is taken when the contents are there, it is the smallest that the window manager may give, and an
 * answer that is smaller all the same is asked for again.
 */
final class DialogSize {
  /** Room for the frame and the panels of a desktop, in pixels. */
  private static final double DESKTOP = 60;

  private static final int MOST_REQUESTS = 8;

  private final Stage stage;
  private final Scene scene;
  private final double width;
  private final double height;
  private int requests;

  private DialogSize(Stage stage, Scene scene, double width, double height) {
    this.stage = stage;
    this.scene = scene;
    this.width = width;
    this.height = height;
  }

  /** Sets the size of a dialog whose contents and buttons are there, before it is shown. */
  static void whole(Dialog<?> dialog) {
    DialogPane pane = dialog.getDialogPane();
    Scene scene = pane.getScene();
    if (!(scene.getWindow() instanceof Stage stage)) {
      return;
    }
    pane.applyCss();
    pane.layout();
    Rectangle2D screen = screen(stage.getOwner());
    double width = Math.min(Math.ceil(pane.prefWidth(-1)), screen.getWidth() - DESKTOP);
    double height = Math.min(Math.ceil(pane.prefHeight(width)), screen.getHeight() - DESKTOP);
    stage.setMinWidth(width);
    stage.setMinHeight(height);
    // Until it is shown: a smaller window, if it comes to that, is to lay out what it has.
    pane.setMinSize(width, height);
    stage.sizeToScene();
    DialogSize size = new DialogSize(stage, scene, width, height);
    scene.widthProperty().subscribe(now -> size.check());
    scene.heightProperty().subscribe(now -> size.check());
    stage
        .showingProperty()
        .subscribe(
            shown -> {
              if (shown) {
                pane.setMinSize(Region.USE_COMPUTED_SIZE, Region.USE_COMPUTED_SIZE);
                size.check();
              }
            });
  }

  private static Rectangle2D screen(Window owner) {
    return owner == null
        ? Screen.getPrimary().getVisualBounds()
        : Screen.getScreensForRectangle(
                owner.getX(), owner.getY(), owner.getWidth(), owner.getHeight())
            .stream()
            .findFirst()
            .orElse(Screen.getPrimary())
            .getVisualBounds();
  }

  private void check() {
    if (!stage.isShowing()) {
      return;
    }
    double sides = Math.max(0, stage.getWidth() - scene.getWidth());
    double bars = Math.max(0, stage.getHeight() - scene.getHeight());
    if (sides < DESKTOP && bars < DESKTOP) {
      stage.setMinWidth(width + sides);
      stage.setMinHeight(height + bars);
    }
    if ((scene.getWidth() < width || scene.getHeight() < height) && requests++ < MOST_REQUESTS) {
      // Not while the answer is being dealt with: the request would be lost.
      Platform.runLater(this::request);
    }
  }

  private void request() {
    double sides = Math.clamp(stage.getWidth() - scene.getWidth(), 0, DESKTOP);
    double bars = Math.clamp(stage.getHeight() - scene.getHeight(), 0, DESKTOP);
    if (stage.isShowing() && scene.getWidth() < width) {
      stage.setWidth(width + sides);
    }
    if (stage.isShowing() && scene.getHeight() < height) {
      stage.setHeight(height + bars);
    }
  }
}
