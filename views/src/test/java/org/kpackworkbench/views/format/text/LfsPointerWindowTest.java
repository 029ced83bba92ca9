package org.kpackworkbench.views.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextInputControl;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A Git LFS pointer in the place of an archive, in the real window. */
@ExtendWith(WindowRobot.class)
class LfsPointerWindowTest {
  private static final String OID =
      "sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";

  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Path open(FxRobot robot, String lines) throws IOException {
    Path file = temp.toRealPath().resolve("rand_lib_gfx90a.kpack");
    Files.writeString(file, "version https://git-lfs.github.com/spec/v1\n" + lines);
    window.open(robot, file);
    return file;
  }

  private static String said(FxRobot robot) {
    StringBuilder text = new StringBuilder();
    robot.from(robot.lookup("#overview")).lookup(Labeled.class::isInstance).queryAll().stream()
        .map(node -> ((Labeled) node).getText())
        .forEach(each -> text.append(each).append('\n'));
    robot
        .from(robot.lookup("#overview"))
        .lookup(TextInputControl.class::isInstance)
        .queryAll()
        .stream()
        .map(node -> ((TextInputControl) node).getText())
        .forEach(each -> text.append(each).append('\n'));
    return text.toString();
  }

  @Test
  void saysWhatItIsForAndHowToFetchThat(FxRobot robot) throws IOException {
    Path file = open(robot, "oid " + OID + "\nsize 12345678\n");
    assertThat(said(robot))
        .contains(
            "rand_lib_gfx90a.kpack is a Git LFS pointer",
            "⚠ not fetched",
            OID,
            SizeText.exact(12_345_678),
            "git lfs pull",
            "nothing in it can be shown or verified");
    List<String> tabs =
        robot.lookup(".tab-pane").queryAllAs(TabPane.class).stream()
            .flatMap(pane -> pane.getTabs().stream())
            .map(Tab::getText)
            .toList();
    assertThat(tabs).contains("Overview", "Text");
    assertThat(robot.lookup(".hex-view").queryAll()).as("its bytes lie beside it").isNotEmpty();
    assertThat(Files.readString(file)).contains(OID);
    window.picture(robot, "lfs-pointer");
  }

  @Test
  void aSizeThatIsNotStatedIsNotMadeUp(FxRobot robot) throws IOException {
    open(robot, "oid " + OID + "\n");
    assertThat(said(robot))
        .contains("is a Git LFS pointer", OID, "not stated")
        .doesNotContain("-1");
  }
}
