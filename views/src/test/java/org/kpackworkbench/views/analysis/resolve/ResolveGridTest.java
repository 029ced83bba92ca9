package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javafx.scene.Scene;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.standard.BareContext;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The grid of a large tree. */
@ExtendWith(WindowRobot.class)
class ResolveGridTest {
  private static final int ROWS = 10_000;
  private static final int COLUMNS = 20;

  private final List<String> selected = new ArrayList<>();
  private final List<String> opened = new ArrayList<>();
  private ResolveGrid grid;

  @Start
  void start(Stage stage) {
    ViewContext context = BareContext.sameThread();
    grid =
        new ResolveGrid(
            context,
            (row, device) -> selected.add(row.path() + " on " + device),
            row -> opened.add(row.path()));
    Scene scene = new Scene(grid, 1200, 600);
    new Themes(new SystemLook(false, false), new Zoom()).dress(scene);
    stage.setScene(scene);
    stage.show();
  }

  /** In every thousandth row one GPU without code, of one wrapper. */
  private static TreeResolution large() {
    List<GpuTarget> devices =
        IntStream.range(0, COLUMNS).mapToObj(i -> GpuTarget.of("gfx" + (1000 + i))).toList();
    TreeResolution.Cell all = new TreeResolution.Cell(5, 5, -1, LoaderError.SUCCESS);
    TreeResolution.Cell some = new TreeResolution.Cell(4, 5, 2, LoaderError.KERNEL_NOT_FOUND);
    List<TreeResolution.Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      List<TreeResolution.Cell> cells = new ArrayList<>();
      for (int column = 0; column < COLUMNS; column++) {
        cells.add(i % 1000 == 7 && column == 3 ? some : all);
      }
      String path = "lib/lib%d.so".formatted(i);
      rows.add(
          new TreeResolution.Row(Path.of("/t").resolve(path), path, DeviceCode.HOST_ONLY, cells));
    }
    return new TreeResolution(Path.of("/t"), devices, rows, List.of(), "");
  }

  private static List<Integer> rows(TableView<LoadedRow<TreeResolution.Row>> table) {
    return table.getItems().stream().map(LoadedRow::index).toList();
  }

  @Test
  void onlyWhatIsInSightHasNodes(FxRobot robot) {
    robot.interact(() -> grid.show(large(), Map.of(), () -> {}));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    assertThat(table.getItems()).hasSize(ROWS);
    robot.interact(() -> table.scrollTo(ROWS - 1));
    assertThat(robot.lookup(".matrix-cell").queryAll()).hasSizeLessThan(60 * COLUMNS);
  }

  @Test
  void binariesThatFailAloneAndByName(FxRobot robot) {
    robot.interact(() -> grid.show(large(), Map.of(), () -> {}));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    robot.interact(
        () -> robot.lookup("#grid-only-failing").queryAs(CheckBox.class).setSelected(true));
    assertThat(rows(table)).hasSize(10).startsWith(7, 1007);
    robot.clickOn("#filter").write("lib3007").type(KeyCode.ENTER);
    assertThat(rows(table)).containsExactly(3007);
  }

  @Test
  void binariesThatGetNoCodeOnAGpu(FxRobot robot) {
    robot.interact(() -> grid.show(large(), Map.of(), () -> {}));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    robot.clickOn("#filter").write("-arch:gfx1003").type(KeyCode.ENTER);
    assertThat(rows(table)).hasSize(10).startsWith(7, 1007);
    robot.clickOn("#filter-clear").clickOn("#filter").write("name:lib7.so arch:gfx1003");
    robot.type(KeyCode.ENTER);
    assertThat(table.getItems()).isEmpty();
    robot.clickOn("#filter-clear").clickOn("#filter").write("colour:red").type(KeyCode.ENTER);
    assertThat(robot.lookup("#filter-problem").queryLabeled().getText())
        .contains("There is no field \"colour\"");
  }

  @Test
  void theFirstCellThatFailsIsSelectedAndEnterOpensItsBinary(FxRobot robot) {
    robot.interact(
        () -> {
          grid.show(large(), Map.of(), grid::selectFirst);
          robot.lookup("#resolve-grid").query().requestFocus();
        });
    assertThat(selected).last().isEqualTo("lib/lib7.so on gfx1003");
    robot.type(KeyCode.ENTER);
    assertThat(opened).containsExactly("lib/lib7.so");
  }

  @Test
  void copyTakesTheWholeGrid(FxRobot robot) {
    robot.interact(
        () -> {
          grid.show(large(), Map.of(), () -> {});
          robot.lookup("#resolve-grid").query().requestFocus();
        });
    robot.clickOn("#filter").write("lib7.so").type(KeyCode.ENTER);
    robot.interact(() -> robot.lookup("#resolve-grid").query().requestFocus());
    robot.interact(grid::copy);
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst())
        .startsWith("Binary\tgfx1000\t")
        .contains("\nlib/lib7.so\t5 of 5\t5 of 5\t5 of 5\t4 of 5, error 5\t");
  }

  /** A tree that changed on the disk has the same GPUs and binaries, and other answers. */
  @Test
  void aChangedTreeShowsItsOwnCells(FxRobot robot) {
    robot.interact(
        () ->
            grid.show(
                small(new TreeResolution.Cell(5, 5, -1, LoaderError.SUCCESS)), Map.of(), () -> {}));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    assertThat(signs(table)).containsExactly("✓", "✓");
    robot.clickOn("#filter").write("-arch:gfx90a").type(KeyCode.ENTER);
    assertThat(table.getItems()).isEmpty();
    TreeResolution.Cell less = new TreeResolution.Cell(3, 5, 2, LoaderError.KERNEL_NOT_FOUND);
    robot.interact(() -> grid.show(small(less), Map.of(), () -> {}));
    assertThat(signs(table)).containsExactly("✖ 3/5", "✖ 3/5");
  }

  @Test
  void codeThatWasNeverBuiltIsQuiet(FxRobot robot) {
    TreeResolution.Cell none = new TreeResolution.Cell(0, 5, 0, LoaderError.KERNEL_NOT_FOUND);
    Path binary = Path.of("/t/liba.so");
    robot.interact(
        () ->
            grid.show(
                small(none), Map.of(binary, Map.of(GpuTarget.of("gfx942"), 5)), grid::selectFirst));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    assertThat(signs(table)).containsExactly("✖", "");
    assertThat(selected).last().isEqualTo("liba.so on gfx90a");
    robot.interact(
        () ->
            grid.show(
                small(none),
                Map.of(binary, Map.of(GpuTarget.of("gfx942"), 5, GpuTarget.of("gfx90a"), 5)),
                () -> {}));
    assertThat(robot.lookup("#grid-only-failing").query().isDisabled()).isTrue();
  }

  @Test
  void codeThatIsThereAndRefusedHasItsOwnSign(FxRobot robot) {
    robot.interact(
        () ->
            grid.show(
                small(new TreeResolution.Cell(0, 5, 0, LoaderError.DECOMPRESSION_FAILED)),
                Map.of(),
                () -> {}));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    assertThat(signs(table)).containsExactly("⊘", "⊘");
    robot.interact(
        () ->
            grid.show(
                small(new TreeResolution.Cell(0, 0, 5, 0, 5, 0, LoaderError.SUCCESS)),
                Map.of(),
                () -> {}));
    assertThat(signs(table)).as("by the runtime").containsExactly("⊘", "⊘");
  }

  @Test
  void codeThatWasLookedUpIsMarkedSo(FxRobot robot) {
    robot.interact(
        () ->
            grid.show(
                small(new TreeResolution.Cell(5, 0, 5, 0, 0, -1, LoaderError.SUCCESS)),
                Map.of(),
                () -> {}));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    assertThat(signs(table)).containsExactly("○", "○");
    assertThat(((RowColumn.Face) table.getColumns().get(1).getCellData(0)).words())
        .isEqualTo(
            "liba.so on gfx90a: 5 wrappers with code in archives; it was looked up, not unpacked.");
  }

  private static List<String> signs(TableView<LoadedRow<TreeResolution.Row>> table) {
    return table.getColumns().stream()
        .skip(1)
        .map(column -> ((RowColumn.Face) column.getCellData(0)).text())
        .toList();
  }

  private static TreeResolution small(TreeResolution.Cell cell) {
    Path root = Path.of("/t");
    return new TreeResolution(
        root,
        List.of(GpuTarget.of("gfx90a"), GpuTarget.of("gfx942")),
        List.of(
            new TreeResolution.Row(
                root.resolve("liba.so"), "liba.so", DeviceCode.HOST_ONLY, List.of(cell, cell))),
        List.of(),
        "");
  }

  @Test
  void withoutBinariesItSaysSo(FxRobot robot) {
    robot.interact(
        () ->
            grid.show(
                new TreeResolution(
                    Path.of("/t"), List.of(GpuTarget.of("gfx942")), List.of(), List.of(), ""),
                Map.of(),
                () -> {}));
    TableView<LoadedRow<TreeResolution.Row>> table = robot.lookup("#resolve-grid").queryTableView();
    assertThat(((Label) table.getPlaceholder()).getText())
        .isEqualTo("No binary here has device code, inside or in archives.");
  }
}
