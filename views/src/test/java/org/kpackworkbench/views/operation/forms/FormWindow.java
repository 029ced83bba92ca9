package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;

/** The real window, its forms and their results; tests show it on the stage that they are given. */
@ExtendWith(WindowRobot.class)
abstract class FormWindow {
  @TempDir Path temp;
  StandardWindow window;
  Path root;

  @BeforeEach
  void folder() throws IOException {
    root = temp.toRealPath();
  }

  /** The description of packages that the shard "one" becomes. */
  Path packages() throws IOException {
    return Files.writeString(
        root.resolve("p.yaml"),
        """
        primary_shard: one
        architecture_groups:
          cdna3:
            display_name: CDNA 3
            architectures: [gfx942]
        """);
  }

  Region form(FxRobot robot, ActionId action, String title) {
    robot.interact(() -> assertThat(window.workbench.actions().run(action)).isTrue());
    return shown(title);
  }

  Region shown(String title) {
    return Objects.requireNonNull(window.dialogs.shown.get(title), title);
  }

  static <T> T in(Region dialog, String id, Class<T> type) {
    return type.cast(Objects.requireNonNull(FormPictures.find(dialog, id), id));
  }

  static List<FormRow> rows(Region dialog, String id) {
    return ShownRows.in(in(dialog, id, TableView.class), FormRow.class);
  }

  static void press(FxRobot robot, Region dialog, String id) {
    robot.interact(() -> in(dialog, id, Button.class).fire());
  }

  static void fill(FxRobot robot, Region dialog, String id, Object text) {
    robot.interact(() -> in(dialog, id, TextField.class).setText(text.toString()));
  }

  /** The result of the last job, which has to have gone well. */
  Region result(FxRobot robot) {
    Job job = window.workbench.jobs().list().getFirst();
    assertThat(job.failureProperty().get()).isNull();
    assertThat(job.state()).isEqualTo(Job.State.DONE);
    robot.interact(() -> robot.lookup("#notice-show").queryButton().fire());
    return shown("Result");
  }

  /** The file of the active tab. */
  OpenedFile active() {
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
  }
}
