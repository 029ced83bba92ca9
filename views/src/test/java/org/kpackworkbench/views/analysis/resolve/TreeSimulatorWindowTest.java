package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The simulator of a tree in the real window. */
class TreeSimulatorWindowTest extends WindowTest {
  @TempDir Path folder;
  private LoadedTree tree;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  /** Two libraries, one without its archive for gfx1100. */
  @BeforeEach
  void make() throws IOException {
    tree = LoadedTree.convert(StandardWindow.fixture("libcompressed.so"), folder, "liba.so");
    LoadedTree.convert(StandardWindow.fixture("libcompressed.so"), folder, "libb.so");
    Files.delete(tree.archive("gfx1100"));
  }

  private TableView<?> open(FxRobot robot) {
    show(robot, tree.root(), "resolve");
    return robot.lookup("#resolve-grid").queryTableView();
  }

  private static List<String> cells(FxRobot robot) {
    return robot.lookup(".matrix-cell").queryAllAs(TableCell.class).stream()
        .filter(cell -> !cell.isEmpty() && cell.isVisible())
        .map(TableCell::getText)
        .toList();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  @Test
  void theGridSaysWhichBinaryHasCodeOnWhichGpu(FxRobot robot) throws IOException {
    TableView<?> grid = open(robot);
    assertThat(grid.getColumns())
        .extracting(column -> column.getText())
        .containsExactly("Binary", "gfx90a:sramecc+:xnack-", "gfx942:sramecc+:xnack-", "gfx1100");
    assertThat(cells(robot)).containsExactlyInAnyOrder("✓", "✓", "✖", "✓", "✓", "✓");
    assertThat(text(robot, "#resolve-summary"))
        .isEqualTo("2 binaries: code is missing on 1 of 3 targets: gfx1100.");
    assertThat(text(robot, ".cause-sentence"))
        .as("the cell that fails is selected, and its trace shown")
        .startsWith("No archive was found for gfx1100: none of .kpack/liba.so_gfx1100.kpack");
    window.picture(robot, "simulator-tree");
    robot.interact(
        () -> robot.lookup("#grid-only-failing").queryAs(CheckBox.class).setSelected(true));
    assertThat(grid.getItems()).hasSize(1);
  }

  @Test
  void inASmallWindowSeveralRowsOfManyAreSeen(FxRobot robot) throws IOException {
    for (String name : List.of("libc.so", "libd.so", "libe.so", "libf.so", "libg.so")) {
      LoadedTree.convert(StandardWindow.fixture("libcompressed.so"), folder, name);
    }
    robot.interact(
        () -> {
          window.stage.setWidth(1024);
          window.stage.setHeight(700);
        });
    TableView<?> grid = open(robot);
    assertThat(grid.getItems()).hasSize(7);
    assertThat(grid.lookup(".virtual-flow").getLayoutBounds().getHeight())
        .isGreaterThanOrEqualTo(5 * grid.getFixedCellSize());
    window.picture(robot, "simulator-small");
  }

  /** Two units whose rows an archive has changed for one another: all is found, none is right. */
  @Test
  void aCellWarnsOfCodeOfAnotherWrapper(FxRobot robot) throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    LoadedTree swapped = LoadedTree.convert(StandardWindow.fixture("libowner.so"), other, "lib.so");
    swapped.replace("gfx1100", "lib/lib.so#0", "lib/lib.so#9");
    swapped.replace("gfx1100", "lib/lib.so#4", "lib/lib.so#0");
    swapped.replace("gfx1100", "lib/lib.so#9", "lib/lib.so#4");
    window.open(robot, swapped.root());
    robot.interact(() -> assertThat(window.workbench.showView("resolve")).isTrue());
    assertThat(cells(robot)).containsExactly("✓ 4/5", "✓ 4/5", "⚠ 2");
    assertThat(robot.lookup(".matrix-cell").queryAllAs(TableCell.class))
        .extracting(TableCell::getAccessibleText)
        .contains(
            "lib/lib.so on gfx1100: 5 of 5 wrappers with code, 2 with another wrapper's; wrapper 0"
                + " finds kernels that are not its own.");
    window.picture(robot, "simulator-tree-not-own");
  }

  /** Code that a table lists is unpacked before a cell calls it found. */
  @Test
  void codeThatDoesNotUnpackIsNotCalledFound(FxRobot robot) throws IOException {
    tree.flip("gfx942");
    open(robot);
    assertThat(cells(robot)).containsExactlyInAnyOrder("✓", "✖ 3/4", "✖", "✓", "✓", "✓");
    assertThat(text(robot, "#resolve-summary"))
        .isEqualTo(
            "2 binaries: code is missing or damaged on 2 of 3 targets: gfx942:sramecc+:xnack-, gfx1100.");
    window.picture(robot, "simulator-tree-damaged");
  }

  /** At first all code is only looked up, and no cell fails. */
  @Test
  void selectsCellThatFailsOnceCodeWasUnpacked(FxRobot robot) throws IOException {
    Path one = Files.createDirectory(folder.resolve("one"));
    tree = LoadedTree.convert(StandardWindow.fixture("libcompressed.so"), one, "liba.so");
    tree.flip("gfx1100");
    open(robot);
    assertThat(cells(robot)).containsExactly("✓", "✓", "✖ 3/4");
    assertThat(text(robot, "#cell-trace #trace-summary"))
        .isEqualTo("On gfx1100 only 3 of 4 wrappers find code.");
  }

  /** The field that takes what is left of its line does not keep the line that wide. */
  @Test
  void whatDoesNotFitScrollsDownOnly(FxRobot robot) {
    open(robot);
    ScrollPane all = robot.lookup(".simulator").queryAs(ScrollPane.class);
    for (int[] size : new int[][] {{1400, 800}, {1024, 600}, {900, 600}}) {
      robot.interact(
          () -> {
            window.stage.setWidth(size[0]);
            window.stage.setHeight(size[1]);
          });
      layout(robot);
      layout(robot);
      assertThat(((Region) all.getContent()).minWidth(-1))
          .as("in %d pixels", size[0])
          .isLessThan(400);
    }
  }

  @Test
  void eachCellHasItsTraceAndEnterOpensTheBinary(FxRobot robot) {
    TableView<?> grid = open(robot);
    robot.interact(() -> grid.requestFocus());
    robot.type(KeyCode.DOWN);
    assertThat(text(robot, "#cell-trace #trace-summary"))
        .isEqualTo("All 4 wrappers find their code on gfx1100.");
    robot.type(KeyCode.ENTER);
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path())
        .isEqualTo(tree.root().resolve("lib/libb.so"));
    Place here = Objects.requireNonNull(window.workbench.navigator().current());
    assertThat(here.label()).isEqualTo("loads on gfx1100");
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.BACK)).isTrue());
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path())
        .isEqualTo(tree.root());
  }

  @Test
  void gpusThatWouldFailAreListedByCause(FxRobot robot) {
    open(robot);
    TabPane tabs = robot.lookup("#resolve-tabs").queryAs(TabPane.class);
    Tab failing = tabs.getTabs().getLast();
    assertThat(failing.getText()).isEqualTo("GPUs That Would Fail (1)");
    robot.interact(() -> tabs.getSelectionModel().select(failing));
    RowsTable<?> list = (RowsTable<?>) failing.getContent().lookup("#trace");
    TraceNode device = ShownRows.tops(list, TraceNode.class).getFirst();
    assertThat(device.words()).isEqualTo("✖ gfx1100: 1 of 2 binaries – would fail");
    TraceNode cause = device.children().getFirst();
    assertThat(cause.detail())
        .startsWith("No archive was found for gfx1100")
        .contains("→ Install the device code for gfx1100");
    assertThat(cause.children())
        .singleElement()
        .satisfies(
            binary -> {
              assertThat(binary.words()).isEqualTo("✖ lib/liba.so: wrappers 0, 1, 2, 3");
              assertThat(binary.place()).isInstanceOf(Place.Wrapper.class);
            });
  }

  @Test
  void itIsExportedInTheFormatOfTheName(FxRobot robot) throws IOException {
    open(robot);
    for (String name : List.of("a.html", "a.md", "a.json", "a.txt")) {
      Path file = folder.resolve(name);
      window.dialogs.save = Optional.of(file);
      robot.clickOn("#export-resolution");
      assertThat(Files.readString(file))
          .contains("gfx1100", "lib/liba.so", "No archive was found for gfx1100");
    }
    assertThat(Files.readString(folder.resolve("a.html"))).startsWith("<!DOCTYPE html>");
    assertThat(Files.readString(folder.resolve("a.json"))).startsWith("{\"root\":");
  }

  @Test
  void theActionLeadsToTheSelectedBinaryOrTheWholeTree(FxRobot robot) {
    window.open(robot, tree.root());
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.WHY_NO_CODE)).isTrue());
    assertThat(robot.lookup("#resolve-grid").query().isVisible()).isTrue();
    robot.interact(
        () ->
            window
                .workbench
                .navigator()
                .go(new Place.Entry(new Place.File(tree.root()), "lib/liba.so")));
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.WHY_NO_CODE)).isTrue());
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path())
        .isEqualTo(tree.library());
  }

  @Test
  void aHoleOfTheCoverageGridLeadsThereToo(FxRobot robot) {
    window.open(robot, tree.root());
    robot.interact(() -> assertThat(window.workbench.showView("coverage")).isTrue());
    TableView<?> coverage = robot.lookup("#coverage").queryTableView();
    robot.interact(
        () -> {
          coverage.requestFocus();
          coverage.getFocusModel().focus(0);
          focus(coverage, "gfx1100");
        });
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.WHY_NO_CODE)).isTrue());
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()).label())
        .isEqualTo("loads on gfx1100");
    assertThat(text(robot, ".cause-sentence")).startsWith("No archive was found for gfx1100");
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void focus(TableView table, String column) {
    for (Object each : table.getColumns()) {
      if (((javafx.scene.control.TableColumn<?, ?>) each).getText().equals(column)) {
        table.getFocusModel().focus(0, (javafx.scene.control.TableColumn) each);
      }
    }
  }
}
