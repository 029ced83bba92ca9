package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The dock lists what is wrong with the active file. */
@ExtendWith(WindowRobot.class)
class FindingsPaneTest {
  @TempDir Path folder;
  private final List<Path> shown = new ArrayList<>();
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window =
        new StandardWindow(
            primary, StandardViews.parts().folderOpener(shown::add), Background.sameThread());
  }

  private FindingsList open(FxRobot robot) {
    robot.clickOn("#dock-findings");
    return new FindingsList(window, robot);
  }

  @Test
  void aFileThatIsRightHasNone(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    FindingsList list = open(robot);
    assertThat(list.heading()).isEqualTo("Findings");
    assertThat(list.nothing())
        .contains("libmany.so is not verified yet. No problem was found while reading it.");
    robot.clickOn("#findings-verify");
    assertThat(window.workbench.jobs().list()).hasSize(1);
    assertThat(list.findings()).extracting(Finding::severity).contains(Severity.NOTE);
  }

  @Test
  void aPageInFrontOfFilesIsNotCalledNoOpenFile(FxRobot robot) {
    FindingsList list = open(robot);
    assertThat(list.nothing())
        .contains("No file is open. Open a file or a folder and verify it (Alt+T).");
    window.open(robot, fixture("libmany.so"));
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.READ_LOG)).isTrue());
    assertThat(list.nothing())
        .contains(
            "No file is in the active tab. Select the tab of a file or a folder to see its findings.");
  }

  @Test
  void itsListIsMadeWhenItIsFirstShownAndCountsBefore(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    ToggleButton button = robot.lookup("#dock-findings").queryAs(ToggleButton.class);
    Pane pane = (Pane) button.getUserData();
    assertThat(button.getText()).isEqualTo("Findings (1)");
    assertThat(pane.getChildren()).isEmpty();
    FindingsList list = open(robot);
    assertThat(pane.getChildren()).isNotEmpty();
    assertThat(list.findings()).hasSize(1);
  }

  @Test
  void aClickShowsTheBytes(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    FindingsList list = open(robot);
    assertThat(list.heading()).isEqualTo("Findings (1)");
    Finding finding = list.findings().getFirst();
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.message()).contains("relative path");
    assertThat(finding.fileOffset()).isGreaterThan(ArchiveFiles.GOLDEN_TABLE_OFFSET);
    list.select(0);
    HexPane hex = robot.lookup(".hex-pane").queryAs(HexPane.class);
    assertThat(hex.model().selectionProperty().get().contains(finding.fileOffset())).isTrue();
    window.picture(robot, "findings");
  }

  @Test
  void aCutFileSaysWhereItEnds(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.cut(folder, "cut.kpack", 300));
    FindingsList list = open(robot);
    assertThat(list.heading()).startsWith("Findings (");
    assertThat(list.findings()).isNotEmpty();
  }

  /** Rows that share damaged code are all marked, though one finding is about them. */
  @Test
  void allRowsOfDamagedCodeAreMarked(FxRobot robot) throws IOException {
    Path archive = ArchiveFiles.misfiled(folder, fixture("axpy-gfx1100.hsaco"), "gfx1101");
    byte[] bytes = Files.readAllBytes(archive);
    bytes[1000] ^= 1;
    Files.write(archive, bytes);
    window.open(robot, archive);
    FindingsList list = open(robot).verify();
    list.openAll();
    assertThat(list.lines())
        .filteredOn(line -> line.finding().rule().startsWith("frame-"))
        .hasSize(1);
    assertThat(window.workbench.context().found().placesProperty().get().keySet())
        .filteredOn(Place.CodeObject.class::isInstance)
        .extracting(place -> ((Place.CodeObject) place).target())
        .containsExactlyInAnyOrder("gfx1100", "gfx1101");
  }

  @Test
  void allRowsOfCodeThatRuntimesRefuseAreMarked(FxRobot robot) throws IOException {
    window.open(
        robot, ArchiveFiles.misfiled(folder, fixture("axpy-gfx1100-stripped.hsaco"), "gfx1101"));
    FindingsList list = open(robot).verify();
    list.openAll();
    assertThat(list.lines())
        .filteredOn(line -> line.finding().rule().equals("code-object-loads"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.finding().evidence().places())
                    .extracting(place -> ((Place.CodeObject) place).target())
                    .containsExactlyInAnyOrder("gfx1100", "gfx1101"));
    assertThat(window.workbench.context().found().placesProperty().get().keySet())
        .filteredOn(Place.CodeObject.class::isInstance)
        .extracting(place -> ((Place.CodeObject) place).target())
        .contains("gfx1100", "gfx1101");
  }

  @Test
  void aMismatchOfTargetsLeadsToTheCodeObject(FxRobot robot) {
    window.open(robot, fixture("mismatch.co"));
    FindingsList list = open(robot);
    list.openAll();
    int line = -1;
    for (int i = 0; i < list.lines().size(); i++) {
      if (list.lines().get(i).finding().severity() == Severity.WARNING) {
        line = i;
      }
    }
    assertThat(list.titles().get(line)).contains("gfx");
    robot.interact(list.table()::requestFocus);
    list.select(line);
    robot.type(KeyCode.ENTER);
    Await.until(
        "the code object",
        () ->
            Objects.requireNonNull(window.workbench.navigator().current()).path().stream()
                .anyMatch(step -> step instanceof Place.CodeObject));
    window.open(robot, fixture("libmany.so"));
    assertThat(list.heading())
        .as("before any verification, the active file counts")
        .isEqualTo("Findings");
  }

  @Test
  void findingLeadsToTheLoadsOfItsBinary(FxRobot robot) throws IOException {
    Path lib = Files.createDirectories(folder.toRealPath().resolve("lib"));
    Path alone = Files.copy(fixture("libhostonly.so"), lib.resolve("libalone.so"));
    window.open(robot, lib.getParent());
    FindingsList list = open(robot).verify();
    list.openAll();
    int line = 0;
    while (!list.lines().get(line).finding().file().equals(alone)
        || list.lines().get(line) instanceof FindingLine.Group) {
      line++;
    }
    list.select(line);
    robot.interact(list.table()::requestFocus);
    robot.interact(() -> window.workbench.actions().run(ActionId.WHY_NO_CODE));
    Await.until(
        "its loads",
        () ->
            robot.lookup("#by-wrapper").tryQuery().isPresent()
                && Objects.requireNonNull(window.workbench.navigator().current())
                    .file()
                    .equals(alone));
  }

  @Test
  void aBannerLeadsToAllProblemsOfItsFile(FxRobot robot) throws IOException {
    byte[] bytes = Files.readAllBytes(fixture("libdrift.so"));
    for (int at : new int[] {0x2018, 0x6018, 0x9018, 0xc018, 0xe018}) {
      // The number of entries of an offload bundle.
      bytes[at + 3] = 0x40;
    }
    Path broken = Files.write(folder.toRealPath().resolve("broken.so"), bytes);
    window.open(robot, fixture("libmany.so"));
    FindingsList list = open(robot).verify();
    window.open(robot, broken);
    assertThat(robot.lookup(".error-bar").queryAllAs(MessageBar.class))
        .extracting(MessageBar::getAccessibleText)
        .singleElement()
        .asString()
        .startsWith("Only a part could be read.")
        .endsWith("4 more like this.");
    window.picture(robot, "problem-banner");
    robot.clickOn("#problem-all");
    assertThat(list.findings())
        .hasSize(5)
        .allSatisfy(finding -> assertThat(finding.file()).isEqualTo(broken));
    assertThat(robot.lookup("#dock-findings").queryAs(ToggleButton.class).isSelected()).isTrue();
    window.picture(robot, "problem-banner-list");
    list.verify();
    robot.clickOn("#dock-findings");
    robot.clickOn("#problem-all");
    assertThat(list.lines().get(list.selected()).findings())
        .as("of a verification that knows the file, its first finding")
        .anySatisfy(finding -> assertThat(finding.file()).isEqualTo(broken));
  }

  private double dockHeight(FxRobot robot) {
    return robot.lookup("#dock").query().getLayoutBounds().getHeight();
  }

  @Test
  void whatIsRightTakesALineOfTheWindow(FxRobot robot) throws IOException {
    FaultyShard shard = FaultyShard.clean(folder.toRealPath());
    window.open(robot, shard.archive("gfx1030"));
    FindingsList list = open(robot);
    Await.settled();
    assertThat(dockHeight(robot)).as("before a verification").isBetween(20.0, 45.0);
    list.verify();
    Await.settled();
    assertThat(list.nothing().orElse("")).contains("nothing is wrong");
    assertThat(dockHeight(robot)).as("after it").isBetween(20.0, 45.0);
    Labeled line = robot.lookup("#findings-none").queryAs(Labeled.class);
    assertThat(line.getHeight())
        .as("all of the line is in view")
        .isGreaterThanOrEqualTo(line.prefHeight(line.getWidth()));
    robot.clickOn("#dock-jobs");
    Await.settled();
    assertThat(dockHeight(robot)).as("the list of jobs").isGreaterThan(250);
  }

  @Test
  void notesTakeNoMoreOfTheWindowThanTheyNeed(FxRobot robot) throws IOException {
    FaultyShard shard = FaultyShard.clean(folder.toRealPath());
    // Binaries with code for other settings of features than the last one are warned of.
    Path host = shard.root().resolve("blas_lib_generic/math");
    Files.delete(host.resolve("a/stage/lib/libdrift.so.1"));
    Files.delete(host.resolve("b/stage/lib/libcompressed.so"));
    window.open(robot, shard.root());
    FindingsList list = new FindingsList(window, robot).verify();
    Await.settled();
    assertThat(list.findings()).extracting(Finding::severity).containsOnly(Severity.NOTE);
    double low = dockHeight(robot);
    assertThat(low).isBetween(150.0, 240.0);
    list.openAll();
    Await.settled();
    assertThat(dockHeight(robot)).as("it grows with what is opened").isGreaterThan(low + 50);
    Files.write(shard.archive("gfx1030"), new byte[100], StandardOpenOption.APPEND);
    list.verify();
    Await.settled();
    assertThat(dockHeight(robot)).as("errors have the usual height").isGreaterThan(300);
  }

  @Test
  void theFindingsOfOneCauseAreOpenWhereAllAreInView(FxRobot robot) throws IOException {
    FaultyShard shard = FaultyShard.clean(folder.toRealPath());
    Files.write(shard.archive("gfx1030"), new byte[100], StandardOpenOption.APPEND);
    window.open(robot, shard.root());
    FindingsList list = new FindingsList(window, robot).verify();
    assertThat(list.lines().getFirst()).isInstanceOf(FindingLine.Group.class);
    assertThat(list.lines())
        .filteredOn(FindingLine.Item.class::isInstance)
        .extracting(line -> line.finding().rule())
        .contains("manifest-size", "manifest-checksum")
        .as("names that Windows refuses are one line")
        .doesNotContain("name-windows");
  }

  private static MenuItem item(FindingsList list, String text) {
    return list.table().getContextMenu().getItems().stream()
        .filter(item -> text.equals(item.getText()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theContextMenuShowsTheFileOfAFindingInItsFolder(FxRobot robot) throws IOException {
    FaultyShard shard = FaultyShard.clean(folder.toRealPath());
    Path manifest = shard.manifest();
    Files.write(shard.archive("gfx1030"), new byte[100], StandardOpenOption.APPEND);
    window.open(robot, shard.root());
    FindingsList list = new FindingsList(window, robot).verify();
    robot.clickOn(list.row(list.lineIn(manifest)), MouseButton.SECONDARY);
    assertThat(list.table().getContextMenu().isShowing()).isTrue();
    MenuItem show = item(list, "Show in Folder");
    assertThat(show.isDisable()).isFalse();
    robot.interact(show::fire);
    assertThat(shown).containsExactly(manifest.getParent());
    robot.interact(
        () -> {
          list.table().getContextMenu().hide();
          list.table().getSelectionModel().clearSelection();
        });
    assertThat(show.isDisable()).as("of nothing").isTrue();
  }
}
