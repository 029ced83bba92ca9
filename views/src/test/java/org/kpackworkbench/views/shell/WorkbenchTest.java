package org.kpackworkbench.views.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.bytes.ByteRange;
import org.kpackworkbench.model.place.Place;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

class WorkbenchTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  @Test
  void selectedBytesSelectTheirOwnerEverywhere(FxRobot robot) throws IOException {
    Path path = file("libfake.so");
    robot.interact(() -> workbench.openAll(List.of(path, temp.resolve("bad.kpack").resolve("x"))));
    robot.interact(() -> workbench.openAll(List.of(path)));
    FakeFile file = loaded.get(path);
    robot.interact(
        () -> bytes.selection.set(new Place.Bytes(file.place, new ByteRange(0x2900, 16))));
    assertThat(workbench.navigator().current())
        .isEqualTo(new Place.Bytes(file.objects.get(1), new ByteRange(0x2900, 16)));
    assertThat(robot.lookup("#status-offset").queryAs(Label.class).getText()).isEqualTo("0x2900");
    assertThat(robot.lookup("#status-owner").queryAs(Label.class).getText())
        .isEqualTo("owner gfx1030");
    TabPane tabs = robot.lookup("#file-tabs").queryAs(TabPane.class);
    assertThat(tabs.getTabs()).hasSize(2);
  }
}
