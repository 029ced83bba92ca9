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
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
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

  private TableView<ShownFinding> verify(FxRobot robot) throws Exception {
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.VERIFY)).isTrue());
    Job job = window.workbench.jobs().list().getFirst();
    await(() -> job.state() != Job.State.RUNNING);
    assertThat(job.failureProperty().get()).isNull();
    await(() -> robot.lookup("#findings").tryQuery().isPresent());
    return robot.lookup("#findings").queryTableView();
  }

  /** The row of the first finding that leads to a file. */
  private static Node row(FxRobot robot, TableView<ShownFinding> table, Path file)
      throws Exception {
    return row(robot, table, table.getItems().indexOf(leadingTo(table, file)));
  }

  private static Node row(FxRobot robot, TableView<ShownFinding> table, int index)
      throws Exception {
    robot.interact(() -> table.scrollTo(index));
    await(() -> cell(robot, index) != null);
    return Objects.requireNonNull(cell(robot, index));
  }

  private static ShownFinding leadingTo(TableView<ShownFinding> table, Path file) {
    return table.getItems().stream()
        .filter(
            finding ->
                finding.place().file().equals(file)
                    || (finding.place() instanceof Place.Entry entry
                        && entry.target().equals(file)))
        .findFirst()
        .orElseThrow();
  }

  private static Node cell(FxRobot robot, int index) {
    return robot
        .from(robot.lookup("#findings").<Node>query())
        .lookup(".table-row-cell")
        .queryAll()
        .stream()
        .filter(
            node -> node instanceof TableRow<?> row && !row.isEmpty() && row.getIndex() == index)
        .map(node -> node.lookup(".table-cell"))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private Path inFront() {
    return Objects.requireNonNull(window.workbench.files().active()).path();
  }

  private String heading(FxRobot robot) {
    return robot.lookup("#dock-findings").queryAs(Labeled.class).getText();
  }

  @Test
  void aClickOnAFindingOfAFolderSelectsAndADoubleClickOpens(FxRobot robot) throws Exception {
    Path shard = shard();
    open(robot, shard);
    TableView<ShownFinding> table = verify(robot);
    List<ShownFinding> all = List.copyOf(table.getItems());
    assertThat(all).hasSizeGreaterThan(1);
    Path archive = shard.resolve(ARCHIVE);
    for (MouseButton button : List.of(MouseButton.PRIMARY, MouseButton.SECONDARY)) {
      robot.clickOn(row(robot, table, archive), button);
      WaitForAsyncUtils.waitForFxEvents();
      assertThat(table.getSelectionModel().getSelectedItem()).isEqualTo(leadingTo(table, archive));
      assertThat(table.getItems()).isEqualTo(all);
      assertThat(inFront()).as("a click only selects").isEqualTo(shard);
      robot.interact(() -> table.getSelectionModel().clearSelection());
    }
    robot.doubleClickOn(row(robot, table, archive));
    await(() -> inFront().equals(archive));
    await(() -> window.workbench.files().active().state() == FileSession.State.OPEN);
    assertThat(table.getItems()).as("the list of the last verification").isEqualTo(all);
    assertThat(heading(robot)).isEqualTo("Findings (" + all.size() + ")");
    assertThat(table.getSelectionModel().getSelectedItem()).isEqualTo(leadingTo(table, archive));
    window.picture(robot, "findings-opened-from-folder");
  }

  @Test
  void keysWalkThroughTheFindingsOfAFolderAndEnterOpens(FxRobot robot) throws Exception {
    Path shard = shard();
    open(robot, shard);
    TableView<ShownFinding> table = verify(robot);
    List<ShownFinding> all = List.copyOf(table.getItems());
    robot.interact(table::requestFocus);
    robot.type(KeyCode.HOME);
    for (int i = 1; i < Math.min(6, all.size()); i++) {
      robot.type(KeyCode.DOWN);
      assertThat(table.getSelectionModel().getSelectedIndex()).isEqualTo(i);
    }
    assertThat(inFront()).isEqualTo(shard);
    Path archive = shard.resolve(ARCHIVE);
    robot.interact(
        () ->
            table
                .getSelectionModel()
                .clearAndSelect(table.getItems().indexOf(leadingTo(table, archive))));
    robot.type(KeyCode.ENTER);
    await(() -> inFront().equals(archive));
    await(() -> window.workbench.files().active().state() == FileSession.State.OPEN);
    assertThat(table.getItems()).isEqualTo(all);
  }

  @Test
  void aClickOnAFindingOfAnArchiveLeadsToItsBytes(FxRobot robot) throws Exception {
    Path archive = ArchiveFiles.broken(temp, "unsafe.kpack", "bin/testapp", "../../tsta");
    open(robot, archive);
    TableView<ShownFinding> table = verify(robot);
    List<ShownFinding> all = List.copyOf(table.getItems());
    assertThat(all).isNotEmpty();
    for (int i = 0; i < Math.min(4, all.size()); i++) {
      robot.clickOn(row(robot, table, i));
      WaitForAsyncUtils.waitForFxEvents();
      assertThat(table.getItems()).isEqualTo(all);
      assertThat(window.workbench.navigator().current()).isNotNull();
    }
  }
}
