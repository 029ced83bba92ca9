package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.views.format.kpack.ArchiveContent.KnownRows;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Code objects that are filed under another target than they state; what stays selected. */
@ExtendWith(WindowRobot.class)
class StatedTargetsWindowTest {
  @TempDir static Path folder;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private void layout(FxRobot robot) {
    robot.interact(
        () -> {
          window.stage.getScene().getRoot().applyCss();
          window.stage.getScene().getRoot().layout();
        });
  }

  private void open(FxRobot robot) throws IOException {
    window.open(
        robot,
        ArchiveFiles.misfiled(folder, StandardWindow.fixture("kinds-gfx1100.hsaco"), "gfx942"));
    layout(robot);
  }

  private @Nullable Line selected(FxRobot robot) {
    LoadedRow<Line> line = table(robot).getSelectionModel().getSelectedItem();
    return line == null ? null : line.content();
  }

  private TableView<LoadedRow<Line>> table(FxRobot robot) {
    return robot.lookup("#archive-table").queryTableView();
  }

  private void contents(FxRobot robot) {
    robot.interact(() -> window.workbench.showView("contents"));
    layout(robot);
  }

  private Place here() {
    return Objects.requireNonNull(window.workbench.navigator().current());
  }

  @Test
  void overviewLeadsToWhatIsMisfiled(FxRobot robot) throws IOException {
    open(robot);
    List<String> texts =
        robot.lookup(".message-bar .label").queryAllAs(Labeled.class).stream()
            .map(Labeled::getText)
            .toList();
    assertThat(texts)
        .anyMatch(text -> text.contains("1 row is filed") && text.contains("states gfx1100"));
    window.picture(robot, "stated-overview");
    robot.clickOn("#first-differing");
    assertThat(here()).isInstanceOf(Place.CodeObject.class);
    assertThat(((Place.CodeObject) here()).target()).isEqualTo("gfx942");
  }

  @Test
  void contentsAndDetailsShowIt(FxRobot robot) throws IOException {
    open(robot);
    contents(robot);
    List<String> stated =
        robot.lookup(".stated-cell").queryAllAs(Labeled.class).stream()
            .map(Labeled::getText)
            .filter(text -> text != null && !text.isEmpty())
            .toList();
    assertThat(stated).containsExactlyInAnyOrder("⚠ gfx1100", "gfx1100");
    robot.clickOn("⚠ gfx1100");
    layout(robot);
    assertThat(
            robot.lookup("#entry-details .label").queryAllAs(Labeled.class).stream()
                .map(Labeled::getText))
        .contains("⚠ gfx1100, not gfx942");
    assertThat(robot.lookup("#status-owner").queryLabeled().getText()).contains("shared by 2 rows");
    window.picture(robot, "stated-contents");
  }

  @Test
  void targetsAreNotCutAndTheLastHeadingLeavesRoomForTheButton(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.small(folder));
    contents(robot);
    List<Labeled> names =
        robot.lookup("#archive-table .line-content .label").queryAllAs(Labeled.class).stream()
            .filter(label -> label.getText().startsWith("gfx"))
            .toList();
    assertThat(names).isNotEmpty().allMatch(name -> name.getWidth() >= name.prefWidth(-1) - 0.5);
    var columns = table(robot).getVisibleLeafColumns();
    assertThat(columns.getLast().getStyleClass()).contains("last-column");
    robot.interact(() -> columns.getLast().setVisible(false));
    assertThat(columns.getLast().getStyleClass()).contains("last-column");
    window.picture(robot, "archive-narrow");
    robot.interact(() -> window.stage.setWidth(1280));
    layout(robot);
    window.picture(robot, "archive-default");
  }

  @Test
  void theTreeShowsIt(FxRobot robot) throws IOException {
    open(robot);
    var file = Objects.requireNonNull(window.workbench.files().active()).file();
    WorkspaceNodeProvider nodes =
        WorkspaceNodeProvider.of(ArchiveDocument.class, new ArchiveNodes(new KnownRows()));
    assertThat(file).isNotNull();
    WorkspaceNode binary = nodes.children(file, file.place()).getFirst();
    assertThat(binary.detail()).contains("⚠ 1 misfiled");
    WorkspaceNode index = nodes.children(file, binary.place()).getFirst();
    assertThat(nodes.children(file, index.place()))
        .extracting(WorkspaceNode::detail)
        .contains("⚠ states gfx1100");
  }

  @Test
  void anotherOrderKeepsWhatIsSelected(FxRobot robot) throws IOException {
    open(robot);
    contents(robot);
    robot.clickOn("⚠ gfx1100");
    Place before = here();
    for (KeyCode digit : List.of(KeyCode.DIGIT1, KeyCode.DIGIT2)) {
      robot.press(KeyCode.SHORTCUT, digit).release(digit, KeyCode.SHORTCUT);
      layout(robot);
      assertThat(selected(robot)).isInstanceOf(Line.Row.class);
      assertThat(here()).isEqualTo(before);
      assertThat(robot.lookup("#entry-details .entry-heading").tryQuery()).isPresent();
    }
    robot.interact(() -> table(robot).getSelectionModel().clearAndSelect(0));
    robot.press(KeyCode.SHORTCUT, KeyCode.DIGIT1).release(KeyCode.DIGIT1, KeyCode.SHORTCUT);
    layout(robot);
    assertThat(table(robot).getSelectionModel().getSelectedIndex()).isNotNegative();
  }

  @Test
  void bytesOutsideOfAllRowsSelectNone(FxRobot robot) throws IOException {
    open(robot);
    contents(robot);
    robot.clickOn("⚠ gfx1100");
    Place.File file = new Place.File(here().file());
    robot.interact(
        () ->
            window
                .workbench
                .navigator()
                .go(new Place.Part(file, "reserved", new ByteRange(0x10, 4))));
    contents(robot);
    assertThat(table(robot).getSelectionModel().getSelectedIndex()).isNegative();
    assertThat(robot.lookup("#entry-details .entry-heading").tryQuery()).isEmpty();
  }
}
