package org.kpackworkbench.views.format.aotriton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.search.KernelFinder;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** AOTriton's archives in the real window. */
@ExtendWith(WindowRobot.class)
class AotritonWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @Test
  void kernelsOfMembersAreRowsThatOpen(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.fixture("aotriton.zip"));
    OpenedFile file =
        Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
    assertThat(file.icon()).isEqualTo(KpackIcon.DATABASE);
    assertThat(robot.lookup(".overview-sentence").queryAllAs(Label.class))
        .extracting(Label::getText)
        .containsExactly("aotriton.zip is an AOTriton archive.", "It has 2 members, 3 kernels.");
    window.picture(robot, "aotriton-overview");

    robot.interact(() -> assertThat(window.workbench.showView("parts")).isTrue());
    TableView<?> parts = robot.lookup("#parts").queryAs(TableView.class);
    assertThat(cell(parts, "Name", 1)).isEqualTo("flash/attn_fwd/attn_fwd__P__1");
    assertThat(cell(parts, "Shared memory", 1)).isEqualTo("4096");
    assertThat(cell(parts, "Threads", 2)).isEqualTo("64");
    window.picture(robot, "aotriton-parts");
    robot.clickOn("#filter").write("threads>128 sharedmemory>1k").type(KeyCode.ENTER);
    assertThat(cell(parts, "Name", 0)).isEqualTo("flash/attn_fwd/attn_fwd__P__1");
    assertThat(parts.getItems()).hasSize(1);

    Place kernel = new KernelFinder().find(file, "axpy", 9, Progress.NONE).getFirst().place();
    robot.interact(() -> window.workbench.navigator().go(kernel));
    assertThat(robot.lookup("#kernel-name").queryAs(TextField.class).getText()).contains("axpy");
  }

  private static String cell(TableView<?> table, String column, int row) {
    for (TableColumn<?, ?> each : table.getColumns()) {
      if (each.getText().equals(column)) {
        return String.valueOf(each.getCellData(row));
      }
    }
    throw new AssertionError(column + " is none of " + table.getColumns());
  }
}
