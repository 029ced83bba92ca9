package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Which packages GPUs need, in the real window. */
class AdviceWindowTest extends WindowTest {
  private static final String FAT = "many-1.0-py3-none-linux_x86_64.whl";

  @TempDir Path folder;
  private Path wheels;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @BeforeEach
  void split() throws IOException {
    wheels = folder.toRealPath().resolve("wheels");
    new WheelSplit(WheelSplitRequest.of(StandardWindow.fixture(FAT), wheels)).run(Progress.NONE);
  }

  private static String summary(FxRobot robot) {
    return robot.lookup("#advice-summary").queryAs(Label.class).getText();
  }

  private static List<String> column(FxRobot robot, int column) {
    TableView<?> table = robot.lookup("#advice").queryTableView();
    List<String> cells = new ArrayList<>();
    for (int row = 0; row < table.getItems().size(); row++) {
      cells.add(String.valueOf(table.getColumns().get(column).getCellData(row)));
    }
    return cells;
  }

  private static List<String> commands(FxRobot robot) {
    return robot.lookup("#advice-commands .text-field").queryAllAs(TextField.class).stream()
        .map(TextField::getText)
        .toList();
  }

  @Test
  void aFolderOfWheelsSaysWhatAGpuNeeds(FxRobot robot) throws IOException {
    show(robot, wheels, "advise");
    assertThat(robot.lookup("#target-chips .target-chip > .label").queryAs(Label.class).getText())
        .isEqualTo("gfx1030");
    assertThat(summary(robot)).startsWith("2 of 5 packages: ");
    assertThat(column(robot, 1))
        .containsExactly(
            "amd-many-device-gfx1030",
            "amd-many-device-gfx1100",
            "amd-many-device-gfx90a",
            "amd-many-device-gfx942",
            "many");
    assertThat(column(robot, 0))
        .containsExactly("✓ install", "– not needed", "– not needed", "– not needed", "✓ install");
    assertThat(commands(robot)).containsExactly(pip("'many[device-gfx1030]'", wheels));

    robot.clickOn("#target-field").write("gfx942").type(KeyCode.ENTER);
    assertThat(summary(robot)).startsWith("3 of 5 packages: ");
    assertThat(commands(robot))
        .containsExactly(pip("'many[device-gfx1030,device-gfx942]'", wheels));
    robot.clickOn("#copy-resolve-command");
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst())
        .isEqualTo("kpack-workbench advise %s --target gfx1030 --target gfx942".formatted(wheels));
    window.picture(robot, "advice");
  }

  @Test
  void whatGetsNoCodeIsSaid(FxRobot robot) throws IOException {
    show(robot, wheels, "advise");
    robot.clickOn("#target-field").write("gfx1201").type(KeyCode.ENTER);
    assertThat(robot.lookup("#advice-causes .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .anyMatch(text -> text.equals("✖ gfx1201 gets no code in 1 binary"))
        .anyMatch(text -> text.contains("was not compiled for gfx1201"));
    window.picture(robot, "advice-uncovered");
    robot.clickOn("Remove All");
    assertThat(summary(robot)).startsWith("Choose a GPU above");
    assertThat(column(robot, 1)).isEmpty();
  }

  @Test
  void onePackageIsAdvisedOfToo(FxRobot robot) throws IOException {
    show(robot, StandardWindow.fixture(FAT), "advise");
    robot.clickOn("#target-field").write("gfx942").type(KeyCode.ENTER);
    assertThat(summary(robot)).startsWith("1 of 1 package: ");
    assertThat(commands(robot))
        .containsExactly(
            pip("many", Objects.requireNonNull(StandardWindow.fixture(FAT).getParent())));
  }

  /** The wheels are found where they lie. */
  private static String pip(String what, Path folder) {
    return "pip install --find-links %s %s".formatted(folder, what);
  }
}
