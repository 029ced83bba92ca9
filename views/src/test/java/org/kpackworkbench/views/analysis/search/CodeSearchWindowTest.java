package org.kpackworkbench.views.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Text, regular expressions and bytes are found in code objects, in the real window. */
class CodeSearchWindowTest extends WindowTest {
  @TempDir Path folder;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private void search(FxRobot robot, String mode, String text) {
    robot.press(KeyCode.CONTROL, KeyCode.SHIFT).type(KeyCode.F);
    robot.release(KeyCode.SHIFT, KeyCode.CONTROL);
    robot.clickOn("#code-search-" + mode);
    robot.clickOn("#code-search-field");
    robot.press(KeyCode.CONTROL).type(KeyCode.A).release(KeyCode.CONTROL);
    robot.write(text).type(KeyCode.ENTER);
    Job job = Await.ended(window.workbench.jobs(), "Search in");
    assertThat(job.failureProperty().get()).isNull();
    Await.settled();
  }

  private static List<String> column(FxRobot robot, String title) {
    TableView<?> rows = robot.lookup("#code-matches").queryTableView();
    int column = rows.getColumns().stream().map(each -> each.getText()).toList().indexOf(title);
    List<String> cells = new ArrayList<>();
    for (int row = 0; row < rows.getItems().size(); row++) {
      Object data = rows.getColumns().get(column).getCellData(row);
      cells.add(data instanceof RowColumn.Face face ? face.text() : String.valueOf(data));
    }
    return cells;
  }

  private static String text(FxRobot robot, String query) {
    return robot.lookup(query).queryAs(Labeled.class).getText();
  }

  private void select(FxRobot robot, int row) {
    TableView<?> rows = robot.lookup("#code-matches").queryTableView();
    robot.interact(
        () -> {
          rows.requestFocus();
          rows.getSelectionModel().clearAndSelect(row);
        });
    Await.settled();
  }

  private Place here() {
    return Objects.requireNonNull(window.workbench.context().navigator().current());
  }

  @Test
  void itsPaneIsMadeWhenItIsFirstShown(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.fixture("kernels_gfx1100.kpack"));
    ToggleButton button = robot.lookup("#dock-search").queryAs(ToggleButton.class);
    Pane pane = (Pane) button.getUserData();
    assertThat(pane.getChildren()).isEmpty();
    robot.clickOn(button);
    assertThat(pane.getChildren()).hasSize(1);
    assertThat(pane.lookup("#code-search-field").isVisible()).isTrue();
  }

  @Test
  void aNameIsFoundInAnArchiveAndItsMachineCodeOpens(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.fixture("kernels_gfx1100.kpack"));
    search(robot, "text", "AXPY");
    assertThat(column(robot, "What")).contains("kernel");
    assertThat(column(robot, "Code object").getFirst()).startsWith("axpy_f32");
    assertThat(column(robot, "Target")).containsOnly("gfx1100");
    assertThat(text(robot, "#dock-search")).startsWith("Search (");
    assertThat(text(robot, "#code-search-outcome"))
        .endsWith("in 2 code objects of kernels_gfx1100.kpack");
    window.picture(robot, "code-search");
    select(robot, column(robot, "What").indexOf("kernel"));
    robot.type(KeyCode.ENTER);
    Await.until(
        "the disassembly",
        () ->
            robot.lookup("#kernel-tabs").tryQueryAs(TabPane.class).stream()
                .anyMatch(
                    tabs ->
                        "kernel-disassembly-tab"
                            .equals(tabs.getSelectionModel().getSelectedItem().getId())));
    assertThat(here().path()).anySatisfy(step -> assertThat(step).isInstanceOf(Place.Kernel.class));
    window.picture(robot, "code-search-kernel");
  }

  /** The marked part of a long name is visible in a narrow column. */
  @Test
  void theHitIsMarked(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.fixture("libmany.so"));
    robot.interact(() -> window.stage.setWidth(700));
    search(robot, "text", "INT");
    List<Label> hits =
        robot.lookup("#code-matches .search-hit").queryAllAs(Label.class).stream()
            .filter(hit -> !hit.getText().isEmpty())
            .toList();
    assertThat(hits).isNotEmpty();
    for (Label hit : hits) {
      assertThat(hit.getText()).isEqualToIgnoringCase("int");
      assertThat(hit.getWidth()).isGreaterThanOrEqualTo(hit.prefWidth(-1) - 1);
      Node cell = hit.getParent().getParent();
      assertThat(hit.localToScene(hit.getLayoutBounds()).getMaxX())
          .isLessThanOrEqualTo(cell.localToScene(cell.getLayoutBounds()).getMaxX());
    }
    window.picture(robot, "code-search-hit");
    search(robot, "bytes", "00 00 81 bf");
    assertThat(robot.lookup("#code-matches .search-hit").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains("00 00 81 bf");
  }

  @Test
  void bytesAreShownByAClickAndOpenedByEnterInPackedCodeToo(FxRobot robot) throws IOException {
    for (String name : List.of("libmany.so", "libcompressed.so")) {
      window.open(robot, StandardWindow.fixture(name));
      search(robot, "bytes", "00 00 81 bf");
      assertThat(column(robot, "What")).as(name).containsOnly("bytes");
      assertThat(column(robot, "Found").getFirst()).startsWith("00 00 81 bf ");
      select(robot, 0);
      selectedBytes(robot, name);
      select(robot, 1);
      robot.type(KeyCode.ENTER);
      Await.settled();
      selectedBytes(robot, name);
    }
  }

  /** The bytes that are selected are those that were looked for. */
  private static void selectedBytes(FxRobot robot, String as) throws IOException {
    HexPane hex = robot.lookup(".hex-pane").queryAs(HexPane.class);
    ByteRange range = Objects.requireNonNull(hex.model().selectionProperty().get());
    assertThat(range.length()).as(as).isEqualTo(4);
    byte[] bytes = new byte[4];
    Objects.requireNonNull(hex.model().viewProperty().get()).copyTo(range.start(), bytes, 0, 4);
    assertThat(bytes).as(as).containsExactly(0, 0, 0x81, 0xbf);
  }

  @Test
  void aTreeIsSearchedFileByFileAndWhatIsDamagedIsSaid(FxRobot robot) throws IOException {
    Path tree = Files.createDirectories(folder.toRealPath().resolve("tree/lib")).getParent();
    for (String name : List.of("kinds-gfx1100.hsaco", "kinds-gfx942.hsaco")) {
      Files.copy(StandardWindow.fixture(name), tree.resolve("lib").resolve(name));
    }
    Files.write(tree.resolve("lib/cut.hsaco"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 64});
    window.open(robot, tree);
    search(robot, "expression", "scratch.*");
    assertThat(column(robot, "File")).contains("lib/kinds-gfx1100.hsaco", "lib/kinds-gfx942.hsaco");
    assertThat(robot.lookup("#dock .warning-bar").queryAs(MessageBar.class).getAccessibleText())
        .startsWith("1 part could not be read; the first: ")
        .contains("cut.hsaco");
    window.picture(robot, "code-search-tree");
    int row = column(robot, "File").indexOf("lib/kinds-gfx942.hsaco");
    select(robot, row);
    assertThat(here()).isEqualTo(new Place.Entry(new Place.File(tree), "lib/kinds-gfx942.hsaco"));
    robot.type(KeyCode.ENTER);
    Await.until("the file", () -> here().file().endsWith("kinds-gfx942.hsaco"));
    Await.settled();
    assertThat(column(robot, "What")).as("what was found stays").contains("kernel");
  }

  @Test
  void whatIsTypedWrongIsSaidAndNothingIsFoundIsSaid(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libmany.so"));
    search(robot, "text", "no such name");
    assertThat(text(robot, "#code-search-outcome"))
        .isEqualTo("Nothing was found in 5 code objects of libmany.so.");
    assertThat(robot.lookup(".findings-pane .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .as("what to do next, and not the same again")
        .contains("Look for less of it, for an expression or bytes, or in other files.");
    robot.clickOn("#code-search-bytes");
    robot.clickOn("#code-search-field").eraseText(40).write("xy");
    assertThat(text(robot, "#code-search-problem")).contains("is not a hexadecimal digit");
    Node words = robot.lookup("#code-search-problem .text").query();
    assertThat(words.localToScene(words.getLayoutBounds()).getMinX())
        .as("not at the edge of the window")
        .isGreaterThan(6);
    assertThat(robot.lookup("#code-search-find").queryAs(Button.class).isDisabled()).isTrue();
    robot.clickOn("#code-search-expression");
    robot.clickOn("#code-search-field").eraseText(40).write("(");
    assertThat(text(robot, "#code-search-problem")).contains("Unclosed group");
  }

  @Test
  void metadataIsFoundAndShownInTheBytes(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libmany.so"));
    search(robot, "text", "hidden_block_count_x");
    assertThat(column(robot, "What")).containsOnly("metadata");
    assertThat(column(robot, "Kernel or section")).contains("kpackfix::dynamic_tile");
    select(robot, 0);
    HexPane hex = robot.lookup(".hex-pane").queryAs(HexPane.class);
    assertThat(Objects.requireNonNull(hex.model().selectionProperty().get()).length())
        .isEqualTo(33);
  }

  /** Wheels and packages are searched like trees. */
  @Test
  void packagesAreSearchedFileByFile(FxRobot robot) {
    for (String name :
        List.of("many-1.0-py3-none-linux_x86_64.whl", "tiny.deb", "tiny.rpm", "tiny.tar.gz")) {
      window.open(robot, StandardWindow.fixture(name));
      search(robot, "text", "kpackfix");
      assertThat(column(robot, "What")).as(name).contains("kernel");
      assertThat(column(robot, "File")).as(name).allMatch(file -> file.contains("lib/lib"));
      assertThat(text(robot, "#code-search-outcome")).as(name).endsWith(" of " + name);
      select(robot, column(robot, "What").indexOf("kernel"));
      robot.type(KeyCode.ENTER);
      Await.until("the library", () -> here().file().toString().contains(".so"));
    }
  }

  /** What is opened is in the views above. */
  @Test
  void fewResultsLeaveTheHeightToTheViews(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libmany.so"));
    search(robot, "text", "kpackfix");
    Region dock = robot.lookup("#dock").queryAs(Region.class);
    double many = dock.getHeight();
    search(robot, "text", "_scalars.kd");
    TableView<?> rows = robot.lookup("#code-matches").queryTableView();
    assertThat(rows.getItems()).hasSize(5);
    assertThat(dock.getHeight()).isLessThan(many);
    assertThat(rows.lookup(".virtual-flow").getLayoutBounds().getHeight())
        .as("all rows are seen")
        .isGreaterThanOrEqualTo(5 * rows.getFixedCellSize());
  }

  /** As in any table: by key, by the menu, with what is copied. */
  @Test
  void resultsAreCopiedAndHaveAMenu(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("kinds-gfx942.hsaco"));
    search(robot, "text", "scratch");
    int kernel = column(robot, "What").indexOf("kernel");
    select(robot, kernel);
    robot.press(KeyCode.CONTROL).type(KeyCode.C).release(KeyCode.CONTROL);
    assertThat(clipboard(robot)).contains("kpackfix::scratch").contains("gfx942");
    TableView<?> rows = robot.lookup("#code-matches").queryTableView();
    ContextMenu menu = Objects.requireNonNull(rows.getContextMenu());
    robot.rightClickOn(
        robot.lookup("#code-matches .table-row-cell").nth(kernel).queryAs(Node.class));
    Await.until("the menu", menu::isShowing);
    assertThat(menu.getItems())
        .filteredOn(item -> !item.isDisable() && item.getText() != null)
        .extracting(MenuItem::getText)
        .anyMatch(text -> text.startsWith("Open"))
        .anyMatch(text -> text.startsWith("Copy"));
    robot.type(KeyCode.ESCAPE);
    robot.type(KeyCode.HOME).type(KeyCode.END).type(KeyCode.UP);
    assertThat(rows.getSelectionModel().getSelectedIndex())
        .isEqualTo(Math.max(0, rows.getItems().size() - 2));
  }

  @Test
  void aResultIsComparedThoughAnotherFileIsActive(FxRobot robot) throws IOException {
    Path other = StandardWindow.fixture("kinds-gfx90a-xnack-on.hsaco");
    window.open(robot, StandardWindow.fixture("kernels_gfx1100.kpack"));
    search(robot, "text", "AXPY");
    window.open(robot, other);
    select(robot, column(robot, "What").indexOf("kernel"));
    window.dialogs.files = List.of(other);
    MenuItem compare =
        robot.lookup("#code-matches").queryTableView().getContextMenu().getItems().stream()
            .filter(item -> "item-compare-with".equals(item.getId()))
            .findFirst()
            .orElseThrow();
    assertThat(compare.isDisable()).isFalse();
    assertThat(compare.getText()).startsWith("Compare “axpy_f32");
    robot.interact(compare::fire);
    assertThat(text(robot, "#compare-side-name-0")).contains("axpy_f32");
  }

  private static String clipboard(FxRobot robot) {
    String[] text = {""};
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }

  @Test
  void aFileThatHoldsNoCodeIsNotSearched(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libplain.so"));
    robot.interact(
        () -> assertThat(window.workbench.actions().run(ActionId.FIND_IN_CODE)).isFalse());
    assertThat(robot.lookup("#dock-search").queryAs(ToggleButton.class).isSelected()).isFalse();
    window.open(robot, StandardWindow.fixture("libmany.so"));
    robot.interact(
        () -> assertThat(window.workbench.actions().run(ActionId.FIND_IN_CODE)).isTrue());
    assertThat(robot.lookup("#dock-search").queryAs(ToggleButton.class).isSelected()).isTrue();
    assertThat(robot.lookup("#code-search-field").query().isFocused()).isTrue();
    assertThat(robot.lookup("#dock .empty-state").queryAs(Label.class).getText())
        .startsWith("Type what to find");
  }

  /** As several files of a command line. */
  @Test
  void allOpenFilesOrChosenOnesAreSearchedAtOnce(FxRobot robot) throws IOException {
    Path tree = Files.createDirectories(folder.toRealPath().resolve("tree"));
    Path inTree = tree.resolve("kinds-gfx942.hsaco");
    Files.copy(StandardWindow.fixture("kinds-gfx942.hsaco"), inTree);
    window.open(robot, StandardWindow.fixture("kinds-gfx1100.hsaco"));
    window.open(robot, inTree);
    window.open(robot, StandardWindow.fixture("libplain.so"));
    window.open(robot, StandardWindow.fixture("libmany.so"));
    search(robot, "text", "scratch");
    assertThat(column(robot, "File")).containsOnly("libmany.so");
    robot.clickOn("#code-search-in").clickOn("#code-search-in-open");
    search(robot, "text", "scratch");
    assertThat(column(robot, "File"))
        .contains("libmany.so", "kinds-gfx1100.hsaco", "kinds-gfx942.hsaco");
    assertThat(text(robot, "#code-search-outcome")).endsWith(" of 4 files");
    window.picture(robot, "code-search-several");
    Path wheel = StandardWindow.fixture("many-1.0-py3-none-linux_x86_64.whl");
    window.dialogs.files = List.of(inTree, StandardWindow.fixture("libmany.so"), wheel);
    robot.clickOn("#code-search-in").clickOn("#code-search-in-chosen");
    search(robot, "text", "kpackfix");
    assertThat(column(robot, "File")).contains("kinds-gfx942.hsaco", "libmany.so");
    assertThat(text(robot, "#code-search-outcome"))
        .as("what is in the wheel, too")
        .endsWith(" in 11 code objects of 3 files");
  }
}
