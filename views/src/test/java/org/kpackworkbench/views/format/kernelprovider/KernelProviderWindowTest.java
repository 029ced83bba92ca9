package org.kpackworkbench.views.format.kernelprovider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Descriptors of hip-kernel-provider in the real window. */
@ExtendWith(WindowRobot.class)
class KernelProviderWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @Test
  void theKernelsThatItNamesAreRowsThatFilter(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.fixture("kernels.json"));
    OpenedFile file = window.activeFile();
    assertThat(file.icon()).isEqualTo(KpackIcon.DATABASE);
    assertThat(robot.lookup(".overview-sentence").queryAllAs(Label.class))
        .extracting(Label::getText)
        .containsExactly(
            "kernels.json is a hip-kernel-provider descriptor.", "It has 2 kernel sources.");
    window.picture(robot, "kernel-descriptor-overview");

    robot.interact(() -> assertThat(window.workbench.showView("parts")).isTrue());
    TableView<?> parts = robot.lookup("#parts").queryAs(TableView.class);
    assertThat(StandardWindow.cells(parts, "Key")).containsExactly("axpy_f32", "axpy/fwd_bf16.co");
    window.picture(robot, "kernel-descriptor-parts");

    robot.clickOn("#filter").write("key:bf16").type(KeyCode.ENTER);
    assertThat(StandardWindow.cells(parts, "Key")).containsExactly("axpy/fwd_bf16.co");
  }
}
