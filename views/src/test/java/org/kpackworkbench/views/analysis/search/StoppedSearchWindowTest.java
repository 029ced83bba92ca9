package org.kpackworkbench.views.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.CountedWork;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A search that would run for years ends only because it is stopped; in the real window. */
class StoppedSearchWindowTest extends WindowTest {
  /** Tries more ways through a name of some length than there is time for. */
  private static final String YEARS = "^(\\w+\\w+)+\\1x!";

  private final CountedWork work = new CountedWork();

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary, StandardViews.parts(), work.background());
  }

  private void search(FxRobot robot, String mode, String text) {
    robot.press(KeyCode.CONTROL, KeyCode.SHIFT).type(KeyCode.F);
    robot.release(KeyCode.SHIFT, KeyCode.CONTROL);
    robot.clickOn("#code-search-" + mode);
    robot.clickOn("#code-search-field");
    robot.press(KeyCode.CONTROL).type(KeyCode.A).release(KeyCode.CONTROL);
    robot.write(text).type(KeyCode.ENTER);
  }

  private Job running() {
    return Await.until(
        "the search",
        () ->
            window.workbench.jobs().list().stream()
                .filter(
                    job -> job.title().contains("Search in") && job.state() == Job.State.RUNNING)
                .findFirst());
  }

  private static String outcome(FxRobot robot) {
    return robot.lookup("#code-search-outcome").queryAs(Labeled.class).getText();
  }

  @Test
  void theButtonAndTheNextSearchStopIt(FxRobot robot) {
    robot.interact(
        () -> window.workbench.openAll(List.of(StandardWindow.fixture("kinds-gfx942.hsaco"))));
    work.awaitEnd();
    search(robot, "expression", YEARS);
    Job stopped = running();
    assertThat(outcome(robot)).isEqualTo("Searching in kinds-gfx942.hsaco…");
    robot.clickOn("#code-search-stop");
    work.awaitEnd();
    assertThat(stopped.state()).isEqualTo(Job.State.CANCELLED);
    assertThat(outcome(robot)).isEqualTo("Stopped.");
    assertThat(robot.lookup("#code-search-stop").query().isVisible()).isFalse();
    search(robot, "expression", YEARS);
    Job replaced = running();
    search(robot, "text", "scratch");
    work.awaitEnd();
    assertThat(replaced.state()).isEqualTo(Job.State.CANCELLED);
    assertThat(outcome(robot)).endsWith("in 1 code object of kinds-gfx942.hsaco");
    TableView<?> rows = robot.lookup("#code-matches").queryTableView();
    assertThat(rows.getItems()).isNotEmpty();
  }
}
