package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.FileSession;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Files and folders of one command line, while work is done on other threads. */
@ExtendWith(WindowRobot.class)
class OpeningOrderTest {
  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary, StandardViews.parts(), Background.onThreads());
  }

  @Test
  void openInTheirOrder(FxRobot robot) throws Exception {
    Path folder = Files.createDirectory(temp.toRealPath().resolve("tree"));
    Path inside = Files.copy(fixture("libmany.so"), folder.resolve("libmany.so"));
    List<Path> wanted = List.of(inside, fixture("libmixed.so"), fixture("libmany.so"));
    robot.interact(
        () -> window.workbench.openAll(List.of(folder, fixture("libmixed.so"), wanted.getLast())));
    Await.until("all", () -> window.workbench.files().sessions().size() == wanted.size());
    assertThat(window.workbench.files().sessions())
        .extracting(FileSession::path)
        .containsExactlyElementsOf(wanted);
    Await.until(
        "the last one",
        () ->
            window.workbench.files().active() != null
                && Objects.requireNonNull(window.workbench.files().active())
                    .path()
                    .equals(wanted.getLast()));
  }
}
