package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.IntStream;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/**
 * From a faulty split to the byte of a fault in three actions, to its consequence in one more, and
 * to its correction in one more, with keys and mouse of a window system.
 */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class DebugJourneyDisplayTest {
  @TempDir Path temp;
  private FaultyShard shard;
  private StandardWindow window;
  private int actions;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary, StandardViews.parts(), Background.onThreads());
    primary.setWidth(1280);
    primary.setHeight(860);
  }

  @BeforeEach
  void make() throws Exception {
    shard = FaultyShard.make(temp.toRealPath());
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> window.workbench.close());
  }

  private FindingsList verified(FxRobot robot) {
    actions++;
    window.open(robot, shard.root());
    Await.until(
        "the folder",
        () -> window.workbench.actions().get(ActionId.VERIFY).enabledProperty().get());
    actions++;
    robot.push(KeyCode.ALT, KeyCode.T);
    Await.ended(window.workbench.jobs(), "Verify");
    Await.node("#findings");
    return new FindingsList(window, robot);
  }

  private static int line(FindingsList list, String words) {
    return IntStream.range(0, list.titles().size())
        .filter(each -> list.titles().get(each).contains(words))
        .findFirst()
        .orElseThrow();
  }

  private void awaitByte(FxRobot robot, Finding finding) {
    ByteRange wanted = new ByteRange(finding.fileOffset(), 1);
    Await.until(
        "the byte of " + finding,
        () ->
            Objects.requireNonNull(window.workbench.files().active()).path().equals(finding.file())
                && wanted.equals(
                    robot
                        .lookup(".hex-pane")
                        .queryAs(HexPane.class)
                        .model()
                        .selectionProperty()
                        .get()));
  }

  @Test
  void aKeyLeadsToTheByte(FxRobot robot) {
    FindingsList list = verified(robot);
    actions++;
    robot.push(KeyCode.F8);
    Await.until("a selected finding", () -> list.selected() >= 0);
    awaitByte(robot, list.lines().get(list.selected()).finding());
    assertThat(actions).isLessThanOrEqualTo(3);
  }

  @Test
  void aDoubleClickLeadsToTheByteThenTheConsequenceAndTheCorrection(FxRobot robot) {
    FindingsList list = verified(robot);
    int alone = line(list, "checksum differs");
    actions++;
    robot.doubleClickOn(list.row(alone));
    awaitByte(robot, list.lines().get(alone).finding());
    assertThat(actions).as("to the byte").isLessThanOrEqualTo(3);
    actions++;
    robot.clickOn(list.row(line(list, "a key was renamed")));
    Await.until(
        "its consequence",
        () ->
            robot
                .from(robot.lookup("#finding-detail"))
                .lookup(".label")
                .queryAllAs(Labeled.class)
                .stream()
                .anyMatch(
                    label -> "libmany.so gets no code on gfx942: error 5".equals(label.getText())));
    robot.clickOn(Await.node("#finding-fix"));
    actions++;
    Await.until("the editor", () -> window.shownView().equals("edit"));
    Await.until(
        "the edit",
        () ->
            robot.lookup("#edit-history .list-cell").queryAllAs(Labeled.class).stream()
                .anyMatch(cell -> String.valueOf(cell.getText()).contains("libmane.so")));
    assertThat(actions).as("to the correction").isLessThanOrEqualTo(5);
  }
}
