package org.kpackworkbench.views.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/**
 * From the kernels of a fat library to machine code, a branch, back, and on to a text elsewhere.
 */
class KernelJourneyTest extends WindowTest {
  private static final String KERNEL = "_ZN8kpackfix7scratchEPiPKii";
  private static final Path LISTING =
      StandardWindow.fixture("libmany.so")
          .resolve("../../disassembly/scratch-gfx942.txt")
          .normalize();

  @TempDir Path folder;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private static TableView<?> table(FxRobot robot, String id) {
    return robot.lookup("#" + id).queryTableView();
  }

  private static String cell(TableView<?> table, int row, String title) {
    return table.getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .map(column -> String.valueOf(column.getCellData(row)))
        .findFirst()
        .orElseThrow();
  }

  private static void select(FxRobot robot, TableView<?> table, String title, String... cells) {
    int row =
        IntStream.range(0, table.getItems().size())
            .filter(each -> List.of(cells).contains(cell(table, each, title)))
            .findFirst()
            .orElseThrow();
    robot.interact(
        () -> {
          table.requestFocus();
          ((RowsTable<?>) table).pickPosition(row);
        });
    Await.settled();
  }

  private Place here() {
    return Objects.requireNonNull(window.workbench.navigator().current());
  }

  private static Bounds onScreen(Node node) {
    return node.localToScene(node.getLayoutBounds());
  }

  private static String front(FxRobot robot, String tabs) {
    Tab tab = robot.lookup(tabs).queryAs(TabPane.class).getSelectionModel().getSelectedItem();
    return String.valueOf(tab.getId());
  }

  private void objdump() throws IOException {
    Path tool = folder.resolve("llvm-objdump");
    Files.writeString(tool, "#!/bin/sh\ncat '%s'\n".formatted(LISTING));
    assumeThat(tool.toFile().setExecutable(true)).isTrue();
    window.workbench.context().work().chooseDisassembler(tool);
  }

  @Test
  void fromKernelsToMachineCodeAndOnToAText(FxRobot robot) throws IOException {
    objdump();
    Path library = StandardWindow.fixture("libmany.so");
    window.open(robot, StandardWindow.fixture("kernels_gfx1100.kpack"));
    show(robot, library, "kernel-figures");

    robot.clickOn("#filter").write("scratch( arch:gfx942").type(KeyCode.ENTER);
    Await.settled();
    window.picture(robot, "journey-1-kernels");
    TableView<?> kernels = table(robot, "kernel-figures");
    assertThat(kernels.getItems()).hasSize(1);
    select(robot, kernels, "Target", "gfx942");
    robot.type(KeyCode.ENTER);
    Await.until(
        "the kernel",
        () -> here() instanceof Place.Kernel kernel && kernel.symbol().equals(KERNEL));
    window.picture(robot, "journey-2-kernel");

    robot.clickOn("#kernel-disassembly-tab");
    Await.settled();
    window.picture(robot, "journey-3-disassembly");
    TableView<?> lines = table(robot, "disassembly");
    double top = onScreen(lines.lookup(".virtual-flow")).getMinY();
    double bottom = onScreen(robot.lookup("#kernels-page").query()).getMaxY();
    assertThat(bottom - top)
        .as("room for lines in a low window")
        .isGreaterThan(3 * lines.getFixedCellSize());
    select(robot, lines, "Address", "0x4484");
    Node branch =
        robot.lookup("#disassembly .assembly-branch").queryAllAs(Label.class).stream()
            .filter(label -> label.isVisible() && label.getText().equals("65514"))
            .findFirst()
            .orElseThrow();
    robot.clickOn(branch);
    assertThat(cell(lines, lines.getSelectionModel().getSelectedIndex(), "Address"))
        .isEqualTo("0x4430");
    window.picture(robot, "journey-4-branch");
    robot.clickOn("#tool-back");
    assertThat(cell(lines, lines.getSelectionModel().getSelectedIndex(), "Address"))
        .isEqualTo("0x4484");

    robot.press(KeyCode.CONTROL, KeyCode.SHIFT).type(KeyCode.F);
    robot.release(KeyCode.SHIFT, KeyCode.CONTROL);
    robot.clickOn("#code-search-in").clickOn("#code-search-in-open");
    robot.clickOn("#code-search-field").write("axpy").type(KeyCode.ENTER);
    Await.ended(window.workbench.jobs(), "Search in 2 files");
    Await.settled();
    window.picture(robot, "journey-5-found");
    TableView<?> found = table(robot, "code-matches");
    select(robot, found, "What", "kernel");
    robot.type(KeyCode.ENTER);
    Await.until("the other file", () -> here().file().endsWith("kernels_gfx1100.kpack"));
    Await.settled();
    window.picture(robot, "journey-6-opened");
    assertThat(front(robot, "#kernel-tabs")).isEqualTo("kernel-disassembly-tab");

    robot.clickOn("#tool-back");
    Await.until("back in the library", () -> here().file().equals(library));
    Await.settled();
    window.picture(robot, "journey-7-back");
    TableView<?> again = table(robot, "disassembly");
    assertThat(cell(again, again.getSelectionModel().getSelectedIndex(), "Address"))
        .isEqualTo("0x4484");
  }

  /** What was opened is never hidden behind bytes or the list that it was opened from. */
  @ParameterizedTest
  @CsvSource({"1024, 700, 1, 3", "1000, 800, 1.5, 2"})
  void whatWasFoundIsSeenInALowWindow(int width, int height, double zoom, int lines)
      throws IOException {
    findAndSee(width, height, zoom, lines);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"1000, 800, 1, 3", "1280, 800, 1, 3", "1024, 700, 1.5, 2"})
  void whatWasFoundIsSeenInOtherWindows(int width, int height, double zoom, int lines)
      throws IOException {
    findAndSee(width, height, zoom, lines);
  }

  private void findAndSee(int width, int height, double zoom, int lines) throws IOException {
    FxRobot robot = new FxRobot();
    objdump();
    window.open(robot, StandardWindow.fixture("libmany.so"));
    robot.interact(
        () -> {
          window.stage.setWidth(width);
          window.stage.setHeight(height);
          window.workbench.themes().zoom().set(zoom);
        });
    Await.settled();
    find(robot, "text", "scratch");
    TableView<?> code = table(robot, "disassembly");
    assertThat(rowsSeen(code)).as("lines of code").isGreaterThanOrEqualTo(lines);
    assertThat(rowsSeen(table(robot, "code-matches"))).as("found").isGreaterThanOrEqualTo(1);
    find(robot, "bytes", "00 00 81 bf");
    Node bytes = robot.lookup(".hex-pane").query();
    assertThat(bytes.isVisible()).isTrue();
    assertThat(bytes.getLayoutBounds().getHeight()).as("bytes").isGreaterThan(50 * zoom);
    find(robot, "text", "scratch");
    assertThat(rowsSeen(table(robot, "disassembly"))).isGreaterThanOrEqualTo(lines);
  }

  private void find(FxRobot robot, String mode, String text) {
    robot.press(KeyCode.CONTROL, KeyCode.SHIFT).type(KeyCode.F);
    robot.release(KeyCode.SHIFT, KeyCode.CONTROL);
    robot.clickOn("#code-search-" + mode).clickOn("#code-search-field");
    robot.press(KeyCode.CONTROL).type(KeyCode.A).release(KeyCode.CONTROL);
    robot.write(text).type(KeyCode.ENTER);
    Await.ended(window.workbench.jobs(), "Search in");
    Await.settled();
    select(robot, table(robot, "code-matches"), "What", "kernel", "bytes");
    robot.type(KeyCode.ENTER);
    Await.settled();
  }

  /** How many rows of a table are whole, and not below a scroll bar. */
  private static long rowsSeen(TableView<?> table) {
    Bounds flow = onScreen(table.lookup(".clipped-container"));
    return table.lookupAll(".table-row-cell").stream()
        .filter(row -> row.isVisible() && !((IndexedCell<?>) row).isEmpty())
        .map(KernelJourneyTest::onScreen)
        .filter(row -> row.getMinY() >= flow.getMinY() - 1 && row.getMaxY() <= flow.getMaxY() + 1)
        .count();
  }
}
