package org.kpackworkbench.views.kit.theme;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Scene;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class KeySplitPaneTest {
  private final Region main = new Region();
  private final Region side = new Region();
  private KeySplitPane split;

  @Start
  void start(Stage stage) {
    main.setMinWidth(40);
    SplitPane.setResizableWithParent(side, false);
    split = new KeySplitPane(main);
    stage.setScene(new Scene(split, 800, 200));
    stage.show();
  }

  private void giveSide(double pixels) {
    split.place(() -> split.setDividerPosition(0, 1 - pixels / split.getWidth()));
  }

  /** What the user sees first is right; a second layout would be seen as a jump. */
  @Test
  void anItemThatComesHasItsSizeInTheFirstLayout(FxRobot robot) {
    robot.interact(
        () -> {
          split.getItems().add(side);
          giveSide(240);
          split.resize(1200, 200);
          giveSide(240);
          split.layout();
          assertThat(side.getWidth()).isBetween(236.0, 244.0);
          assertThat(main.getWidth()).isGreaterThan(940);
        });
  }

  @Test
  void afterThatLayoutDividersStayWhereTheyAreMoved(FxRobot robot) {
    robot.interact(
        () -> {
          split.getItems().add(side);
          giveSide(240);
          split.layout();
          split.setDividerPosition(0, 0.5);
          split.layout();
          assertThat(side.getWidth()).isBetween(390.0, 404.0);
        });
  }
}
