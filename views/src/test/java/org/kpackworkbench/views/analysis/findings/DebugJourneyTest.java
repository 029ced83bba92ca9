package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** From opening a split tree with six faults to the byte of a fault: at most three actions. */
@ExtendWith(WindowRobot.class)
class DebugJourneyTest {
  private static final int MOST_ACTIONS = 3;

  /** Pixels that a window manager takes of a window's height. */
  private static final double TITLE_BAR = 30;

  @TempDir Path temp;
  private FaultyShard shard;
  private StandardWindow window;
  private int actions;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
    // As it opens the first time.
    primary.setWidth(1280);
    primary.setHeight(860);
  }

  @BeforeEach
  void make() throws Exception {
    shard = FaultyShard.make(temp.toRealPath());
  }

  private void open(FxRobot robot) {
    actions++;
    window.open(robot, shard.root());
  }

  /** Presses a key wherever the focus is; the robot of the headless platform has no Alt key. */
  private void press(FxRobot robot, KeyCode key, boolean shift, boolean alt) {
    actions++;
    robot.interact(
        () -> {
          Scene scene = window.stage.getScene();
          Node focused = scene.getFocusOwner();
          Event.fireEvent(
              focused == null ? scene.getRoot() : focused,
              new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, shift, false, alt, false));
        });
  }

  private FindingsList verify(FxRobot robot) {
    press(robot, KeyCode.T, false, true);
    Await.ended(window.workbench.jobs(), "Verify");
    return new FindingsList(window, robot);
  }

  private Path active() {
    return Objects.requireNonNull(window.workbench.files().active()).path();
  }

  private void awaitByte(FxRobot robot, Path file, long offset) {
    HexPane hex = robot.lookup(".hex-pane").queryAs(HexPane.class);
    Await.until(
        "the byte 0x%x of %s".formatted(offset, file),
        () -> {
          ByteRange selected = hex.model().selectionProperty().get();
          return active().equals(file)
              && selected != null
              && selected.equals(new ByteRange(offset, 1));
        });
    HexModel model = hex.model();
    Await.until(
        "the byte in view",
        () -> {
          long row = offset / model.rowLength() - model.topRowProperty().get();
          return row >= 0 && row < model.visibleRows();
        });
  }

  @Test
  void theCausesAreSixAndTheWorstComesFirst(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    assertThat(list.titles().subList(0, 6))
        .containsExactlyInAnyOrder(
            "blas_lib_gfx1030.kpack and blas_lib_gfx1100.kpack have exchanged their names",
            "In blas_lib_gfx942.kpack, a key was renamed from \"math/a/stage/lib/libmany.so\" to"
                + " \"math/a/stage/lib/libmane.so\"",
            "blas_lib_gfx90a.kpack was damaged after its manifest was written",
            "blas_lib_gfx90a:xnack+.kpack is missing; 1 binary lacks code for gfx90a:xnack+",
            "The marker of libcompressed.so leads to no existing archive",
            list.titles().stream()
                .filter(title -> title.startsWith("blas_lib_gfx90a:xnack-.kpack: checksum"))
                .findFirst()
                .orElseThrow());
    assertThat(list.titles().getFirst()).contains("exchanged");
    window.picture(robot, "findings-causes");
  }

  @Test
  void theNoticeAboutErrorsSaysHowManyAndHasNoSignOfSuccess(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    long errors =
        list.findings().stream().filter(each -> each.severity() == Severity.ERROR).count();
    assertThat(errors).isGreaterThan(10);
    String notice =
        robot.from(robot.lookup(".notice")).lookup(".label").queryAllAs(Labeled.class).stream()
            .map(Labeled::getText)
            .collect(Collectors.joining(" "));
    assertThat(notice)
        .contains("✖ Verified shard: %d errors".formatted(errors))
        .doesNotContain("✓");
  }

  @Test
  void aKeyLeadsToTheByteOfTheWorst(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    press(robot, KeyCode.F8, false, false);
    Finding finding = list.lines().get(list.selected()).finding();
    awaitByte(robot, finding.file(), finding.fileOffset());
    assertThat(finding.file()).isEqualTo(shard.manifest());
    assertThat(actions).isLessThanOrEqualTo(MOST_ACTIONS);
    // On from there, with the focus in the bytes, and back.
    robot.interact(robot.lookup(".hex-view").query()::requestFocus);
    press(robot, KeyCode.F8, false, false);
    Finding next = list.lines().get(list.selected()).finding();
    assertThat(next).isNotEqualTo(finding);
    awaitByte(robot, next.file(), next.fileOffset());
    press(robot, KeyCode.F8, true, false);
    awaitByte(robot, finding.file(), finding.fileOffset());
    window.picture(robot, "findings-f8");
  }

  @Test
  void aDoubleClickLeadsToTheByteOfAFindingThatIsShownByItself(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    int line = list.lineIn(shard.manifest());
    Finding finding = list.lines().get(line).finding();
    actions++;
    robot.doubleClickOn(list.row(line), MouseButton.PRIMARY);
    awaitByte(robot, finding.file(), finding.fileOffset());
    assertThat(actions).isLessThanOrEqualTo(MOST_ACTIONS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGroupWhoseFindingsAreInOneByteLeadsThere(boolean byKey, FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    int line = list.titles().indexOf("The marker of libcompressed.so leads to no existing archive");
    FindingLine group = list.lines().get(line);
    assertThat(group.findings()).hasSize(2);
    if (byKey) {
      list.select(line);
      robot.interact(list.table()::requestFocus);
      press(robot, KeyCode.ENTER, false, false);
    } else {
      actions++;
      robot.doubleClickOn(list.row(line), MouseButton.PRIMARY);
    }
    awaitByte(robot, group.finding().file(), FindingWords.offset(group.finding()));
    assertThat(actions).isLessThanOrEqualTo(MOST_ACTIONS);
    // One whose findings are in several places opens.
    int before = list.lines().size();
    robot.doubleClickOn(list.row(0), MouseButton.PRIMARY);
    assertThat(list.lines().size()).isNotEqualTo(before);
  }

  @Test
  void oneClickShowsAllOfAFindingWithoutOpeningItsFile(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    list.openAll();
    int line = list.lineOf("frame-decompresses");
    Finding finding = list.lines().get(line).finding();
    robot.clickOn(list.row(line));
    String all = list.detail();
    assertThat(all)
        .contains(finding.message(), finding.advice(), finding.placeText())
        .contains("0x" + Long.toHexString(finding.fileOffset()))
        .contains(finding.evidence().expected(), finding.evidence().found())
        .contains("frame-decompresses: Every frame decompresses")
        .contains("000008c8  84 08 3d 04 00 00 28 b5");
    assertThat(active()).isEqualTo(shard.root());
    assertThat(window.stage.getScene().getFocusOwner()).isEqualTo(list.table());
    window.picture(robot, "findings-detail");
  }

  @Test
  void aDamagedRowIsMarkedInItsTable(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    list.openAll();
    int line = list.lineOf("frame-decompresses");
    Finding finding = list.lines().get(line).finding();
    robot.doubleClickOn(list.row(line));
    awaitByte(robot, finding.file(), finding.fileOffset());
    TableView<?> table =
        Await.until(
            "the archive's table", () -> robot.lookup("#archive-table").<TableView<?>>tryQuery());
    Await.until(
        "a marked row",
        () ->
            table.lookupAll(".table-row-cell").stream()
                .anyMatch(
                    row ->
                        row.getPseudoClassStates().stream()
                            .anyMatch(state -> state.getPseudoClassName().equals("problem"))));
    assertThat(table.lookupAll(".problem-sign").stream().filter(Node::isVisible).toList())
        .as("not by colour alone")
        .isNotEmpty();
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()).path())
        .anyMatch(step -> step instanceof Place.CodeObject);
    window.picture(robot, "findings-marked");
  }

  @ParameterizedTest
  @CsvSource({"1280, 860", "1280, 800", "1024, 700"})
  void tenRowsAreVisibleAtOnce(double width, double height) throws Exception {
    FxRobot robot = new FxRobot();
    robot.interact(
        () -> {
          window.stage.setWidth(width);
          // The headless platform has no title bars.
          double bar = window.stage.getHeight() - window.stage.getScene().getHeight();
          window.stage.setHeight(height - TITLE_BAR + bar);
        });
    open(robot);
    FindingsList list = verify(robot);
    list.openAll();
    Await.settled();
    double bottom = list.table().localToScene(list.table().getBoundsInLocal()).getMaxY();
    List<Node> rows =
        list.table().lookupAll(".table-row-cell").stream()
            .filter(row -> row.localToScene(row.getBoundsInLocal()).getMaxY() <= bottom)
            .toList();
    assertThat(rows.size()).as("rows of %s", list.table().getHeight()).isGreaterThanOrEqualTo(10);
    Bounds views = robot.lookup("#file-tabs").query().getLayoutBounds();
    assertThat(views.getHeight()).as("the views beside it").isGreaterThan(190);
    window.picture(robot, "findings-%.0f".formatted(width));
  }

  @Test
  void inANarrowWindowMessagesTakeTheRoomOfTheirFilesAndOffsets(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    robot.interact(() -> window.stage.setWidth(1600));
    Await.settled();
    assertThat(columns(list)).containsExactly("What is wrong", "File", "Offset");
    robot.interact(
        () -> {
          window.stage.setWidth(1024);
          window.stage.setHeight(700);
        });
    Await.settled();
    assertThat(list.table().getWidth()).as("nothing is beside it yet").isGreaterThan(1000);
    assertThat(robot.lookup("#findings .line-name-cell .text").queryAllAs(Text.class))
        .extracting(Text::getText)
        .as("causes and how many of each, whole")
        .contains("blas_lib_gfx1030.kpack and blas_lib_gfx1100.kpack have exchanged their names")
        .contains("12 errors");
    list.openAll();
    list.select(list.lineOf("manifest-size"));
    Await.settled();
    int line = list.selected();
    assertThat(list.lines().get(line).finding().rule()).isEqualTo("manifest-size");
    assertThat(columns(list)).containsExactly("What is wrong");
    assertThat(list.table().getColumns().getFirst().getWidth()).isGreaterThan(550);
    assertThat(list.detail()).contains("blas_lib.kpm", "Offset");
    robot.clickOn(".filter-box .text-field").write("file:gfx1030");
    assertThat(list.findings()).as("of what is not shown, too").isNotEmpty();
    robot.interact(() -> window.stage.setWidth(1600));
    Await.settled();
    assertThat(columns(list)).containsExactly("What is wrong", "File", "Offset");
  }

  private static List<String> columns(FindingsList list) {
    return list.table().getVisibleLeafColumns().stream().map(TableColumnBase::getText).toList();
  }

  @Test
  void theListIsFilteredAndGroupedAndTheFolderIsShown(FxRobot robot) throws Exception {
    open(robot);
    FindingsList list = verify(robot);
    int all = list.findings().size();
    robot.clickOn("#findings-note");
    assertThat(list.findings())
        .hasSizeLessThan(all)
        .noneMatch(each -> each.severity().word().equals("note"));
    robot.clickOn("#findings-by-file");
    assertThat(list.lines().getFirst()).isInstanceOf(FindingLine.Group.class);
    assertThat(list.titles().getFirst()).endsWith(".kpm");
    robot.clickOn("#findings-by-rule");
    assertThat(list.titles().getFirst()).startsWith("manifest-");
    robot.clickOn("#findings-by-cause");
    robot.clickOn("#findings-note");
    assertThat(list.findings()).hasSize(all);
  }
}
