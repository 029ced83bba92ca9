package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableRow;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.GridPane;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.views.access.Contrast;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Archives beside one another, from the table down to the bytes. */
@ExtendWith(WindowRobot.class)
class CompareWindowTest {
  private static final String ENTRIES = "code object";

  @TempDir Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  @Test
  void whatDiffersIsSaidOfEachRow(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    page.window.picture(robot, "compare-archives");
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("old/lib.kpack ↔ new/lib.kpack");
    assertThat(CompareWindow.rows(robot, ENTRIES))
        .containsExactlyInAnyOrder(
            "same lib/libsame.so#0 @ gfx900",
            "changed lib/libkernels.so#0 @ gfx942",
            "other name lib/libname.so#0 @ gfx900",
            "removed lib/libgone.so#0 @ gfx906",
            "added lib/libfresh.so#0 @ gfx906");
    assertThat(CompareWindow.outcome(robot)).isEqualTo("Different");
    assertThat(CompareWindow.chips(robot))
        .contains("+  1 added", "−  1 removed", "»  1 other name");
  }

  @Test
  void rowsHaveAHeightKnownInAdvanceAndWordsUnderThePointer(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    assertThat(CompareWindow.table(robot).getFixedCellSize())
        .isGreaterThan(10)
        .isEqualTo(Math.rint(CompareWindow.table(robot).getFixedCellSize()));
    TableCell<?, ?> cell =
        robot.lookup(".change-cell").queryAllAs(TableCell.class).stream()
            .filter(each -> "=  same".equals(each.getText()))
            .findFirst()
            .orElseThrow();
    robot.moveTo(cell);
    assertThat(cell.getTooltip().getText()).isEqualTo(Change.SAME.words());
  }

  @Test
  void aRowOpensWhatLiesBelowDownToTheBytes(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    page.window.picture(robot, "compare-row");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.crumbs(robot)).containsExactly("All", "lib/libkernels.so#0 @ gfx942");
    assertThat(CompareWindow.rows(robot)).anyMatch(row -> row.startsWith("removed kpackfix"));
    page.window.picture(robot, "compare-kernels");
    CompareWindow.select(robot, "all bytes");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.crumbs(robot)).hasSize(3).endsWith("all bytes");
    assertThat(robot.lookup("#compare-side-name-0").queryAs(Label.class).getText())
        .as("the file that the bytes are in, with its size")
        .matches("old/lib.kpack  [0-9.]+ KiB");
    assertThat(robot.lookup("#compare-bytes").tryQuery()).isPresent();
    page.window.picture(robot, "compare-bytes");
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(CompareWindow.selected(robot)).isEqualTo("all bytes");
    robot.push(KeyCode.BACK_SPACE);
    assertThat(CompareWindow.selected(robot)).isEqualTo("lib/libkernels.so#0 @ gfx942");
    assertThat(CompareWindow.crumbs(robot)).isEmpty();
  }

  @Test
  void codeObjectsOfWhichOneFrameIsDamagedAreComparedAsStored(FxRobot robot) throws Exception {
    List<Path> paths =
        ComparedFiles.archives(
            temp.toRealPath(),
            StandardWindow.fixture("kinds-gfx942.hsaco"),
            StandardWindow.fixture("kinds-gfx942.hsaco"));
    byte[] damaged = Files.readAllBytes(paths.getFirst());
    damaged[100] ^= 1;
    Path other = Files.write(temp.toRealPath().resolve("damaged.kpack"), damaged);
    page.compare(robot, List.of(paths.getFirst(), other));
    CompareWindow.select(robot, "lib/libsame.so#0 @ gfx900");
    robot.push(KeyCode.ENTER);
    assertThat(robot.lookup("#difference-count").queryAs(Label.class).getText())
        .isEqualTo("Difference 1 of 1");
    assertThat(robot.lookup(".message-bar").queryAllAs(Node.class))
        .extracting(Node::getAccessibleText)
        .as("said once")
        .singleElement()
        .asString()
        .contains("Compared as stored: one byte differs at 0x");
    page.window.picture(robot, "compare-damaged");
  }

  @Test
  void sidesAreSwapped(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    page.run(robot, ActionId.SWAP_SIDES);
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("new/lib.kpack ↔ old/lib.kpack");
    assertThat(CompareWindow.rows(robot, ENTRIES))
        .contains("added lib/libgone.so#0 @ gfx906", "removed lib/libfresh.so#0 @ gfx906");
  }

  /** The lines of the pane of the selected row. */
  private static List<String> details(FxRobot robot) {
    Map<Integer, String> lines = new TreeMap<>();
    for (Node node : robot.lookup(".compare-values").queryAs(GridPane.class).getChildren()) {
      lines.merge(
          GridPane.getRowIndex(node),
          ((Label) node).getText(),
          (before, now) -> before + " | " + now);
    }
    return List.copyOf(lines.values());
  }

  @Test
  void everyFieldHasItsValuesBesideOneAnother(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    List<String> lines = details(robot);
    assertThat(lines)
        .startsWith(" | old/lib.kpack | new/lib.kpack | growth")
        .contains("type | hsaco | hsaco | ", "ordinal | 1 | 1 | ");
    assertThat(lines.get(1)).matches("size \\| [0-9 ]+ B \\| [0-9 ]+ B \\| −.*");
    assertThat(lines.subList(2, 4))
        .as("what differs is first")
        .allMatch(line -> line.contains("≠"));
  }

  @Test
  void wordsOfChangesCanBeReadOnTheTintsOfTheirRows(FxRobot robot) throws Exception {
    page.archives(robot, temp);
    robot.interact(() -> CompareWindow.table(robot).getSelectionModel().clearSelection());
    int tinted = 0;
    for (TableRow<?> row :
        robot.lookup("#compare-rows .table-row-cell").queryAllAs(TableRow.class)) {
      if (!row.isEmpty()
          && row.getStyleClass().stream().anyMatch(each -> each.startsWith("tint-"))) {
        Color paper = Color.WHITE;
        for (BackgroundFill fill : row.getBackground().getFills()) {
          paper = Contrast.over((Color) fill.getFill(), 1, paper);
        }
        Labeled word = (Labeled) row.lookup(".change-cell");
        assertThat(Contrast.ratio((Color) word.getTextFill(), paper))
            .as(word.getText())
            .isGreaterThanOrEqualTo(4.5);
        tinted++;
      }
    }
    assertThat(tinted).isGreaterThan(2);
  }
}
