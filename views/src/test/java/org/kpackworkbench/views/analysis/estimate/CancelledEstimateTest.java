package org.kpackworkbench.views.analysis.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import javafx.application.Platform;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.BareContext;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A measurement that is cancelled; the test says when work in the background goes on. */
@ExtendWith(WindowRobot.class)
class CancelledEstimateTest {
  private static final Path LIBRARY =
      Path.of("../app/sample/lib/libmany.so").toAbsolutePath().normalize();

  private final Queue<Runnable> waiting = new ArrayDeque<>();

  @Start
  void start(Stage stage) {
    Background background = Background.on(waiting::add, Platform::runLater);
    EstimatePage page = new EstimatePage(BareContext.of(background), LIBRARY);
    stage.setScene(new Scene((Parent) page.node(), 1200, 700));
    stage.show();
  }

  private static <N> N node(FxRobot robot, String id, Class<N> kind) {
    return kind.cast(robot.lookup(id).query());
  }

  private void work(FxRobot robot) {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
      robot.interact(() -> {});
    }
  }

  @Test
  void cancelEndsAMeasurementAndTheNextOneIsComplete(FxRobot robot) {
    Button measure = node(robot, "#estimate-measure", Button.class);
    Button cancel = node(robot, "#estimate-cancel", Button.class);
    ProgressBar bar = node(robot, "#estimate-progress", ProgressBar.class);
    Label step = node(robot, "#estimate-step", Label.class);
    WayChart chart = node(robot, "#estimate-chart", WayChart.class);
    assertThat(bar.isVisible()).isTrue();
    assertThat(measure.isDisabled()).isTrue();
    robot.interact(cancel::fire);
    work(robot);
    assertThat(step.getText()).isEqualTo("Cancelled.");
    assertThat(bar.isVisible()).isFalse();
    assertThat(cancel.isDisabled()).isTrue();
    assertThat(chart.ways()).isEmpty();

    robot.interact(measure::fire);
    work(robot);
    assertThat(step.getText()).isEmpty();
    assertThat(chart.ways()).hasSize(5);
  }
}
