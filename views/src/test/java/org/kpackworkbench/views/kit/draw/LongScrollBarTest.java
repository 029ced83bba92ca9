package org.kpackworkbench.views.kit.draw;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Point2D;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class LongScrollBarTest {
  private static final long ROWS = 400_000_000_000L;

  private LongScrollBar bar;

  @Start
  void show(Stage stage) {
    bar = new LongScrollBar();
    bar.maxProperty().set(ROWS);
    bar.visibleRowsProperty().set(50);
    BorderPane pane = new BorderPane();
    pane.setLeft(bar);
    stage.setScene(Pulses.scene(pane, 600, 424));
    stage.show();
  }

  private Region thumb() {
    return (Region) bar.lookup(".thumb");
  }

  /**
   * Drags the thumb. The events are made by hand: the headless platform does not keep sending them
   * to the node that was pressed.
   */
  private void drag(FxRobot robot, double right, double down) {
    robot.interact(
        () -> {
          Point2D from = thumb().localToScene(4, 10);
          fire(MouseEvent.MOUSE_PRESSED, from);
          fire(MouseEvent.MOUSE_DRAGGED, from.add(right, 0));
          fire(MouseEvent.MOUSE_DRAGGED, from.add(right, down));
          fire(MouseEvent.MOUSE_RELEASED, from.add(right, down));
        });
  }

  private void fire(EventType<MouseEvent> type, Point2D scene) {
    Point2D local = thumb().sceneToLocal(scene);
    PickResult pick = new PickResult(thumb(), scene.getX(), scene.getY());
    boolean down = type != MouseEvent.MOUSE_RELEASED;
    // Made for the scene: on its way to the thumb the coordinates become the thumb's.
    Event.fireEvent(
        thumb(),
        new MouseEvent(
            bar.getScene(),
            thumb(),
            type,
            scene.getX(),
            scene.getY(),
            local.getX(),
            local.getY(),
            MouseButton.PRIMARY,
            1,
            false,
            false,
            false,
            false,
            down,
            false,
            false,
            false,
            false,
            true,
            pick));
  }

  @Test
  void theThumbReachesBothEndsOfAHugeFile(FxRobot robot) {
    Pulses.settle();
    drag(robot, 0, bar.getHeight());
    assertThat(bar.valueProperty().get()).isEqualTo(ROWS);
    Pulses.settle();
    assertThat(thumb().getLayoutY() + thumb().getHeight()).isEqualTo(bar.getHeight());
    drag(robot, 0, -bar.getHeight());
    assertThat(bar.valueProperty().get()).isZero();
  }

  @Test
  void farFromTheBarOnePixelIsOneRow(FxRobot robot) {
    Pulses.settle();
    drag(robot, 400, 7);
    assertThat(bar.valueProperty().get()).isEqualTo(7);
  }

  @Test
  void aClickBesideTheThumbPages(FxRobot robot) {
    Pulses.settle();
    robot.clickOn(bar, MouseButton.PRIMARY);
    assertThat(bar.valueProperty().get()).isEqualTo(49);
  }

  @Test
  void draggingGetsFinerByAndBy() {
    assertThat(LongScrollBar.finer(1e6, 0, false)).isEqualTo(1e6);
    assertThat(LongScrollBar.finer(1e6, 100, false)).isEqualTo(1e3);
    assertThat(LongScrollBar.finer(1e6, 500, false)).isEqualTo(1);
    assertThat(LongScrollBar.finer(1e6, 0, true)).isEqualTo(1e3);
    assertThat(LongScrollBar.finer(0.5, 500, true)).isEqualTo(0.5);
  }
}
