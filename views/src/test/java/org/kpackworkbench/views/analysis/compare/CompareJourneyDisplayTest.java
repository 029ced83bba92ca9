package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** From two builds to the instructions that differ, with keys and mouse of a window system. */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class CompareJourneyDisplayTest {
  @TempDir Path temp;
  private CompareWindow page;
  private int actions;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage, Background.onThreads());
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> page.window.workbench.close());
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
    Await.until(id.text(), () -> page.enabled(id));
    actions++;
    page.run(robot, id);
  }

  private static Node row(FxRobot robot, String text) {
    return Await.until(
        "the file " + text,
        () -> robot.from(robot.lookup("#workspace-tree")).lookup(text).tryQuery());
  }

  private static boolean selects(FxRobot robot, String key) {
    return robot.lookup("#compare-rows").tryQuery().isPresent()
        && CompareWindow.selected(robot).equals(key);
  }

  @Test
  void threeActionsAndOneForEachLevel(FxRobot robot) throws Exception {
    byte[] code = Files.readAllBytes(fixture("kinds-gfx942.hsaco"));
    page.window.open(robot, build("monday", code));
    page.window.open(robot, build("tuesday", ComparedFiles.changed(code, 0)));
    Await.until("the second", () -> CompareWindow.tabInFront(robot).equals("tuesday"));

    command(robot, ActionId.SELECT_FOR_COMPARE);
    actions++;
    robot.clickOn(row(robot, "monday"));
    Await.until("the first", () -> CompareWindow.tabInFront(robot).equals("monday"));
    command(robot, ActionId.COMPARE_WITH_SELECTED);
    assertThat(actions).as("to the comparison").isEqualTo(3);
    int levels = 0;
    for (String key :
        List.of(
            ".kpack/lib_gfx942.kpack",
            "lib/libkernels.so#0 @ gfx942",
            "kpackfix_scalars",
            "machine code")) {
      Await.until(key, () -> selects(robot, key));
      levels++;
      actions++;
      robot.push(KeyCode.ENTER);
    }
    Await.until(
        "the instructions", () -> CompareWindow.crumbs(robot).getLast().equals("machine code"));
    assertThat(actions).isEqualTo(3 + levels);
  }
}
