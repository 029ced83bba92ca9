package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What the rows of a comparison say, and which of them are there. */
@ExtendWith(WindowRobot.class)
class DifferenceRowsTest {
  @TempDir Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private static String label(FxRobot robot, String id) {
    return robot.from(robot.lookup("#compare")).lookup(id).queryAs(Label.class).getText();
  }

  private static String status(FxRobot robot) {
    return robot.lookup("#status-sums").queryAs(Label.class).getText();
  }

  /** What the cell of a selected row says in a column. */
  private static String cell(FxRobot robot, String column) {
    return robot
        .lookup("#compare-rows .table-row-cell:selected .table-cell")
        .queryAllAs(TableCell.class)
        .stream()
        .filter(each -> column.equals(each.getTableColumn().getId()))
        .map(TableCell::getText)
        .findFirst()
        .orElseThrow();
  }

  private static TableRow<?> row(FxRobot robot, String key) {
    return robot.lookup("#compare-rows .table-row-cell").queryAllAs(TableRow.class).stream()
        .filter(
            each ->
                each.getItem() instanceof LoadedRow<?> line
                    && line.content() instanceof Row row
                    && row.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> heads(FxRobot robot) {
    return CompareWindow.table(robot).getColumns().stream().map(TableColumn::getText).toList();
  }

  @Test
  void fourteenDifferencesAreFourteenEverywhere(FxRobot robot) throws Exception {
    page.compare(robot, ComparedFiles.rearranged(temp.toRealPath()));
    assertThat(CompareWindow.chips(robot))
        .contains("»  3 other name", "≠  1 changed", "−  10 removed")
        .noneMatch(chip -> chip.endsWith(" moved"));
    assertThat(status(robot)).isEqualTo("14 of 305 rows differ");
    assertThat(label(robot, "#filter-count")).isEqualTo("305 rows");
    assertThat(CompareWindow.rows(robot))
        .as("runs of equal rows are a line each")
        .hasSizeLessThan(24)
        .contains("same 20 equal rows", "other name lib/l050.so#0 @ gfx900", "same 229 equal rows");
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    assertThat(CompareWindow.rows(robot)).hasSize(14);
    assertThat(label(robot, "#filter-count")).isEqualTo("14 of 305 rows");
    CompareWindow.select(robot, "lib/l050.so#0 @ gfx900");
    assertThat(
            DifferenceWords.name(
                CompareWindow.table(robot).getSelectionModel().getSelectedItem().content()))
        .isEqualTo("lib/l050.so#0 @ gfx900 → lib/n50.so#0 @ gfx900");
    page.window.picture(robot, "compare-fourteen");
  }

  @Test
  void orderIsComparedWhereAskedOnThisAndOnLaterLevels(FxRobot robot) throws Exception {
    page.compare(robot, ComparedFiles.rearranged(temp.toRealPath()));
    robot.clickOn("#compare-order");
    assertThat(CompareWindow.chips(robot)).contains("»  266 moved", "≠  1 changed");
    assertThat(status(robot)).isEqualTo("280 of 305 rows differ");
    CompareWindow.select(robot, "lib/l100.so#0 @ gfx900");
    robot.interact(
        () ->
            CompareWindow.table(robot)
                .scrollTo(CompareWindow.table(robot).getSelectionModel().getSelectedIndex()));
    assertThat(cell(robot, "compare-details-column")).isEqualTo("ordinal 100 → 90");
    assertThat(row(robot, "lib/l100.so#0 @ gfx900").getStyleClass()).contains("tint-moved");
    page.compare(robot, List.of(fixture("libone.so"), fixture("libdebug.so")));
    assertThat(robot.lookup("#compare-order").queryAs(CheckBox.class).isSelected()).isTrue();
    page.run(robot, ActionId.COMPARE_ORDER);
    assertThat(CompareWindow.rows(robot)).noneMatch(row -> row.startsWith("moved"));
  }

  @Test
  void contentsAreComparedForWhatARowDiffersIn(FxRobot robot) throws Exception {
    byte[] code = Files.readAllBytes(fixture("kinds-gfx942.hsaco"));
    Path old =
        ComparedFiles.archive(
            temp.resolve("old/a.kpack"),
            List.of(new ComparedFiles.Code("lib/a.so", 0, "gfx942", code)));
    Path now =
        ComparedFiles.archive(
            temp.resolve("new/a.kpack"),
            List.of(
                new ComparedFiles.Code("lib/a.so", 0, "gfx942", ComparedFiles.changed(code, 8))));
    page.compare(robot, List.of(old, now));
    assertThat(heads(robot))
        .containsExactly("Change", "Code object", "Differs in", "old", "new", "Growth", "Kind");
    assertThat(CompareWindow.selected(robot)).as("the first one").isEqualTo("lib/a.so#0 @ gfx942");
    assertThat(cell(robot, "compare-details-column")).matches("2 bytes of code, VGPRs \\d+ → \\d+");
    assertThat(row(robot, "lib/a.so#0 @ gfx942").getStyleClass()).contains("tint-changed");
    robot.push(KeyCode.ENTER);
    assertThat(heads(robot)).contains("Kernel or section");
    assertThat(CompareWindow.selected(robot)).isEqualTo("kpackfix_scalars");
    assertThat(cell(robot, "compare-details-column"))
        .as("never the name")
        .matches("2 bytes of code, VGPRs \\d+ → \\d+");
  }

  private List<Path> trees() throws Exception {
    Path one = Files.createDirectories(temp.toRealPath().resolve("one"));
    Path two = Files.createDirectories(temp.toRealPath().resolve("two"));
    for (Path side : List.of(one, two)) {
      Files.createDirectories(side.resolve("docs/more"));
      Files.createDirectories(side.resolve("lib"));
      for (int i = 0; i < 5; i++) {
        Files.writeString(side.resolve("docs/more/page" + i), "page " + i);
      }
      for (int i = 0; i < 80; i++) {
        Files.writeString(side.resolve("lib/%02d.txt".formatted(i)), "same " + i);
      }
    }
    Files.writeString(two.resolve("lib/03.txt"), "Same 3");
    Files.writeString(two.resolve("lib/70.txt"), "other content");
    Files.writeString(one.resolve("lib/gone.txt"), "only here");
    return List.of(one, two);
  }

  @Test
  void foldersSayWhatIsBelowThem(FxRobot robot) throws Exception {
    page.compare(robot, trees());
    assertThat(CompareWindow.rows(robot))
        .containsExactly(
            "same docs",
            "same lib",
            "same 3 equal rows",
            "changed lib/03.txt",
            "same 66 equal rows",
            "changed lib/70.txt",
            "same 9 equal rows",
            "removed lib/gone.txt");
    CompareWindow.select(robot, "lib");
    page.window.picture(robot, "compare-trees");
    assertThat(cell(robot, "compare-change")).isEqualTo("≠  inside");
    assertThat(cell(robot, "compare-details-column")).isEqualTo("2 differ, 1 only left");
    CompareWindow.select(robot, "lib/03.txt");
    assertThat(cell(robot, "compare-details-column")).isEqualTo("1 byte");
    CompareWindow.select(robot, "lib");
    robot.push(KeyCode.LEFT);
    assertThat(CompareWindow.rows(robot)).containsExactly("same docs", "same lib");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(CompareWindow.selected(robot)).as("in a closed folder").isEqualTo("lib/03.txt");
  }

  @Test
  void theNextDifferenceIsInView(FxRobot robot) throws Exception {
    page.compare(robot, trees());
    page.run(robot, ActionId.EXPAND_ALL);
    CompareWindow.select(robot, "lib/03.txt");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(CompareWindow.selected(robot)).isEqualTo("lib/70.txt");
    Node row = row(robot, "lib/70.txt");
    Node table = CompareWindow.table(robot);
    Bounds seen = table.localToScene(table.getLayoutBounds());
    Bounds shown = row.localToScene(row.getLayoutBounds());
    assertThat(shown.getMinY()).isGreaterThan(seen.getMinY());
    assertThat(shown.getMaxY()).isLessThanOrEqualTo(seen.getMaxY());
  }

  @Test
  void whatIsShownIsRememberedForLevelsAndStarts(FxRobot robot) throws Exception {
    List<Path> paths =
        ComparedFiles.archives(
            temp.toRealPath(), fixture("kinds-gfx942.hsaco"), fixture("axpy-gfx906-v4.hsaco"));
    page.compare(robot, paths);
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    TextField filter =
        robot.from(robot.lookup("#compare")).lookup("#filter").queryAs(TextField.class);
    robot.interact(() -> filter.setText("name:lib"));
    robot.clickOn(filter).type(KeyCode.ENTER);
    robot.interact(
        () ->
            CompareWindow.table(robot)
                .getSortOrder()
                .setAll(
                    List.of(
                        CompareWindow.table(robot).getColumns().stream()
                            .filter(column -> "compare-delta".equals(column.getId()))
                            .findFirst()
                            .orElseThrow())));
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    robot.push(KeyCode.ENTER);
    assertThat(robot.lookup("#compare-only-differences").queryAs(CheckBox.class).isSelected())
        .isTrue();
    assertThat(CompareWindow.rows(robot)).isNotEmpty().noneMatch(row -> row.startsWith("same"));
    RowSelection next =
        RowSelection.remembered(
            page.window.workbench.context().remembered(), ComparisonKind.ARCHIVES);
    assertThat(next.onlyDifferences()).isTrue();
    assertThat(next.query()).isEqualTo("name:lib");
    RowSelection kernels =
        RowSelection.remembered(
            page.window.workbench.context().remembered(), ComparisonKind.CODE_OBJECTS);
    assertThat(kernels.query()).as("of another kind").isEmpty();
    robot.push(KeyCode.CONTROL, KeyCode.W);
    page.compare(robot, paths);
    assertThat(CompareWindow.rows(robot).getFirst())
        .isEqualTo("changed lib/libkernels.so#0 @ gfx942");
  }

  @Test
  void theDividerStaysWhereItIsOnOtherLevelsAndInOtherComparisons(FxRobot robot) throws Exception {
    List<Path> paths =
        ComparedFiles.archives(
            temp.toRealPath(), fixture("kinds-gfx942.hsaco"), fixture("axpy-gfx906-v4.hsaco"));
    page.compare(robot, paths);
    robot.interact(() -> split(robot).setDividerPositions(0.4));
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.crumbs(robot)).hasSize(2);
    assertThat(split(robot).getDividerPositions()[0]).isCloseTo(0.4, within(0.02));
    robot.push(KeyCode.CONTROL, KeyCode.W);
    page.compare(robot, paths);
    assertThat(split(robot).getDividerPositions()[0]).isCloseTo(0.4, within(0.02));
  }

  private static SplitPane split(FxRobot robot) {
    return robot.from(robot.lookup("#compare")).lookup(".split-pane").queryAs(SplitPane.class);
  }

  @Test
  void headsAreWhatTellsSidesApart() {
    assertThat(DifferenceRows.heads(List.of("old/lib.kpack", "new/lib.kpack")))
        .containsExactly("old", "new");
    assertThat(DifferenceRows.heads(List.of("a.kpack", "b.kpack")))
        .containsExactly("a.kpack", "b.kpack");
    assertThat(DifferenceRows.heads(List.of("mon/.kpack/a.kpack", "tue/.kpack/a.kpack")))
        .containsExactly("mon", "tue");
    assertThat(DifferenceRows.heads(List.of("same", "same"))).containsExactly("same", "same");
  }
}
