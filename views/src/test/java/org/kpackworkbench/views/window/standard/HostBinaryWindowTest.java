package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.offload.BundleNode;
import org.kpackworkbench.views.kit.map.LayoutMap;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.ShownRows;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What the window shows of host binaries. */
class HostBinaryWindowTest extends RealWindow {
  @TempDir static Path temp;

  @Start
  void start(Stage stage) {
    show(stage);
  }

  @Test
  void aFatLibraryIsExplained(FxRobot robot) {
    open(robot, "libdrift.so", "overview");
    assertThat(robot.lookup("#overview-state").queryAs(Label.class).getText()).isEqualTo("fat");
    assertThat(texts(robot, ".overview-sentence"))
        .contains("libdrift.so is a shared library for x86-64.")
        .anyMatch(text -> text.contains("for 4 GPU targets"));
    assertThat(tabs(robot))
        .contains("Overview", "Sections", "Segments", "Wrappers", "Code objects", "Bundles");
  }

  @Test
  void factsAreBesideTheTargetsInAWideWindowAndBelowThemInANarrowOne(FxRobot robot) {
    Parent root = robot.lookup("#file-tabs").query().getScene().getRoot();
    open(robot, "libdrift.so", "overview");
    double[] facts = new double[2];
    double[] targets = new double[2];
    for (int width : new int[] {2560, 1000}) {
      robot.interact(
          () -> {
            root.resize(width, 1000);
            root.applyCss();
            root.layout();
            Bounds fact = bounds(root.lookup(".overview-facts"));
            Bounds bars = bounds(root.lookup("#overview-targets"));
            facts[0] = fact.getMinX();
            facts[1] = fact.getMinY();
            targets[0] = bars.getMaxX();
            targets[1] = bars.getMaxY();
          });
      if (width > 2000) {
        assertThat(facts[0]).as("beside").isGreaterThan(targets[0]);
        assertThat(facts[1]).isLessThan(targets[1]);
      } else {
        assertThat(facts[1]).as("below").isGreaterThan(targets[1]);
      }
    }
  }

  private static Bounds bounds(Node node) {
    return node.localToScene(node.getLayoutBounds());
  }

  @Test
  void selectedSectionIsWhereTheUserIs(FxRobot robot) {
    open(robot, "libdrift.so", "sections");
    select(robot, "sections", "Name", ".text");
    assertThat(here()).isInstanceOf(Place.Section.class);
    assertThat(here().label()).isEqualTo(".text");
    assertThat(robot.lookup("#status-offset").queryAs(Label.class).getText())
        .isEqualTo("0x" + Long.toHexString(Objects.requireNonNull(here().range()).start()));
  }

  @Test
  void sectionsHoldWrappersBundlesAndPages(FxRobot robot) {
    open(robot, "libdrift.so", "sections");
    assertThat(held(robot))
        .containsEntry(".hipFatBinSegment", "5 wrappers")
        .containsEntry("wrapper 1", "leads to bundle 1: gfx1100, gfx90a")
        .containsEntry("bundle 2", "gfx1100, gfx942");
    Await.until(
        "counted pages",
        () -> "16 pages of code, none zero".equals(held(robot).get(".hip_fatbin")));
    select(robot, "sections", "Name", "wrapper 1");
    assertThat(here()).isInstanceOf(Place.Wrapper.class);
    assertThat(inFront(robot)).isEqualTo("sections");
    robot.interact(() -> robot.lookup("#sections").query().requestFocus());
    robot.type(KeyCode.ENTER);
    assertThat(here()).isInstanceOf(Place.Bundle.class);

    open(robot, "libhostonly.so", "sections");
    assertThat(held(robot))
        .hasEntrySatisfying(
            ".hip_fatbin", text -> assertThat(text).endsWith("dropped: not in the file"))
        .containsEntry("wrapper 0", "leads to the marker");
  }

  private Map<String, String> held(FxRobot robot) {
    Map<String, String> held = new LinkedHashMap<>();
    rows(robot, "sections").forEach(row -> held.put(row.get("Name"), row.get("Holds")));
    return held;
  }

  @Test
  void sectionThatIsGoneToIsSelected(FxRobot robot) {
    open(robot, "libdrift.so", "sections");
    select(robot, "sections", "Name", ".rodata");
    Place rodata = here();
    select(robot, "sections", "Name", ".text");
    bring(robot, "overview");
    robot.interact(() -> workbench.navigator().go(rodata));
    assertThat(inFront(robot)).isEqualTo("sections");
    assertThat(selected(robot, "sections", "Name")).isEqualTo(".rodata");
    assertThat(here()).isEqualTo(rodata);
  }

  @Test
  void wrapperLeadsToItsBundle(FxRobot robot) {
    open(robot, "libdrift.so", "wrappers");
    assertThat(rows(robot, "wrappers"))
        .extracting(row -> row.get("Points to"))
        .contains("bundle 1: gfx1100, gfx90a", "bundle 3: gfx1030");
    select(robot, "wrappers", "Points to", "bundle 3: gfx1030");
    robot.interact(() -> robot.lookup("#wrappers").query().requestFocus());
    robot.type(KeyCode.ENTER);
    assertThat(inFront(robot)).isEqualTo("bundles");
    assertThat(here().label()).isEqualTo("bundle 3");
    RowsTable<?> bundles = robot.lookup("#bundles").queryAs(RowsTable.class);
    assertThat(ShownRows.selected(bundles, BundleNode.class).name()).contains("bundle 3");
  }

  @Test
  void filterLeavesTheSymbolsThatAreAskedFor(FxRobot robot) {
    open(robot, "libmany.so", "symbols");
    filter(robot, "readablename:scratch type:function table:dynsym");
    assertThat(rows(robot, "symbols"))
        .extracting(row -> row.get("Readable name"))
        .containsExactly("kpackfix::__device_stub__scratch(int*, int const*, int)");
    filter(robot, "nofield:1");
    assertThat(
            robot
                .lookup("#filter-problem")
                .match(label -> label.isVisible())
                .queryAs(Label.class)
                .getText())
        .contains("There is no field \"nofield\"");
  }

  @Test
  void targetsStandBelowTheirWrappersInTheTree(FxRobot robot) {
    open(robot, "libdrift.so", "code-objects");
    select(robot, "code-objects", "Filed target", "gfx1030");
    TreeView<?> tree = robot.lookup("#workspace-tree").queryAs(TreeView.class);
    var item = tree.getSelectionModel().getSelectedItem();
    assertThat(String.valueOf(item.getValue())).contains("gfx1030");
    assertThat(String.valueOf(item.getParent().getValue())).contains("wrapper 3");
  }

  @Test
  void bytesOfASymbolTableSelectTheSymbol(FxRobot robot) {
    open(robot, "libdrift.so", "symbols");
    select(robot, "symbols", "#", "5");
    Place symbol = here();
    assertThat(symbol).isInstanceOf(Place.Symbol.class);
    select(robot, "symbols", "#", "6");
    robot.interact(() -> workbench.navigator().go(symbol));
    assertThat(selected(robot, "symbols", "#")).isEqualTo("5");
  }

  @Test
  void whatIsLeftOfATruncatedFileIsShown(FxRobot robot) throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of("../model/src/test/fixtures/bin/libone.so"));
    Path file = temp.resolve("libcut.so");
    Files.write(file, Arrays.copyOf(bytes, 5000));
    robot.interact(() -> workbench.openAll(List.of(file)));
    bring(robot, "overview");
    assertThat(texts(robot, ".problem-what"))
        .anyMatch(text -> text.contains("section header table"));
    bring(robot, "segments");
    assertThat(rows(robot, "segments"))
        .anySatisfy(row -> assertThat(row.get("Remarks")).contains("reaches beyond the end"));
  }

  @Test
  void memberOfALibraryHasTheViewsOfAFile(FxRobot robot) {
    open(robot, "libstatic.a", "members");
    select(robot, "members", "Name", "small1.o");
    robot.interact(() -> robot.lookup("#members").query().requestFocus());
    robot.type(KeyCode.ENTER);
    assertThat(inFront(robot)).isEqualTo("member");
    assertThat(texts(robot, ".overview-sentence"))
        .anyMatch(text -> text.startsWith("small1.o is an object file"));
  }

  @Test
  void windowsBinaryIsNamedForWhatItIs(FxRobot robot) {
    open(robot, "windows.dll", "overview");
    assertThat(texts(robot, ".overview-sentence"))
        .anyMatch(text -> text.contains("Windows DLL for x86-64"))
        .anyMatch(text -> text.startsWith("It is fat: GPU code for 2 GPU targets"));
    bring(robot, "sections");
    assertThat(rows(robot, "sections"))
        .anySatisfy(
            row ->
                assertThat(row.get("Name") + row.get("Device code")).contains(".hip_fatoffload"));
  }

  @Test
  void codeObjectOpensWithItsKernels(FxRobot robot) {
    open(robot, "libmany.so", "code-objects");
    select(robot, "code-objects", "Filed target", "gfx1030");
    robot.interact(() -> robot.lookup("#code-objects").query().requestFocus());
    robot.type(KeyCode.ENTER);
    assertThat(inFront(robot)).isEqualTo("code-object");
    assertThat(robot.lookup("#code-object-view").tryQuery()).isPresent();
  }

  @Test
  void hashesOfCompressedBundlesAreVerified(FxRobot robot) {
    open(robot, "libcompressed.so", "bundles");
    robot.interact(() -> robot.lookup("#verify-all-hashes").queryButton().fire());
    RowsTable<?> bundles = robot.lookup("#bundles").queryAs(RowsTable.class);
    assertThat(ShownRows.tops(bundles, BundleNode.class))
        .hasSize(4)
        .allSatisfy(node -> assertThat(node.details()).endsWith("hash verified"));
    filter(robot, "arch:gfx942");
    assertThat(bundles.getItems()).as("with what they are in").hasSizeBetween(5, 8);
    assertThat(workbench.jobs().list().getFirst().outcomeProperty().get().text())
        .isEqualTo("All 4 hashes are right");
  }

  @Test
  void bytesSelectTheRowsThatTheyBelongTo(FxRobot robot) {
    open(robot, "libdrift.so", "bundles");
    selectGfx90a(robot);
    ByteRange range = Objects.requireNonNull(here().range());
    Place inside = new Place.Bytes(here(), new ByteRange(range.start() + 9, 2));
    bring(robot, "segments");
    robot.interact(() -> workbench.navigator().go(inside));
    assertThat(inFront(robot)).as("a list goes before the map").isEqualTo("code-objects");
    assertThat(selected(robot, "code-objects", "Filed target")).isEqualTo("gfx90a");
    bring(robot, "bundles");
    RowsTable<?> bundles = robot.lookup("#bundles").queryAs(RowsTable.class);
    assertThat(ShownRows.selected(bundles, BundleNode.class).name())
        .isEqualTo("hipv4-amdgcn-amd-amdhsa--gfx90a");
    Place unowned = new Place.Bytes(here().path().getFirst(), new ByteRange(0, 1));
    robot.interact(() -> workbench.navigator().go(unowned));
    assertThat(inFront(robot)).as("only the map shows any bytes").isEqualTo("layout");
  }

  /** Selects the second code object of the first bundle. */
  private static void selectGfx90a(FxRobot robot) {
    RowsTable<?> bundles = robot.lookup("#bundles").queryAs(RowsTable.class);
    robot.interact(() -> bundles.getSelectionModel().clearAndSelect(3));
  }

  @Test
  void mapAndPlacesFollowEachOther(FxRobot robot) {
    open(robot, "libhostonly.so", "sections");
    select(robot, "sections", "Name", ".text");
    Place text = here();
    select(robot, "sections", "Name", ".hip_fatbin");
    Place fat = here();
    bring(robot, "layout");
    LayoutMap map = robot.lookup("#layout-map").queryAs(LayoutMap.class);
    assertThat(robot.lookup("#layout-words").queryAs(Label.class).getText())
        .startsWith("16.0 KiB of .hip_fatbin")
        .contains("are zero-filled when it is loaded");
    robot.interact(() -> workbench.navigator().go(text));
    assertThat(inFront(robot)).isEqualTo("layout");
    assertThat(selectedPiece(map)).isEqualTo(text);
    robot.interact(() -> workbench.navigator().go(fat));
    assertThat(selectedPiece(map)).as("it has no bytes in the file").isEqualTo(fat);
    robot.interact(map::requestFocus);
    robot.type(KeyCode.RIGHT);
    assertThat(here()).isEqualTo(selectedPiece(map)).isNotEqualTo(fat);
  }

  private static Place selectedPiece(LayoutMap map) {
    return Objects.requireNonNull(map.selectionProperty().get()).piece().place();
  }

  @Test
  @Tag("real")
  void theRealLibraryShowsItsSevenTargets(FxRobot robot) throws IOException {
    Path file = realLibrary();
    robot.interact(() -> workbench.openAll(List.of(file)));
    bring(robot, "wrappers");
    assertThat(rows(robot, "wrappers")).hasSize(1);
    assertThat(rows(robot, "wrappers").getFirst().get("Points to"))
        .isEqualTo(
            "bundle 0: gfx1030, gfx803, gfx900:xnack-, gfx906:xnack-, gfx908:xnack-,"
                + " gfx90a:xnack+, gfx90a:xnack-");
    bring(robot, "layout");
    LayoutMap map = robot.lookup("#layout-map").queryAs(LayoutMap.class);
    assertThat(map.modelProperty().get().lanes().getFirst().pieces())
        .extracting(piece -> piece.label())
        .contains(".hip_fatbin", "bundle 0", "gfx803", "gfx90a:xnack+", "wrapper 0 (HIPF)");
    bring(robot, "code-objects");
    assertThat(rows(robot, "code-objects"))
        .hasSize(7)
        .allSatisfy(row -> assertThat(row.get("Stated target")).isEqualTo(row.get("Filed target")));
  }

  private static List<String> texts(FxRobot robot, String style) {
    return robot.lookup(style).queryAllAs(Label.class).stream().map(Label::getText).toList();
  }
}
