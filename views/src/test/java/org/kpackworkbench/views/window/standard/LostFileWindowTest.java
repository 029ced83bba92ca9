package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Files that are cut off, removed or replaced while the real window shows them. */
@ExtendWith(WindowRobot.class)
class LostFileWindowTest {
  /** What happens to a file. */
  enum Loss {
    EMPTIED {
      @Override
      void happen(Path file) throws IOException {
        cut(file, 0);
      }
    },
    CUT_OFF {
      @Override
      void happen(Path file) throws IOException {
        cut(file, Files.size(file) / 3);
      }
    },
    DELETED {
      @Override
      void happen(Path file) throws IOException {
        Files.delete(file);
      }
    },
    REPLACED {
      @Override
      void happen(Path file) throws IOException {
        Files.delete(file);
        Files.writeString(file, "something else");
      }
    };

    abstract void happen(Path file) throws IOException;

    private static void cut(Path file, long sizeBytes) throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(sizeBytes);
      }
    }
  }

  @TempDir Path temp;
  private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
    primary.setWidth(500);
    primary.setHeight(400);
    Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> uncaught.add(error));
  }

  static Stream<Arguments> losses() {
    return Stream.of("archive", "libmany.so")
        .flatMap(name -> Arrays.stream(Loss.values()).map(loss -> Arguments.of(name, loss)));
  }

  private Path file(String name) throws IOException {
    return name.equals("archive")
        ? ArchiveFiles.golden(temp.toRealPath())
        : Files.copy(StandardWindow.fixture(name), temp.toRealPath().resolve(name));
  }

  /**
   * Every view becomes active, and whatever scrolls is scrolled to its end; on the JavaFX thread.
   */
  private void lookEverywhere() {
    Parent root = window.stage.getScene().getRoot();
    for (Node each : root.lookupAll(".view-tabs")) {
      TabPane tabs = (TabPane) each;
      for (int i = 0; i < tabs.getTabs().size(); i++) {
        tabs.getSelectionModel().select(i);
        root.applyCss();
        root.layout();
        scroll(root);
        root.layout();
      }
    }
  }

  private static void scroll(Parent root) {
    for (Node bar : root.lookupAll(".scroll-bar")) {
      if (bar instanceof ScrollBar scroll && scroll.isVisible()) {
        scroll.setValue(scroll.getMax());
        scroll.setValue(scroll.getMin());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("losses")
  void theWindowGoesOn(String name, Loss loss, FxRobot robot) throws IOException {
    Path file = file(name);
    window.open(robot, file);
    loss.happen(file);
    robot.interact(
        () -> {
          lookEverywhere();
          window.workbench.actions().run(ActionId.SELECT_FOR_COMPARE);
          window.workbench.files().checkDisk();
        });
    assertThat(robot.lookup(".message-bar").queryAll())
        .as("the tab says that the file has changed")
        .isNotEmpty();
    robot.interact(
        () -> {
          window.workbench.actions().run(ActionId.RELOAD);
          lookEverywhere();
        });
    assertThat(uncaught).isEmpty();
    // Another file can be examined as before.
    window.open(robot, StandardWindow.fixture("libone.so"));
    assertThat(robot.lookup("#file-tabs").queryAs(TabPane.class).getTabs()).hasSize(2);
    assertThat(uncaught).isEmpty();
  }
}
