package org.kpackworkbench.views.analysis.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/**
 * What takes a while with a hundred thousand kernels is background work: while it waits, the table
 * has its rows and the chart and the table below are as before.
 */
class KernelScatterWorkTest extends WindowTest {
  private final Queue<Runnable> work = new ConcurrentLinkedQueue<>();

  @Start
  void start(Stage primary) {
    window =
        new StandardWindow(
            primary, StandardViews.parts(), Background.on(work::add, Platform::runLater));
  }

  /** Does one piece of background work after another until something is so. */
  private void workUntil(FxRobot robot, String what, BooleanSupplier reached) {
    boolean[] now = new boolean[1];
    while (true) {
      Await.settled();
      robot.interact(() -> now[0] = reached.getAsBoolean());
      if (now[0]) {
        return;
      }
      Await.until("work for " + what, () -> !work.isEmpty());
      work.remove().run();
    }
  }

  private static RowsTable<?> table(FxRobot robot) {
    return robot.lookup("#kernel-figures").queryAs(RowsTable.class);
  }

  private static String points(FxRobot robot) {
    String text = robot.lookup("#kernel-scatter").queryAs(KernelScatter.class).getAccessibleText();
    return text.substring(0, text.indexOf(" of kernels"));
  }

  private static String heading(FxRobot robot) {
    return robot.lookup("#kernel-targets-heading").queryAs(Label.class).getText();
  }

  @Test
  void pointsAndNamesAreCollectedInTheBackground(FxRobot robot) {
    robot.interact(() -> window.workbench.openAll(List.of(StandardWindow.fixture("libmany.so"))));
    workUntil(robot, "the page", () -> window.workbench.showView("kernel-figures"));
    workUntil(robot, "the rows", () -> table(robot).model().shown() > 0);
    assertThat(points(robot)).as("before the work is done").isEqualTo("0 points");
    robot.interact(() -> table(robot).pickPosition(0));
    assertThat(heading(robot)).as("before the work is done").endsWith(": 1 target");
    workUntil(robot, "the points", () -> !points(robot).equals("0 points"));
    String all = points(robot);
    workUntil(robot, "the names", () -> heading(robot).endsWith(": 5 targets"));

    robot.interact(() -> table(robot).model().filter("vgprs>30"));
    int before = table(robot).model().shown();
    workUntil(robot, "the filter", () -> table(robot).model().shown() < before);
    assertThat(points(robot)).as("before the work for the filter is done").isEqualTo(all);
    workUntil(robot, "fewer points", () -> !points(robot).equals(all));
  }
}
