package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.Start;

/** What a closed tab has shown can be collected, and its file is closed. */
@ExtendWith(WindowRobot.class)
class ClosedTabsTest {
  private static final int TIMES = Integer.getInteger("kpack.test.tabs", 6);
  private static final int MOST_COLLECTIONS = 20;

  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
    primary.setWidth(500);
    primary.setHeight(400);
    // A tab that fades out is held for as long as that takes.
    primary
        .getScene()
        .lookup("#file-tabs")
        .setStyle("-fx-open-tab-animation: none; -fx-close-tab-animation: none");
  }

  private static long mapped(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.endsWith(file.toString())).count();
    }
  }

  /** Opens, activates every view, and closes, as a user does: each is laid out and drawn. */
  private void use(FxRobot robot, Path file, List<WeakReference<Node>> shown) {
    robot.interact(() -> window.workbench.openAll(List.of(file)));
    Await.settled();
    int[] count = new int[1];
    robot.interact(() -> count[0] = views(shown).getTabs().size());
    for (int i = 0; i < count[0]; i++) {
      int view = i;
      robot.interact(
          () -> {
            TabPane views = views(new ArrayList<>());
            views.getSelectionModel().select(view);
            shown.add(new WeakReference<>(views.getTabs().get(view).getContent()));
          });
      Await.settled();
    }
    robot.interact(() -> window.workbench.actions().run(ActionId.CLOSE_TAB));
    Await.settled();
  }

  /** The views of the active file, whose frame is noted. */
  private TabPane views(List<WeakReference<Node>> shown) {
    TabPane tabs = (TabPane) window.stage.getScene().lookup("#file-tabs");
    Node content = tabs.getSelectionModel().getSelectedItem().getContent();
    shown.add(new WeakReference<>(content));
    return (TabPane) content.lookup(".view-tabs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"archive", "kinds-gfx942.hsaco"})
  void nothingHoldsThem(String name, FxRobot robot) throws Exception {
    Path file =
        name.equals("archive")
            ? ArchiveFiles.golden(temp.toRealPath())
            : Files.copy(StandardWindow.fixture(name), temp.toRealPath().resolve(name));
    List<WeakReference<Node>> shown = new ArrayList<>();
    for (int time = 0; time < TIMES; time++) {
      use(robot, file, shown);
    }
    // The toolkit notes all events of its stage, with the nodes that they were for.
    FxToolkit.registerStage(() -> window.stage);
    // What was shown last may still be drawn, or be the way back.
    window.open(robot, StandardWindow.fixture("libtiny.so"));
    List<WeakReference<Node>> earlier = shown.subList(0, shown.size() / TIMES * (TIMES - 1));
    for (int i = 0; i < MOST_COLLECTIONS && earlier.stream().filter(this::held).count() > 1; i++) {
      System.gc();
      robot.interact(() -> {});
    }
    // The toolkit may still know the empty frame of one tab; with each tab more would be held.
    assertThat(earlier.stream().filter(this::held).map(each -> each.get()).toList())
        .hasSizeLessThan(2);
    if (Files.exists(Path.of("/proc/self/maps"))) {
      assertThat(mapped(file)).isZero();
    }
  }

  private boolean held(WeakReference<Node> reference) {
    return reference.get() != null;
  }
}
