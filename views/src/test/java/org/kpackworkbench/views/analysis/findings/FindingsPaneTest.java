package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The dock lists what is wrong with the active file. */
@ExtendWith(WindowRobot.class)
class FindingsPaneTest {
  @TempDir Path folder;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private String heading(FxRobot robot) {
    return robot.lookup("#dock-findings").queryAs(Labeled.class).getText();
  }

  private TableView<ShownFinding> open(FxRobot robot) {
    robot.clickOn("#dock-findings");
    return robot.lookup("#findings").queryTableView();
  }

  @Test
  void aFileThatIsRightHasNone(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    assertThat(heading(robot)).isEqualTo("Findings");
    TableView<ShownFinding> table = open(robot);
    assertThat(table.getItems()).isEmpty();
    assertThat(
            robot
                .from(table.getPlaceholder())
                .lookup(".empty-state")
                .queryAs(Labeled.class)
                .getText())
        .isEqualTo("libmany.so is not verified yet. No problem was found while reading it.");
    robot.clickOn("#findings-verify");
    assertThat(window.workbench.jobs().list()).hasSize(1);
    assertThat(table.getItems())
        .extracting(ShownFinding::severity)
        .contains(ShownFinding.Severity.NOTE);
  }

  @Test
  void aClickLeadsToTheBytes(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    assertThat(heading(robot)).isEqualTo("Findings (1)");
    TableView<ShownFinding> table = open(robot);
    ShownFinding finding = table.getItems().getFirst();
    assertThat(finding.severity()).isEqualTo(ShownFinding.Severity.ERROR);
    assertThat(finding.what()).contains("cannot be used as a file name");
    assertThat(finding.fileOffset()).isGreaterThan(ArchiveFiles.GOLDEN_TABLE_OFFSET);
    robot.interact(() -> table.getSelectionModel().clearAndSelect(0));
    HexPane hex = robot.lookup(".hex-pane").queryAs(HexPane.class);
    assertThat(hex.model().selectionProperty().get().contains(finding.fileOffset())).isTrue();
    window.picture(robot, "findings");
  }

  @Test
  void aCutFileSaysWhereItEnds(FxRobot robot) throws IOException {
    window.open(robot, ArchiveFiles.cut(folder, "cut.kpack", 300));
    assertThat(heading(robot)).startsWith("Findings (");
    TableView<ShownFinding> table = open(robot);
    assertThat(table.getItems()).isNotEmpty();
  }

  @Test
  void aMismatchOfTargetsLeadsToTheCodeObject(FxRobot robot) {
    window.open(robot, fixture("mismatch.co"));
    TableView<ShownFinding> table = open(robot);
    ShownFinding finding =
        table.getItems().stream()
            .filter(some -> some.severity() == ShownFinding.Severity.WARNING)
            .findFirst()
            .orElseThrow();
    assertThat(finding.what()).contains("gfx");
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().select(finding);
        });
    robot.type(KeyCode.ENTER);
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()).path())
        .anyMatch(step -> step instanceof Place.CodeObject);
    window.open(robot, fixture("libmany.so"));
    assertThat(heading(robot)).as("the active file counts").isEqualTo("Findings");
  }
}
