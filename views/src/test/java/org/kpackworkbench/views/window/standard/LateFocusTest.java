package org.kpackworkbench.views.window.standard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.framework.junit5.Stop;

/** The focus in views that have their contents only when a file has been read. */
@ExtendWith(WindowRobot.class)
class LateFocusTest {
  @TempDir Path folder;
  private StandardWindow window;
  private Background background;

  @Start
  void start(Stage stage) {
    background = Background.onThreads();
    window = new StandardWindow(stage, StandardViews.parts(), background);
  }

  @Stop
  void stop() {
    background.close();
  }

  @Test
  void filesThatAreOpenedOneAfterTheOtherHaveTheFocus(FxRobot robot) throws IOException {
    for (Path file : List.of(StandardWindow.fixture("libmany.so"), ArchiveFiles.golden(folder))) {
      robot.interact(() -> window.workbench.openAll(List.of(file)));
      Await.until("the contents of " + file, () -> overview(file) != null);
      Await.settled();
      Await.until(
          "the focus in " + file, () -> Objects.requireNonNull(overview(file)).isFocusWithin());
    }
  }

  /** Null while that of another file is shown, or of none. */
  private @Nullable Node overview(Path file) {
    TabPane files = (TabPane) window.stage.getScene().lookup("#file-tabs");
    Tab front = files.getSelectionModel().getSelectedItem();
    return front.getText().equals(file.getFileName().toString())
        ? front.getContent().lookup("#overview")
        : null;
  }
}
