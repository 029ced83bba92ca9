package org.kpackworkbench.views.kit.theme;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.Await;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** On a desktop without transparent windows, a menu has no white frame. */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class PopupsDisplayTest {
  private StackPane owner;

  @Start
  void start(Stage stage) {
    owner = new StackPane();
    Scene scene = new Scene(owner, 400, 300);
    new Themes(new SystemLook(false, false), new Zoom()).dress(scene);
    stage.setScene(scene);
    stage.show();
  }

  @Test
  void menuFillsItsWindow(FxRobot robot) {
    ContextMenu menu = new ContextMenu(new MenuItem("Extract"), new MenuItem("Verify"));
    robot.interact(() -> menu.show(owner, 100, 100));
    Await.settled();
    robot.interact(
        () -> {
          Node shown = menu.getScene().getRoot().lookup(".context-menu");
          assertThat(shown.getLayoutBounds().getWidth()).isEqualTo(menu.getWidth());
          assertThat(shown.getLayoutBounds().getHeight()).isEqualTo(menu.getHeight());
          menu.hide();
        });
  }
}
