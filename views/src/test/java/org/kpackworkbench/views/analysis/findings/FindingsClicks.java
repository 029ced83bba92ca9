package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.window.shell.FileSession;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/** Clicks on findings, in a window that reads files in the background as the program does. */
abstract class FindingsClicks {
  private static final String ARCHIVE =
      "blas_lib_gfx942/" + MadeShard.BLAS + "/.kpack/blas_lib_gfx942.kpack";

  @TempDir Path temp;
  private final List<Throwable> uncaught = new ArrayList<>();
  private StandardWindow window;

  /** Called from a method with {@code @Start}, which is looked for in the class itself only. */
  void start(Stage primary) {
    window = new StandardWindow(primary, StandardViews.parts(), Background.onThreads());
    // As it opens the first time.
    primary.setWidth(1280);
    primary.setHeight(860);
  }

  @BeforeEach
  void listen(FxRobot robot) {
    robot.interact(
        () ->
            Thread.currentThread()
                .setUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure)));
  }

  @AfterEach
  void nothingWentWrong(FxRobot robot) {
    robot.interact(() -> window.workbench.close());
    assertThat(uncaught).isEmpty();
  }

  private static void await(Callable<Boolean> state) throws Exception {
    WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, state);
    WaitForAsyncUtils.waitForFxEvents();
  }

  private void open(FxRobot robot, Path file) throws Exception {
    window.open(robot, file);
    await(
        () -> {
          FileSession session = window.workbench.files().active();
          return session != null
              && session.path().equals(file)
              && session.state() == FileSession.State.OPEN;
        });
  }

  private Path shard() throws IOException {
    Path shard = MadeShard.shard(temp.toRealPath().resolve("shard"));
    byte[] bytes = Files.readAllBytes(shard.resolve(ARCHIVE));
    // In the middle of a stored code object.
    bytes[bytes.length / 2] ^= 0x55;
    Files.write(shard.resolve(ARCHIVE), bytes);
    return shard;
  }

  private FindingsList verify(FxRobot robot) throws Exception {
    FindingsList list = new FindingsList(window, robot).verify();
    await(() -> robot.lookup("#findings").tryQuery().isPresent());
    list.openAll();
    return list;
  }

  private Path inFront() {
    return Objects.requireNonNull(window.workbench.files().active()).path();
  }

  @Test
  void aClickOnAFindingOfAFolderSelectsAndADoubleClickOpens(FxRobot robot) throws Exception {
    Path shard = shard();
    open(robot, shard);
    FindingsList list = verify(robot);
    List<Finding> all = list.findings();
    assertThat(all).hasSizeGreaterThan(1);
    Path archive = shard.resolve(ARCHIVE);
    int line = list.lineIn(archive);
    for (MouseButton button : List.of(MouseButton.PRIMARY, MouseButton.SECONDARY)) {
      robot.clickOn(list.row(line), button);
      WaitForAsyncUtils.waitForFxEvents();
      assertThat(list.selected()).as("after a click with %s", button).isEqualTo(line);
      assertThat(list.findings()).isEqualTo(all);
      assertThat(inFront()).as("a click only selects").isEqualTo(shard);
      robot.interact(
          () -> {
            if (list.table().getContextMenu() != null) {
              list.table().getContextMenu().hide();
            }
            list.table().getSelectionModel().clearSelection();
          });
    }
    robot.doubleClickOn(list.row(line));
    await(() -> inFront().equals(archive));
    await(() -> window.workbench.files().active().state() == FileSession.State.OPEN);
    assertThat(list.findings()).as("the list of the last verification").isEqualTo(all);
    assertThat(list.heading())
        .isEqualTo("Findings of %s (%d)".formatted(shard.getFileName(), all.size()));
    assertThat(list.selected()).isEqualTo(line);
    window.picture(robot, "findings-opened-from-folder");
  }

  /** The pane beside the list has its share as soon as it is there. */
  @Test
  void whatIsSaidOfAFindingHasRoomBesideTheList(FxRobot robot) throws Exception {
    open(robot, shard());
    FindingsList list = verify(robot);
    robot.clickOn(list.row(0));
    await(() -> robot.lookup("#finding-detail").tryQuery().isPresent());
    double detail = robot.lookup("#finding-detail").query().getLayoutBounds().getWidth();
    assertThat(detail).as("beside %s", list.table().getWidth()).isBetween(380.0, 520.0);
  }

  @Test
  void keysWalkThroughTheFindingsOfAFolderAndEnterOpens(FxRobot robot) throws Exception {
    Path shard = shard();
    open(robot, shard);
    FindingsList list = verify(robot);
    List<Finding> all = list.findings();
    robot.interact(list.table()::requestFocus);
    robot.type(KeyCode.HOME);
    for (int i = 1; i < Math.min(6, all.size()); i++) {
      robot.type(KeyCode.DOWN);
      assertThat(list.selected()).isEqualTo(i);
    }
    assertThat(inFront()).isEqualTo(shard);
    Path archive = shard.resolve(ARCHIVE);
    list.select(list.lineIn(archive));
    robot.type(KeyCode.ENTER);
    await(() -> inFront().equals(archive));
    await(() -> window.workbench.files().active().state() == FileSession.State.OPEN);
    assertThat(list.findings()).isEqualTo(all);
  }

  @Test
  void aClickOnAFindingOfAnArchiveLeadsToItsBytes(FxRobot robot) throws Exception {
    Path archive = ArchiveFiles.broken(temp, "unsafe.kpack", "bin/testapp", "../../tsta");
    open(robot, archive);
    FindingsList list = verify(robot);
    List<Finding> all = list.findings();
    assertThat(all).isNotEmpty();
    for (int i = 0; i < Math.min(4, list.lines().size()); i++) {
      robot.clickOn(list.row(i));
      WaitForAsyncUtils.waitForFxEvents();
      assertThat(list.findings()).isEqualTo(all);
      assertThat(window.workbench.navigator().current()).isNotNull();
    }
  }

  @Test
  void aRightClickNeitherEmptiesTheListNorOpensAnything(FxRobot robot) throws Exception {
    Path shard = shard();
    open(robot, shard);
    FindingsList list = verify(robot);
    List<Finding> all = list.findings();
    open(robot, shard.resolve(ARCHIVE));
    for (int line : List.of(0, 1, list.lineIn(shard.resolve(ARCHIVE)))) {
      robot.clickOn(list.row(line), MouseButton.SECONDARY);
      WaitForAsyncUtils.waitForFxEvents();
      assertThat(list.selected()).isEqualTo(line);
      assertThat(list.table().getContextMenu().isShowing()).isTrue();
      assertThat(list.table().getContextMenu().getItems().stream().filter(MenuItem::isVisible))
          .extracting(MenuItem::getText)
          .contains("Open", "Exclude This Rule", "Copy as Text");
      robot.interact(() -> list.table().getContextMenu().hide());
      assertThat(list.findings()).isEqualTo(all);
      assertThat(list.heading())
          .isEqualTo("Findings of %s (%d)".formatted(shard.getFileName(), all.size()));
    }
    assertThat(inFront()).isEqualTo(shard.resolve(ARCHIVE));
  }
}
