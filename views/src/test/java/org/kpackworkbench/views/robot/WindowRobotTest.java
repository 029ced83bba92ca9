package org.kpackworkbench.views.robot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.draw.Pulses;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** What tests of windows rely on: waits for states, and clicks of the requested kind. */
@ExtendWith(WindowRobot.class)
class WindowRobotTest {
  private final List<Integer> clickCounts = new ArrayList<>();
  private final Button button = new Button("press");
  private final TextField field = new TextField();
  private final VBox parts = new VBox(button, field);
  private StackPane root;
  private int fired;

  @Start
  void start(Stage stage) {
    button.setId("press");
    button.setOnAction(event -> fired++);
    button.addEventHandler(
        MouseEvent.MOUSE_CLICKED, event -> clickCounts.add(event.getClickCount()));
    root = new StackPane(parts);
    stage.setScene(Pulses.scene(root, 300, 100));
    // The headless platform cannot draw a window that reaches below its screen, as one would that
    // is
    // moved with the size of an earlier test.
    stage.sizeToScene();
    stage.setX(0);
    stage.setY(0);
    stage.show();
  }

  @Test
  void clicksInARowAreSingleOnes(FxRobot robot) {
    robot.clickOn("#press").clickOn("press").clickOn(button).clickOn();
    assertThat(clickCounts).containsExactly(1, 1, 1, 1);
    assertThat(fired).isEqualTo(4);
  }

  @Test
  void aDoubleClickIsOneHoweverLongTheFirstTakes(FxRobot robot) {
    robot.interact(
        () ->
            button.setOnAction(
                event -> {
                  long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
                  while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                  }
                }));
    robot.clickOn(button).doubleClickOn(button);
    assertThat(clickCounts).containsExactly(1, 1, 2);
  }

  @Test
  void aTooltipTakesNoClick(FxRobot robot) {
    Tooltip tooltip = new Tooltip("what it does, in so many words that the tip is a wide one");
    tooltip.setShowDelay(Duration.ZERO);
    tooltip.setStyle("-fx-effect: dropshadow(gaussian, black, 30, 0, 0, 0)");
    robot.interact(
        () -> {
          button.setTooltip(tooltip);
          // At the edge of the screen a tooltip is moved to where it fits.
          root.getScene().getWindow().setX(700);
          root.getScene().getWindow().setY(300);
          parts.setAlignment(Pos.TOP_RIGHT);
        });
    for (int i = 1; i <= 4; i++) {
      robot.moveTo(button);
      Await.until("the tooltip", tooltip::isShowing);
      robot.clickOn(button);
      assertThat(fired).isEqualTo(i);
    }
  }

  @Test
  void aClickOnWhatIsCoveredFails(FxRobot robot) {
    Pane cover = new Pane();
    cover.setId("cover");
    robot.interact(() -> root.getChildren().add(cover));
    assertThatThrownBy(() -> robot.clickOn("#press"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("was not clicked")
        .hasMessageContaining("cover");
    assertThat(fired).isZero();
  }

  @Test
  void anActionHasBeenLaidOutWhenTheNextLineRuns(FxRobot robot) {
    Label label = new Label("there");
    robot.interact(() -> root.getChildren().add(label));
    assertThat(label.getWidth()).isPositive();
  }

  @Test
  void keysReachTheFocus(FxRobot robot) {
    robot.clickOn(field).write("a b").push(KeyCode.SHORTCUT, KeyCode.A).type(KeyCode.X);
    assertThat(field.getText()).isEqualTo("x");
    robot.eraseText(1);
    assertThat(field.getText()).isEmpty();
  }

  @Test
  void aNodeThatComesLaterIsAwaited(FxRobot robot) {
    Label late = new Label("late");
    late.setId("late");
    StackPane.setAlignment(late, Pos.BOTTOM_RIGHT);
    PauseTransition pause = new PauseTransition(Duration.millis(300));
    pause.setOnFinished(event -> root.getChildren().add(late));
    robot.interact(pause::play);
    assertThat(Await.node("#late")).isSameAs(late);
    assertThat(late.getWidth()).isPositive();
    PauseTransition gone = new PauseTransition(Duration.millis(300));
    gone.setOnFinished(event -> late.setVisible(false));
    robot.interact(gone::play);
    Await.noNode("#late");
    assertThat(late.isVisible()).isFalse();
  }

  @Test
  void whatNeverComesFailsWithWhatIsShown() {
    assertThatThrownBy(() -> Await.until("a miracle", Optional::empty, 0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a miracle: not after 0 seconds")
        .hasMessageContaining("#press press");
  }

  @Test
  void workThatAsksForMoreIsAwaitedToItsEnd() {
    CountedWork work = new CountedWork();
    CountDownLatch begun = new CountDownLatch(1);
    List<String> done = new ArrayList<>();
    work.background()
        .run(
            () -> begun.await(1, TimeUnit.MINUTES),
            first ->
                work.background()
                    .run(() -> "second", second -> done.add(second), failure -> done.add("no")),
            failure -> done.add("no"));
    begun.countDown();
    work.awaitEnd();
    assertThat(done).containsExactly("second");
  }

  @Test
  void whatNobodyCaughtOnTheJavaFxThreadFailsTheTest(FxRobot robot) {
    robot.interact(
        () ->
            button.setOnAction(
                event -> {
                  throw new IllegalStateException("a mistake in a handler");
                }));
    WaitForAsyncUtils.printException = false;
    try {
      assertThatThrownBy(() -> robot.clickOn(button))
          .hasStackTraceContaining("a mistake in a handler");
    } finally {
      WaitForAsyncUtils.printException = true;
    }
  }
}
