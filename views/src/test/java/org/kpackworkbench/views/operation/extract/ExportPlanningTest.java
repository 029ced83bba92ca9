package org.kpackworkbench.views.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.Remembered;
import org.kpackworkbench.views.spi.WorkSettings;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What the extract dialog says while it does not know yet what would be written. */
@ExtendWith(WindowRobot.class)
class ExportPlanningTest {
  private final Deque<Runnable> work = new ArrayDeque<>();
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @Test
  void itSaysThatItIsWorkingItOut(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    ExportPane[] pane = new ExportPane[1];
    robot.interact(
        () -> {
          var file =
              Objects.requireNonNull(
                  Objects.requireNonNull(window.workbench.files().active()).file());
          var document = file.as(CodeObjectSource.class).orElseThrow().document();
          ExportModel model =
              new ExportModel(
                  ExportSelection.all(document),
                  Path.of("out"),
                  Background.on(work::add, Runnable::run),
                  new WorkSettings(Remembered.inMemory()));
          pane[0] = new ExportPane(model, window.dialogs);
          Scene scene = new Scene(pane[0], 640, 480);
          pane[0].applyCss();
          pane[0].layout();
          assertThat(scene.getRoot()).isSameAs(pane[0]);
        });
    assertThat(nothing(pane[0])).startsWith("Working out");
    assertThat(command(pane[0])).startsWith("Working out");
    robot.interact(
        () -> {
          while (!work.isEmpty()) {
            work.poll().run();
          }
        });
    assertThat(nothing(pane[0])).startsWith("Nothing would be written");
    assertThat(command(pane[0])).startsWith("kpack-workbench extract");
  }

  private static String nothing(ExportPane pane) {
    return ((Label) pane.lookup("#export-nothing")).getText();
  }

  private static String command(ExportPane pane) {
    return ((TextArea) pane.lookup("#export-command")).getText();
  }
}
