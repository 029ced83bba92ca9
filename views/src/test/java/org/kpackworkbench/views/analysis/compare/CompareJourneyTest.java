package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/**
 * From two open builds to the bytes that differ: three actions, and one for each level. An action
 * is a command, a key or a click.
 */
@ExtendWith(WindowRobot.class)
class CompareJourneyTest {
  @TempDir Path temp;
  private CompareWindow page;
  private int actions;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private Path build(String name, byte[] code) throws Exception {
    Path folder = temp.toRealPath().resolve(name);
    Files.createDirectories(folder.resolve("lib"));
    Files.copy(fixture("libhostonly.so"), folder.resolve("lib/libhostonly.so"));
    ComparedFiles.archive(
        folder.resolve(".kpack/lib_gfx942.kpack"),
        List.of(
            ComparedFiles.code("lib/libsame.so", "gfx900", 1, 3000),
            new ComparedFiles.Code("lib/libkernels.so", 0, "gfx942", code)));
    return folder;
  }

  private void command(FxRobot robot, ActionId id) {
    actions++;
    page.run(robot, id);
  }

  private void key(FxRobot robot, KeyCode... keys) {
    actions++;
    robot.push(keys);
  }

  @Test
  void twoBuildsToTheDifference(FxRobot robot) throws Exception {
    byte[] code = Files.readAllBytes(fixture("kinds-gfx942.hsaco"));
    page.window.open(robot, build("monday", code));
    page.window.open(robot, build("tuesday", ComparedFiles.changed(code, 0)));

    command(robot, ActionId.SELECT_FOR_COMPARE);
    actions++;
    robot.clickOn("monday");
    command(robot, ActionId.COMPARE_WITH_SELECTED);
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("tuesday ↔ monday");
    assertThat(CompareWindow.selected(robot)).isEqualTo(".kpack/lib_gfx942.kpack");
    assertThat(actions).as("to the comparison").isEqualTo(3);

    key(robot, KeyCode.ENTER);
    assertThat(CompareWindow.selected(robot)).isEqualTo("lib/libkernels.so#0 @ gfx942");
    key(robot, KeyCode.ENTER);
    assertThat(CompareWindow.selected(robot)).isEqualTo("kpackfix_scalars");
    key(robot, KeyCode.ENTER);
    assertThat(CompareWindow.selected(robot)).isEqualTo("machine code");
    key(robot, KeyCode.ENTER);
    List<String> crumbs = CompareWindow.crumbs(robot);
    assertThat(crumbs).endsWith("machine code");
    page.window.picture(robot, "compare-journey");
    assertThat(actions).as("and one for each level").isEqualTo(3 + crumbs.size() - 1);
  }
}
