package org.kpackworkbench.app.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.app.window.StandardParts;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** What the tour says of the sample is what the window shows of it. */
@ExtendWith(ApplicationExtension.class)
class SampleTourTest {
  private static final Path SAMPLE =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("sample");

  private Workbench workbench;
  private Stage stage;

  @Start
  void start(Stage primary) {
    stage = primary;
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(
            stage,
            StandardParts.make(Journals.none())
                .tour(() -> SampleTour.in(new SampleWorkspace(SAMPLE))),
            ShellState.inMemory(),
            Background.sameThread(),
            themes);
    workbench = window.workbench();
    window.show();
  }

  private static void next(FxRobot robot) {
    robot.interact(robot.lookup("#tour-next").queryAs(Button.class)::fire);
  }

  /** Waits until something is there, since some of it is worked out a moment later. */
  private void shown(FxRobot robot, String text) throws TimeoutException {
    WaitForAsyncUtils.waitFor(
        10, TimeUnit.MINUTES, () -> robot.lookup(text).tryQuery().isPresent());
  }

  @Test
  void eachStepShowsWhatItSpeaksOf(FxRobot robot) throws TimeoutException {
    robot.interact(() -> workbench.actions().run(ActionId.TOUR));
    assertThat(stage.getTitle()).startsWith("libhostonly.so");
    shown(robot, "libmany.so");
    next(robot);
    assertThat(stage.getTitle()).startsWith("kpackfix_gfx90a.kpack");
    assertThat(workbench.navigator().current())
        .isInstanceOfSatisfying(
            Place.CodeObject.class, code -> assertThat(code.target()).startsWith("gfx90a"));
    shown(robot, "Kernels");
    next(robot);
    assertThat(stage.getTitle()).startsWith("libhostonly.so");
    shown(robot, "#target-field");
    shown(robot, "On gfx942:sramecc+:xnack- only 2 of 3 wrappers find code.");
    next(robot);
    assertThat(robot.lookup("#tour-card").tryQuery()).isEmpty();
  }
}
