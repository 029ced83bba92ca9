package org.kpackworkbench.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** The window shows what it is started for, and nothing else. */
@ExtendWith(ApplicationExtension.class)
class FirstFilesTest {
  @TempDir static Path folder;

  private WorkbenchWindow window;

  @Start
  void start(Stage stage) {
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    window =
        new WorkbenchWindow(
            stage,
            StandardParts.make(Journals.none()),
            ShellState.inMemory(),
            Background.sameThread(),
            themes);
    window.show();
  }

  private static Path file(String name) throws Exception {
    return Files.writeString(folder.resolve(name), "some text\n");
  }

  private List<String> tabs(FxRobot robot, List<Path> files, boolean compare) {
    robot.interact(() -> new FirstFiles(files, compare).showIn(window.workbench()));
    return robot.lookup("#file-tabs").queryAs(TabPane.class).getTabs().stream()
        .map(Tab::getText)
        .toList();
  }

  @Test
  void filesAreOpened(FxRobot robot) throws Exception {
    assertThat(tabs(robot, List.of(file("a.txt"), file("b.txt")), false))
        .containsExactly("a.txt", "b.txt");
  }

  @Test
  void filesAreCompared(FxRobot robot) throws Exception {
    assertThat(tabs(robot, List.of(file("a.txt"), file("b.txt")), true))
        .singleElement()
        .asString()
        .contains("a.txt", "b.txt");
  }

  @Test
  void withoutFilesThereIsTheFirstPage(FxRobot robot) {
    assertThat(tabs(robot, List.of(), false)).containsExactly("Welcome");
  }
}
