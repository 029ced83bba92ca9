package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Path;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.operation.edit.LaterWork;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Who has the focus when a level of a comparison opens: the level, in the same moment. */
@ExtendWith(WindowRobot.class)
class CompareFocusTest {
  @TempDir private Path temp;
  private final LaterWork work = new LaterWork();
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage, work.background());
    // The tree is beside the comparison.
    stage.setWidth(1280);
  }

  private boolean focusIn(String id) {
    Node at = page.window.stage.getScene().getFocusOwner();
    while (at != null && !id.equals(at.getId())) {
      at = at.getParent();
    }
    return at != null;
  }

  private static KeyEvent enter() {
    return new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false);
  }

  @Test
  void aLevelHasTheFocusAsSoonAsItOpens(FxRobot robot) throws Exception {
    StandardWindow window = page.window;
    page.compare(
        robot,
        ComparedFiles.archives(
            temp, fixture("kinds-gfx942.hsaco"), fixture("kinds-gfx90a-xnack-on.hsaco")));
    assertThat(focusIn("compare")).as("of the first level").isTrue();
    assertThat(window.workbench.jobs().list()).as("a level leaves no finished job").isEmpty();
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    TableView<?> first = CompareWindow.table(robot);
    robot.interact(
        () -> {
          Node tree = window.stage.getScene().lookup("#workspace-tree");
          tree.requestFocus();
          Event.fireEvent(first, enter());
          // Nothing runs in between: the next key is for the level.
          assertThat(focusIn("compare")).as("below a row").isTrue();
          assertThat(CompareWindow.table(robot)).isNotSameAs(first);
        });
    assertThat(window.workbench.jobs().list()).as("nor does one below a row").isEmpty();
    robot.push(KeyCode.BACK_SPACE);
    assertThat(CompareWindow.table(robot)).isSameAs(first);
    robot.interact(
        () -> {
          window.stage.getScene().lookup("#workspace-tree").requestFocus();
          assertThat(window.workbench.actions().run(ActionId.RELOAD)).isTrue();
          assertThat(focusIn("compare")).as("after it was read again").isTrue();
        });
  }

  @Test
  void whatComparesTheContentsOfALevelEndsWithIt(FxRobot robot) throws Exception {
    StandardWindow window = page.window;
    page.compare(
        robot,
        ComparedFiles.archives(
            temp, fixture("kinds-gfx942.hsaco"), fixture("kinds-gfx90a-xnack-on.hsaco")));
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    TableView<?> first = CompareWindow.table(robot);
    work.hold();
    robot.push(KeyCode.ENTER);
    robot.interact(
        () -> {
          while (window.workbench.jobs().list().isEmpty() && work.waiting() > 0) {
            work.step();
          }
        });
    assertThat(window.workbench.jobs().list())
        .extracting(Job::state)
        .as("the level below the row is not compared yet")
        .containsExactly(Job.State.RUNNING);
    assertThat(CompareWindow.table(robot)).isNotSameAs(first);
    robot.push(KeyCode.BACK_SPACE);
    robot.interact(work::all);
    assertThat(CompareWindow.table(robot)).isSameAs(first);
    assertThat(window.workbench.jobs().list()).as("nor an unfinished one").isEmpty();
  }
}
