package org.kpackworkbench.views.analysis.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.Scene;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.analysis.coverage.CoverageSpec.CellLooks;
import org.kpackworkbench.views.analysis.coverage.CoverageSpec.CoverageWords;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.standard.BareContext;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The grid over made-up data: size, every kind of cell. */
@ExtendWith(WindowRobot.class)
class CoveragePaneTest {
  private static final int ROWS = LargeCoverage.ROWS;
  private static final int COLUMNS = LargeCoverage.COLUMNS;

  @Start
  void start(Stage stage) {
    ViewContext context = BareContext.sameThread();
    stage.setScene(new Scene(LargeCoverage.pane(context), 1200, 600));
    stage.show();
  }

  private static List<Integer> rows(TableView<LoadedRow<Integer>> table) {
    return table.getItems().stream().map(LoadedRow::index).toList();
  }

  @Test
  void onlyWhatIsInSightHasNodes(FxRobot robot) {
    TableView<LoadedRow<Integer>> table = robot.lookup("#coverage").queryTableView();
    assertThat(table.getItems()).hasSize(ROWS);
    robot.interact(() -> table.scrollTo(ROWS - 1));
    assertThat(robot.lookup(".matrix-cell").queryAll()).hasSizeLessThan(60 * COLUMNS);
  }

  @Test
  void rowsHaveAHeightKnownInAdvanceInWholePixels(FxRobot robot) {
    TableView<LoadedRow<Integer>> table = robot.lookup("#coverage").queryTableView();
    assertThat(table.getFixedCellSize())
        .isGreaterThan(10)
        .isEqualTo(Math.rint(table.getFixedCellSize()));
  }

  @Test
  void rowsWithHolesAloneAndByName(FxRobot robot) {
    TableView<LoadedRow<Integer>> table = robot.lookup("#coverage").queryTableView();
    robot.interact(
        () -> robot.lookup("#coverage-only-holes").queryAs(CheckBox.class).setSelected(true));
    assertThat(rows(table))
        .as("rows with a hole, and rows where code is perhaps missing")
        .containsExactlyElementsOf(IntStream.range(0, 20).map(i -> i * 500).boxed().toList());
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .isEqualTo(
            "10000 wrappers × 20 architectures: 10 holes in 10 rows, 20 cells perhaps missing,"
                + " 10000 cells without an archive here, 10000 cells never had code");
    robot.clickOn("#filter").write("lib1000.so").type(KeyCode.ENTER);
    assertThat(rows(table)).containsExactly(4000);
  }

  @Test
  void rowsWithCodeForAnArchitecture(FxRobot robot) {
    TableView<LoadedRow<Integer>> table = robot.lookup("#coverage").queryTableView();
    robot.clickOn("#filter").write("name:lib0.so arch:gfx1000").type(KeyCode.ENTER);
    assertThat(rows(table)).contains(0).hasSizeLessThan(ROWS);
    robot.clickOn("#filter-clear").clickOn("#filter").write("name:lib0.so#0 arch:gfx1005");
    robot.type(KeyCode.ENTER);
    assertThat(rows(table)).as("a hole").doesNotContain(0);
    robot.clickOn("#filter-clear").clickOn("#filter").write("index=1 name:lib1000.so");
    robot.type(KeyCode.ENTER);
    assertThat(rows(table)).containsExactly(4001);
  }

  @Test
  void eachKindOfCellHasASignAndWordsOfItsOwn() {
    CoverageData data = new LargeCoverage();
    List<String> signs = new ArrayList<>();
    List<String> sentences = new ArrayList<>();
    for (int column = 0; column < 6; column++) {
      CoverageCell cell = data.cell(0, column);
      signs.add(CellLooks.of(cell).sign());
      sentences.add(CoverageWords.of(data.rows().getFirst(), data.columns().get(column), cell));
    }
    assertThat(signs).containsExactly("✓", "–", "≈", "", "?", "✖").doesNotHaveDuplicates();
    assertThat(sentences.getFirst())
        .isEqualTo("lib/lib0.so#0 for gfx1000: 4.0 KiB in t_gfx1000.kpack.");
    assertThat(sentences.getLast()).contains("missing. It was lost.");
    assertThat(sentences.get(4))
        .contains("missing, or never compiled.", "may never have been compiled");
    assertThat(sentences).doesNotHaveDuplicates();
  }

  private static String summary(int... columns) throws IOException {
    return spec(false, columns).summary();
  }

  /** One file may have several problems, and rows beyond the limit are one of none. */
  @Test
  void filesThatWereNotReadAreCountedNotTheirProblems() throws IOException {
    CoverageData all = new LargeCoverage();
    CoverageSpec spec =
        new CoverageSpec(
            () ->
                new CoverageData() {
                  @Override
                  public List<CoverageGrid.BinaryRow> rows() {
                    return all.rows().subList(0, 1);
                  }

                  @Override
                  public List<GpuTarget> columns() {
                    return all.columns().subList(0, 1);
                  }

                  @Override
                  public CoverageCell cell(int row, int column) {
                    return all.cell(row, column);
                  }

                  @Override
                  public List<String> problems() {
                    return List.of("a.kpack: one", "a.kpack: two", "9 more are not in the grid");
                  }

                  @Override
                  public long unreadFiles() {
                    return 1;
                  }
                },
            way -> all.rows().getFirst().place());
    spec.load();
    assertThat(spec.summary()).isEqualTo("1 wrapper × 1 architecture: 1 file not read");
  }

  /** A wrapper that has some of the cells of the first row. */
  private static CoverageSpec spec(boolean lookedUp, int... columns) throws IOException {
    CoverageData all = new LargeCoverage();
    CoverageData some =
        new CoverageData() {
          @Override
          public List<CoverageGrid.BinaryRow> rows() {
            return all.rows().subList(0, 1);
          }

          @Override
          public List<GpuTarget> columns() {
            return IntStream.of(columns).mapToObj(all.columns()::get).toList();
          }

          @Override
          public CoverageCell cell(int row, int column) {
            return all.cell(row, columns[column]);
          }

          @Override
          public boolean lookedUp(int row) {
            return lookedUp;
          }

          @Override
          public List<String> problems() {
            return List.of();
          }
        };
    CoverageSpec spec = new CoverageSpec(() -> some, way -> all.rows().getFirst().place());
    spec.load();
    return spec;
  }

  @Test
  void codeThatWasOnlyLookedUpIsNotCalledComplete() throws IOException {
    CoverageSpec spec = spec(true, 0, 2, 3);
    assertThat(spec.summary())
        .isEqualTo(
            "1 wrapper × 3 architectures: 1 wrapper looked up, not unpacked, 1 cell never had code");
    assertThat(spec.words(0, spec.data().columns().getFirst()))
        .contains("It was looked up, not unpacked");
  }

  @Test
  void noHolesAreOnlyWhereAllThatIsExpectedIsThere() throws IOException {
    assertThat(summary(0, 2, 3))
        .isEqualTo("1 wrapper × 3 architectures: no holes, 1 cell never had code");
    assertThat(summary(0, 4)).isEqualTo("1 wrapper × 2 architectures: 1 cell perhaps missing");
    assertThat(summary(0, 1))
        .isEqualTo("1 wrapper × 2 architectures: 1 cell without an archive here");
  }
}
