package org.kpackworkbench.views.analysis.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.findings.FaultyShard;
import org.kpackworkbench.views.analysis.findings.FindingsList;
import org.kpackworkbench.views.analysis.resolve.LoadedTree;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The grid of a tree in the real window: what a user sees of code and holes. */
class CoverageWindowTest extends WindowTest {
  @TempDir Path temp;
  private Path tree;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  /** The sample tree, in which an archive that claims gfx942 has nothing of the library. */
  @BeforeEach
  void make() throws IOException {
    tree = temp.toRealPath().resolve("tree");
    Path sample = Path.of("../app/sample").toAbsolutePath().normalize();
    try (Stream<Path> files = Files.walk(sample)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, tree.resolve(sample.relativize(file).toString()));
      }
    }
  }

  private TableView<LoadedRow<Integer>> grid(FxRobot robot) {
    show(robot, tree, "coverage");
    return robot.lookup("#coverage").queryTableView();
  }

  private static List<TableCell<?, ?>> cells(FxRobot robot) {
    return robot.lookup(".matrix-cell").queryAllAs(TableCell.class).stream()
        .filter(cell -> !cell.isEmpty() && cell.isVisible())
        .<TableCell<?, ?>>map(cell -> cell)
        .toList();
  }

  @Test
  void everyWrapperHasACellForEveryArchitecture(FxRobot robot) throws IOException {
    TableView<LoadedRow<Integer>> table = grid(robot);
    assertThat(table.getColumns()).extracting(column -> column.getText()).contains("gfx942");
    assertThat(table.getItems()).isNotEmpty();
    window.picture(robot, "coverage-sample");
    assertThat(cells(robot))
        .allSatisfy(cell -> assertThat(cell.getAccessibleText()).contains(" for gfx"));
    assertThat(cells(robot)).extracting(TableCell::getText).contains("■", "✓");
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .isEqualTo(
            "9 wrappers × 6 architectures: 1 hole in 1 row, 3 cells perhaps missing, 6 cells never had code");
    assertThat(robot.lookup("#coverage-detail").queryAs(Label.class).getText())
        .startsWith("A click on a cell");
  }

  @Test
  void aClickOnACellLeadsToItsCode(FxRobot robot) {
    TableView<LoadedRow<Integer>> table = grid(robot);
    TableCell<?, ?> present =
        cells(robot).stream().filter(cell -> cell.getText().equals("✓")).findFirst().orElseThrow();
    String words = present.getAccessibleText();
    robot.clickOn(present);
    Place here = Objects.requireNonNull(window.workbench.navigator().current());
    assertThat(here).isInstanceOf(Place.CodeObject.class);
    assertThat(words).contains(here.file().getFileName().toString());
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.BACK)).isTrue());
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path()).isEqualTo(tree);
    assertThat(table.getScene()).isNotNull();
  }

  @Test
  void keysWalkAndCopyTakesTheRow(FxRobot robot) {
    TableView<LoadedRow<Integer>> table = grid(robot);
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(0, table.getColumns().get(2));
          table.getFocusModel().focus(0, table.getColumns().get(2));
        });
    Label detail = robot.lookup("#coverage-detail").queryAs(Label.class);
    String first = detail.getText();
    robot.type(KeyCode.RIGHT);
    assertThat(detail.getText()).isNotEqualTo(first).contains(" for gfx");
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0]).startsWith("Binary\t#\t").contains("\nlib/");
    robot.type(KeyCode.ENTER);
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()))
        .isNotInstanceOf(Place.Entry.class);
  }

  @Test
  void aHoleStandsOutAndIsListedAlone(FxRobot robot) throws IOException {

    Path kpack = tree.resolve(".kpack");

    HoledArchive.without(kpack.resolve("kpackfix_gfx942.kpack"), "lib/libhostonly.so", 2);
    TableView<LoadedRow<Integer>> table = grid(robot);
    int all = table.getItems().size();
    List<TableCell<?, ?>> holes =
        cells(robot).stream().filter(cell -> cell.getText().equals("✖")).toList();
    assertThat(holes).isNotEmpty();
    assertThat(holes.getFirst().getAccessibleText()).contains("missing", "gfx942");
    assertThat(holes.getFirst().getBackground()).isNotNull();
    window.picture(robot, "coverage-hole");
    robot.interact(
        () -> robot.lookup("#coverage-only-holes").queryAs(CheckBox.class).setSelected(true));
    assertThat(table.getItems()).hasSizeLessThan(all).isNotEmpty();
    TableCell<?, ?> hole =
        cells(robot).stream().filter(cell -> cell.getText().equals("✖")).findFirst().orElseThrow();
    robot.clickOn(hole);
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()))
        .as("the wrapper that has no code")
        .isInstanceOf(Place.Wrapper.class);
  }

  private static TableCell<?, ?> cell(FxRobot robot, String words) {
    return cells(robot).stream()
        .filter(cell -> cell.getAccessibleText().contains(words))
        .findFirst()
        .orElseThrow();
  }

  /** Code that was built and whose archive is gone is as loud as code that an archive lost. */
  @Test
  void codeThatShouldBeHereStandsOutFromCodeThatWasNeverBuilt(FxRobot robot) throws Exception {
    tree = FaultyShard.make(temp.toRealPath()).root();
    grid(robot);
    TableCell<?, ?> lost = cell(robot, "libmany.so#0 for gfx90a:xnack+");
    assertThat(lost.getText()).isEqualTo("✖");
    assertThat(lost.getAccessibleText()).contains("missing. It was built for the architecture");
    assertThat(lost.getBackground().getFills().getFirst().getFill())
        .isEqualTo(window.workbench.context().ownerColors().getValue().of(OwnerKind.PROBLEM, null));
    TableCell<?, ?> never = cell(robot, "libdrift.so.1#3 for gfx942");
    // A unit that was never compiled: loaders fail, and no archive can have it.
    assertThat(never.getText()).isEqualTo("×");
    assertThat(never.getBackground()).isNull();
    assertThat(cell(robot, "libmany.so#0 for gfx942").getText()).as("a renamed key").isEqualTo("✖");
    CheckBox only = robot.lookup("#coverage-only-holes").queryAs(CheckBox.class);
    assertThat(only.isDisabled()).isFalse();
    window.picture(robot, "coverage-faulty");
  }

  /** Nothing is called complete that a loader does not unpack. */
  @Test
  void codeThatDoesNotUnpackIsThereButRefused(FxRobot robot) throws IOException {
    LoadedTree loaded =
        LoadedTree.convert(
            StandardWindow.fixture("libcompressed.so"),
            Files.createDirectories(temp.toRealPath().resolve("loaded")),
            "liba.so");
    loaded.flip("gfx942");
    tree = loaded.root();
    grid(robot);
    assertThat(cells(robot).stream().filter(cell -> cell.getText().equals("⊘")))
        .singleElement()
        .satisfies(cell -> assertThat(cell.getAccessibleText()).contains("gfx942", "but no GPU"));
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .contains("1 cell there, but refused")
        .doesNotContain("no holes");
  }

  @Test
  void damageThatVerificationFoundIsTakenOver(FxRobot robot) throws IOException {
    LoadedTree loaded =
        LoadedTree.convert(
            StandardWindow.fixture("libcompressed.so"),
            Files.createDirectories(temp.toRealPath().resolve("loaded")),
            "liba.so");
    loaded.flip("gfx942");
    tree = loaded.root();
    grid(robot);
    assertThat(cells(robot)).extracting(TableCell::getText).doesNotContain("⚠");
    new FindingsList(window, robot).verify();
    assertThat(cells(robot).stream().filter(cell -> cell.getText().equals("⚠")))
        .singleElement()
        .satisfies(cell -> assertThat(cell.getAccessibleText()).contains("gfx942", "Damaged: "));
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .contains("1 cell damaged");
    assertThat(robot.lookup("#coverage-only-holes").queryAs(CheckBox.class).isDisabled()).isFalse();
    window.picture(robot, "coverage-damaged");
  }

  @Test
  void damageThatOpeningACellFindsIsTakenOver(FxRobot robot) throws IOException {
    LoadedTree loaded =
        LoadedTree.convert(
            StandardWindow.fixture("libcompressed.so"),
            Files.createDirectories(temp.toRealPath().resolve("loaded")),
            "liba.so");
    loaded.flip("gfx942");
    tree = loaded.root();
    grid(robot);
    TableCell<?, ?> first =
        cells(robot).stream()
            .filter(cell -> cell.getIndex() == 0)
            .filter(cell -> cell.getTableColumn().getText().equals("gfx942"))
            .findFirst()
            .orElseThrow();
    // The scan unpacks code: the damage is known before the cell is opened.
    assertThat(first.getText()).isEqualTo("⊘");
    robot.clickOn(first);
    robot.interact(() -> assertThat(window.workbench.showView("code-object")).isTrue());
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.BACK)).isTrue());
    show(robot, tree, "coverage");
    assertThat(cells(robot).stream().filter(cell -> cell.getText().equals("⚠")))
        .singleElement()
        .satisfies(cell -> assertThat(cell.getAccessibleText()).contains("gfx942", "Damaged: "));
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .contains("1 cell damaged");
  }

  @Test
  void damageThatLoadingFindsIsTakenOver(FxRobot robot) throws IOException {
    LoadedTree loaded =
        LoadedTree.convert(
            StandardWindow.fixture("libcompressed.so"),
            Files.createDirectories(temp.toRealPath().resolve("loaded")),
            "liba.so");
    loaded.flip("gfx942");
    tree = loaded.root();
    grid(robot);
    show(robot, tree, "resolve");
    show(robot, tree, "coverage");
    assertThat(cells(robot).stream().filter(cell -> cell.getText().equals("⚠")))
        .singleElement()
        .satisfies(
            cell ->
                assertThat(cell.getAccessibleText()).contains("gfx942", "Damaged: ", "error 6"));
  }

  /** A hole that may be none is never called none. */
  @Test
  void whatMayBeMissingIsNotCalledNoHole(FxRobot robot) throws IOException {
    for (String archive : List.of("gfx90a", "gfx1100", "gfx942")) {
      Files.deleteIfExists(tree.resolve(".kpack/kpackfix_" + archive + ".kpack"));
    }
    grid(robot);
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .contains("3 cells perhaps missing")
        .doesNotContain("no holes");
  }

  @Test
  void anArtifactOfOneArchitectureSaysWhereItsBinariesAre(FxRobot robot) throws IOException {
    tree = MadeShard.converted(temp.toRealPath()).resolve("demo_lib_gfx942");
    TableView<LoadedRow<Integer>> table = grid(robot);
    assertThat(((Label) table.getPlaceholder()).getText())
        .startsWith("This artifact has code for one architecture alone: the binaries that use it");
  }

  @Test
  void aShardIsShownAsIfOverlaid(FxRobot robot) throws IOException {
    tree = MadeShard.converted(temp.toRealPath());
    grid(robot);
    assertThat(cells(robot)).extracting(TableCell::getText).contains("✓");
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .contains("Archives are looked for as if the ", " artifacts in " + tree + " were overlaid");
  }

  /** A host-only binary alone has a row, and no architecture is known. */
  @Test
  void aBinaryWithoutAnyArchiveHasARow(FxRobot robot) throws IOException {
    Path lib = Files.createDirectories(temp.toRealPath().resolve("alone/lib"));
    Files.copy(tree.resolve("lib/libhostonly.so"), lib.resolve("libhostonly.so"));
    tree = lib.getParent();
    TableView<LoadedRow<Integer>> table = grid(robot);
    assertThat(table.getItems()).isNotEmpty();
    assertThat(table.getColumns().getFirst().getCellData(0)).isEqualTo("lib/libhostonly.so");
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .contains("no archive exists")
        .doesNotContain("no holes");
    window.picture(robot, "coverage-alone");
  }

  @Test
  void aFolderWithoutDeviceCodeSaysSo(FxRobot robot) throws IOException {
    tree = Files.createDirectories(temp.toRealPath().resolve("empty/lib")).getParent();
    TableView<LoadedRow<Integer>> table = grid(robot);
    assertThat(((Label) table.getPlaceholder()).getText())
        .isEqualTo("No binary here has device code, inside or in archives.");
  }
}
