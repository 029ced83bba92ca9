package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The simulator of a binary in the real window: what is said where code is missing, and why. */
@ExtendWith(WindowRobot.class)
class SimulatorWindowTest {
  @TempDir Path folder;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
    // All variables are visible.
    primary.setHeight(1000);
  }

  private LoadedTree tree() throws IOException {
    return LoadedTree.convert(StandardWindow.fixture("libcompressed.so"), folder, "lib.so");
  }

  private void open(FxRobot robot, Path file) {
    window.open(robot, file);
    robot.interact(() -> assertThat(window.workbench.showView("resolve")).isTrue());
  }

  /** Opens a binary and names one GPU. */
  private void on(FxRobot robot, Path file, String device) {
    open(robot, file);
    robot.interact(
        () ->
            window
                .workbench
                .navigator()
                .open(LoadsPlace.of(file, List.of(GpuTarget.parse(device)))));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static String sentence(FxRobot robot) {
    return text(robot, ".cause-sentence");
  }

  private static boolean says(FxRobot robot, String end) {
    return robot
        .lookup(".cause-sentence")
        .tryQueryAs(Label.class)
        .filter(label -> label.getText().endsWith(end))
        .isPresent();
  }

  private static RowsTable<?> trace(FxRobot robot) {
    return robot.lookup("#trace").queryAs(RowsTable.class);
  }

  private static List<String> rows(FxRobot robot) {
    return ShownRows.tops(trace(robot), TraceNode.class).stream()
        .map(item -> item.words())
        .toList();
  }

  private static TraceNode failing(FxRobot robot) {
    return ShownRows.selected(trace(robot), TraceNode.class);
  }

  private static List<String> chips(FxRobot robot) {
    return robot.lookup("#target-chips .target-chip > .label").queryAllAs(Label.class).stream()
        .map(Label::getText)
        .toList();
  }

  @Test
  void itBeginsWithTheTargetsThatThereAreArchivesFor(FxRobot robot) throws IOException {
    open(robot, tree().library());
    assertThat(chips(robot)).containsExactly("gfx90a", "gfx942", "gfx1100");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo(
            "All 4 wrappers find their code on gfx90a:sramecc+:xnack-, gfx942:sramecc+:xnack-, gfx1100.");
    TraceNode found =
        ShownRows.tops(trace(robot), TraceNode.class).getFirst().children().getFirst();
    assertThat(found.words()).startsWith("✓ wrapper 0: lib/lib.so#0 @ gfx90a, ");
    assertThat(found.children())
        .as("it was unpacked")
        .anyMatch(item -> item.words().matches("· SHA-256: [0-9a-f]{64}"));
    window.picture(robot, "simulator");
  }

  /** No artifact of a shard alone has what its library looks for. */
  @Test
  void aLibraryOfAShardLoadsAsIfOverlaid(FxRobot robot) throws IOException {
    Path shard = MadeShard.converted(folder.toRealPath());
    on(robot, shard.resolve("demo_lib_generic/stage/lib/libmany.so"), "gfx942");
    assertThat(text(robot, "#trace-summary"))
        .startsWith(
            "The wrapper finds its code on gfx942:sramecc+:xnack-. Paths are followed as if the ")
        .endsWith(" artifacts in %s were overlaid.".formatted(shard));
  }

  @Test
  void aRemovedArchive(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    Files.delete(tree.archive("gfx1100"));
    on(robot, tree.library(), "gfx1100");
    assertThat(chips(robot)).containsExactly("gfx1100");
    assertThat(sentence(robot))
        .isEqualTo(
            "No archive was found for gfx1100: none of .kpack/lib.so_gfx1100.kpack,"
                + " .kpack/lib.so_gfx11-generic.kpack exists.");
    assertThat(text(robot, ".cause-advice"))
        .isEqualTo("→ Install the device code for gfx1100, or build it if there is none yet.");
    assertThat(failing(robot).words())
        .isEqualTo("✖ archive: .kpack/lib.so_gfx1100.kpack – not found");
  }

  @Test
  void aRenamedIndex(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    tree.replace("gfx942", "lib/lib.so#2", "lib/lib.so#7");
    on(robot, tree.library(), "gfx942");
    assertThat(sentence(robot))
        .startsWith(
            ".kpack/lib.so_gfx942.kpack lists gfx942, but has no code object lib/lib.so#2; of this"
                + " binary there is #0–#1, #3, #7.");
    assertThat(rows(robot).get(2))
        .isEqualTo("✖ wrapper 2: lib/lib.so#2 – error 5 (kernel not found)");
    assertThat(failing(robot).words())
        .isEqualTo("✖ code object: lib/lib.so#2 – not found, goes on");
  }

  /** As tools in the field number: wrapper 1 lacks gfx942, and finds the code of wrapper 2. */
  @Test
  void codeOfAnotherWrapperIsMarked(FxRobot robot) throws IOException {
    LoadedTree tree =
        LoadedTree.convert(StandardWindow.fixture("libowner-same.so"), folder, "lib.so");
    tree.replace("gfx942", "lib/lib.so#2", "lib/lib.so#1");
    open(robot, tree.library());
    assertThat(chips(robot)).containsExactly("gfx90a", "gfx942");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo(
            "Code is missing on 1 of 2 targets: gfx942:sramecc+:xnack-. One load gets another wrapper's"
                + " code.");
    TraceNode target = ShownRows.tops(trace(robot), TraceNode.class).get(1);
    assertThat(target.words())
        .isEqualTo(
            "✖ gfx942:sramecc+:xnack-: 2 of 3 wrappers, 1 with another wrapper's – code is missing");
    TraceNode load = target.children().get(1);
    assertThat(load.words())
        .startsWith("⚠ wrapper 1: lib/lib.so#1 @ gfx942, ")
        .endsWith(" – found, but these kernels belong to wrapper 2");
    TraceNode step = Objects.requireNonNull(load.failingStep());
    assertThat(step.words())
        .startsWith(
            "⚠ kernels: The code object is of the compile unit c1174baa637574e0, which is wrapper 2's")
        .endsWith(" – not its own");
    assertThat(step.place()).isInstanceOf(Place.CodeObject.class);
    assertThat(robot.lookup(".cause-sentence").queryAllAs(Label.class).stream().map(Label::getText))
        .anyMatch(
            cause ->
                cause.startsWith(
                    "lib/lib.so#1 @ gfx942 in .kpack/lib.so_gfx942.kpack is found, but these"
                        + " kernels belong to wrapper 2."));
    window.picture(robot, "simulator-not-own");
  }

  /** In a narrow window controls and the summary take several lines. */
  @Test
  void inANarrowWindowNothingIsDrawnOverAnother(FxRobot robot) throws IOException {
    LoadedTree tree = LoadedTree.convert(StandardWindow.fixture("libowner.so"), folder, "lib.so");
    tree.replace("gfx942", "lib/lib.so#2", "lib/lib.so#1");
    robot.interact(
        () -> {
          window.stage.setWidth(1000);
          window.stage.setHeight(750);
        });
    open(robot, tree.library());
    Bounds chips = bounds(robot, "#target-chips");
    Bounds summary = bounds(robot, "#trace-summary");
    Bounds cause = bounds(robot, ".cause-sentence");
    assertThat(summary.getHeight()).as("two lines").isGreaterThan(30);
    assertThat(summary.getMinY()).isGreaterThanOrEqualTo(chips.getMaxY());
    assertThat(cause.getMinY()).isGreaterThanOrEqualTo(summary.getMaxY());
    window.picture(robot, "simulator-narrow");
  }

  private static Bounds bounds(FxRobot robot, String id) {
    Node node = robot.lookup(id).query();
    return node.localToScene(node.getLayoutBounds());
  }

  @Test
  void aHalfConvertedBinary(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    tree.revert(1);
    on(robot, tree.library(), "gfx942");
    assertThat(sentence(robot))
        .isEqualTo(
            "The binary is half-converted: wrapper 1 cannot be used. It is HIPF, but points to no"
                + " device code: to the marker.");
    assertThat(failing(robot).place()).isInstanceOf(Place.Wrapper.class);
  }

  @Test
  void aHiddenFolderThatWasNotInstalled(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    Files.move(tree.root().resolve(".kpack"), tree.root().resolve("elsewhere"));
    on(robot, tree.library(), "gfx942");
    assertThat(sentence(robot))
        .endsWith(".kpack, where the archives should be, does not exist.")
        .startsWith("The hidden folder ");
    assertThat(text(robot, ".cause-advice")).contains("patterns such as * omit hidden folders");
  }

  @Test
  void anArchitectureThatNoArchiveHas(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    Files.copy(tree.archive("gfx942"), tree.archive("gfx1201"));
    on(robot, tree.library(), "gfx1201");
    assertThat(sentence(robot))
        .isEqualTo(
            "The code of lib/lib.so#0 was not compiled for gfx1201, only for gfx1100, gfx90a, gfx942, as its rows for other targets state."
                + " Likewise for the other wrappers.");
    assertThat(failing(robot).text()).isEqualTo("architecture gfx1201");
  }

  @Test
  void aDamagedArchive(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    Files.writeString(tree.archive("gfx942"), "damaged".repeat(100));
    on(robot, tree.library(), "gfx942");
    assertThat(sentence(robot))
        .startsWith("The archive .kpack/lib.so_gfx942.kpack exists but cannot be opened: ");
    assertThat(failing(robot).outcome()).isEqualTo("cannot be opened: error 3 (invalid format)");
    robot.interact(() -> trace(robot).requestFocus());
    robot.type(KeyCode.ENTER);
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()).file())
        .isEqualTo(tree.archive("gfx942"));
  }

  @Test
  void aFeatureThatIsSpeltOtherwise(FxRobot robot) throws IOException {
    LoadedTree tree =
        LoadedTree.convert(StandardWindow.fixture("libmany.so"), folder, "libmany.so");
    tree.replace("gfx90a:xnack+", "gfx90a:xnack+", "gfx90a-xnack+");
    on(robot, tree.library(), "gfx90a:xnack+");
    assertThat(sentence(robot))
        .isEqualTo(
            "The archive .kpack/libmany.so_gfx90a:xnack+.kpack lists gfx90a-xnack+, but loaders"
                + " look for the same target as gfx90a:xnack+.");
  }

  @Test
  void listsOtherSettingsUnlessTargetsAreExact(FxRobot robot) throws IOException {
    on(robot, tree().library(), "gfx942");
    assertThat(ShownRows.tops(trace(robot), TraceNode.class).getFirst().children())
        .extracting(TraceNode::words)
        .contains("ℹ gfx942:sramecc-:xnack+: found, code for gfx942");
    robot.clickOn("#exact");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo("All 4 wrappers find their code on gfx942.");
    assertThat(ShownRows.tops(trace(robot), TraceNode.class).getFirst().children())
        .extracting(TraceNode::words)
        .noneMatch(words -> words.contains("sramecc"));
  }

  @Test
  void spellingsOfFileNamesAreComparedAsTextOnlyWhereTargetsAreExact(FxRobot robot)
      throws IOException {
    LoadedTree tree =
        LoadedTree.convert(StandardWindow.fixture("libmany.so"), folder, "libmany.so");
    on(robot, tree.library(), "gfx90a:xnack+");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo("The wrapper finds its code on gfx90a:xnack+.");
    robot.clickOn("#target-field").write("gfx90a-xnack+").type(KeyCode.ENTER);
    assertThat(chips(robot)).containsExactly("gfx90a-xnack+");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo("The wrapper finds its code on gfx90a:xnack+.");
    robot.clickOn("#exact");
    assertThat(chips(robot)).containsExactly("gfx90a-xnack+");
    assertThat(text(robot, "#trace-summary")).isEqualTo("On gfx90a:xnack+ no wrapper finds code.");
    assertThat(rows(robot).getFirst()).startsWith("✖ wrapper 0: lib/libmany.so#0 – error 13");
    robot.clickOn("#copy-resolve-command");
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst()).endsWith(" --target gfx90a-xnack+ --exact --explain");
    robot.clickOn("#exact");

    // In another order features are found one by one: an archive for one of them serves.
    robot.clickOn("#target-field").write("gfx90a:xnack+:sramecc+").type(KeyCode.ENTER);
    robot.clickOn(".target-chip .close-button");
    assertThat(chips(robot)).containsExactly("gfx90a:xnack+:sramecc+");
    assertThat(steps(robot))
        .contains(
            "– architecture gfx90a:xnack+:sramecc+ – in no archive",
            "✓ architecture gfx90a:xnack+: for gfx90a:xnack+:sramecc+ – found")
        .noneMatch(words -> words.contains("gfx90a:sramecc+:xnack+:"));
  }

  /** The words of all steps of the only load. */
  private static List<String> steps(FxRobot robot) {
    return ShownRows.tops(trace(robot), TraceNode.class).getFirst().children().stream()
        .map(item -> item.words())
        .toList();
  }

  @Test
  void codeInAConvertedBinaryIsWhatWasPlanned(FxRobot robot) throws IOException {
    Path library = folder.resolve("libhalf.so");
    String bytes =
        Files.readString(
            StandardWindow.fixture("libone.so"), java.nio.charset.StandardCharsets.ISO_8859_1);
    Files.writeString(
        library, bytes.replace("FPIH", "HIPK"), java.nio.charset.StandardCharsets.ISO_8859_1);
    on(robot, library, "gfx1100");
    assertThat(sentence(robot)).startsWith("The binary is half-converted: wrapper 0 cannot be");
    robot.clickOn("#behaviour-planned");
    assertThat(rows(robot)).singleElement().asString().contains("found in the binary, as planned");
    assertThat(steps(robot))
        .anyMatch(
            words ->
                words.startsWith("ℹ bundle 0 of the binary: gfx1100, ")
                    && words.contains("; planned, no loader falls back to it"));
    window.picture(robot, "simulator-planned-embedded");
  }

  @Test
  void aBinaryThatWasNotConverted(FxRobot robot) {
    on(robot, StandardWindow.fixture("libcompressed.so"), "gfx1201");
    assertThat(sentence(robot))
        .startsWith("The binary was not converted: its device code is still");
    assertThat(failing(robot).words())
        .isEqualTo("✖ bundle: has code for gfx1100, gfx90a, gfx942 – nothing for gfx1201");
  }

  @Test
  void typingSuggestsAndEnterAdds(FxRobot robot) throws IOException {
    open(robot, tree().library());
    robot.clickOn("#target-field").write("mi300x");
    ListView<?> list = robot.lookup("#target-suggestions").queryListView();
    assertThat(list.getItems()).isNotEmpty();
    robot.type(KeyCode.ENTER);
    assertThat(chips(robot)).as("that is gfx942, which is there").hasSize(3);
    robot.clickOn("#target-field").write("RX 7600").type(KeyCode.ENTER);
    assertThat(chips(robot)).contains("gfx1102");
    robot.clickOn("#target-field").write("gfx9-what").type(KeyCode.ENTER);
    assertThat(text(robot, "#target-problem"))
        .startsWith("Not understood: \"gfx9-what\". Name a target");
    robot.interact(() -> robot.lookup("#target-field").queryAs(TextField.class).clear());
    robot.clickOn("#target-field").write("gfx12").type(KeyCode.DOWN).type(KeyCode.ENTER);
    assertThat(chips(robot)).anyMatch(chip -> chip.startsWith("gfx12"));
  }

  @Test
  void whatToolsPrintIsPasted(FxRobot robot) throws IOException {
    open(robot, tree().library());
    robot.interact(
        () -> {
          ClipboardContent content = new ClipboardContent();
          content.putString(
              "HSA Agents\nAgent 1\n  Name: AMD EPYC\nAgent 2\n  Name: gfx1030\n"
                  + "    Name: amdgcn-amd-amdhsa--gfx1030\n");
          Clipboard.getSystemClipboard().setContent(content);
          robot.lookup("#target-field").queryAs(TextField.class).paste();
        });
    assertThat(chips(robot)).containsExactly("gfx90a", "gfx942", "gfx1100", "gfx1030");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo("Code is missing on 1 of 4 targets: gfx1030.");
  }

  @Test
  void withoutAGpuItSaysWhatToDo(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    Files.move(tree.root().resolve(".kpack"), tree.root().resolve("elsewhere"));
    open(robot, tree.library());
    assertThat(((Label) trace(robot).getPlaceholder()).getText()).startsWith("Choose a GPU above");
  }

  @Test
  void variablesAndTheLoaderChangeTheResult(FxRobot robot) throws IOException {
    on(robot, tree().library(), "gfx942");
    robot.clickOn("#show-environment");
    robot.clickOn("#value-ROCM_KPACK_PATH").write("/no/such.kpack");
    robot.interact(
        () -> robot.lookup("#set-ROCM_KPACK_DISABLE").queryAs(CheckBox.class).setSelected(false));
    assertThat(robot.lookup("#set-ROCM_KPACK_PATH").queryAs(CheckBox.class).isSelected()).isTrue();
    robot.clickOn("#behaviour-strict");
    assertThat(sentence(robot))
        .isEqualTo(
            "ROCM_KPACK_PATH replaces the binary's own search paths, and leads to no archive:"
                + " /no/such.kpack.");
    window.picture(robot, "simulator-environment");
    robot.clickOn("#copy-resolve-command");
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst())
        .startsWith("kpack-workbench resolve ")
        .endsWith(" --target gfx942 --env ROCM_KPACK_PATH=/no/such.kpack --strict --explain");
    robot.clickOn("#unset-all").clickOn("#behaviour-tolerant");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo("All 4 wrappers find their code on gfx942:sramecc+:xnack-.");
  }

  @Test
  void whatVariablesMeanIsWholeInAWindowOfAThousandPixels(FxRobot robot) throws IOException {
    robot.interact(() -> window.stage.setWidth(1000));
    on(robot, tree().library(), "gfx942");
    robot.clickOn("#show-environment");
    Await.settled();
    window.picture(robot, "simulator-narrow");
    assertThat(robot.lookup("#environment .muted").queryAllAs(Label.class))
        .hasSizeGreaterThan(5)
        .allSatisfy(
            label ->
                assertThat(((Text) label.lookup(".text")).getText()).isEqualTo(label.getText()));
  }

  @Test
  void pathsAreReadAsTheChosenSystemReadsThem(FxRobot robot) throws IOException {
    Path library = tree().library();
    on(robot, library, "gfx942");
    robot.clickOn("#show-environment");
    robot.clickOn("#value-ROCM_KPACK_PATH").write("/no/such.kpack;/no/other.kpack");
    Await.until("one path", () -> says(robot, " /no/such.kpack;/no/other.kpack."));
    robot.clickOn("#system-windows");
    Await.until("two paths", () -> says(robot, " /no/such.kpack, /no/other.kpack."));
    robot.clickOn("#copy-resolve-command");
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst()).contains(" --system windows ");
  }

  @Test
  void aVersionThatOverridesAGpuDecidesOnItsCode(FxRobot robot) throws IOException {
    on(robot, tree().library(), "gfx1103");
    assertThat(text(robot, "#trace-summary")).doesNotContain("find their code");
    robot.clickOn("#show-environment");
    robot.clickOn("#value-HSA_OVERRIDE_GFX_VERSION").write("11");
    Label warning = robot.lookup("#environment-warning").queryAs(Label.class);
    assertThat(warning.getText())
        .contains("Not used: expected HSA_OVERRIDE_GFX_VERSION=MAJOR.MINOR.STEPPING");
    robot.write(".0.0");
    assertThat(warning.getText()).contains("gfx1100").doesNotContain("Not used");
    Await.until(
        "the answer for the other version",
        () -> text(robot, "#trace-summary").equals("All 4 wrappers find their code on gfx1100."));
    assertThat(robot.lookup("#value-LD_LIBRARY_PATH").tryQuery()).isPresent();
    window.picture(robot, "simulator-override");
    robot.clickOn("#copy-resolve-command");
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst())
        .contains("--target gfx1103", "--env HSA_OVERRIDE_GFX_VERSION=11.0.0");
  }

  @Test
  void anOverlayThatOnlyATolerantLoaderPasses(FxRobot robot) throws IOException {
    Path sample = Path.of("../app/sample/lib/libhostonly.so").toAbsolutePath().normalize();
    on(robot, sample, "gfx90a:xnack+");
    assertThat(sentence(robot))
        .startsWith(".kpack/kpackfix_gfx90a.kpack lists gfx90a:xnack+, but has no code object");
    assertThat(text(robot, "#trace-summary"))
        .isEqualTo("All 3 wrappers find their code on gfx90a:xnack+.");
    robot.clickOn("#behaviour-strict");
    assertThat(text(robot, "#trace-summary")).isEqualTo("On gfx90a:xnack+ no wrapper finds code.");
  }

  @Test
  void wrappersAboveTargets(FxRobot robot) throws IOException {
    open(robot, tree().library());
    assertThat(rows(robot)).first().isEqualTo("✓ gfx90a:sramecc+:xnack-: 4 of 4 wrappers – found");
    robot.clickOn("#by-wrapper");
    assertThat(rows(robot)).first().isEqualTo("✓ wrapper 0: 3 of 3 targets – found");
  }

  @Test
  void twoGpusBesideOneAnother(FxRobot robot) throws IOException {
    LoadedTree tree = tree();
    Files.delete(tree.archive("gfx1100"));
    on(robot, tree.library(), "gfx1100");
    robot.clickOn("#compare-set-ups");
    assertThat(text(robot, "#compare-summary")).isEqualTo("4 loads: the same result for A and B.");
    robot.clickOn("#target-field-b").type(KeyCode.BACK_SPACE).write("gfx942").type(KeyCode.ENTER);
    TableView<?> table = robot.lookup("#compared-loads").queryTableView();
    assertThat(ShownRows.in(table, LoadComparison.class))
        .hasSize(4)
        .allMatch(LoadComparison::onlyOneFinds);
    assertThat(text(robot, "#compare-summary"))
        .isEqualTo(
            "4 loads: 4 with another result, 4 of them found on one side only (4 differ at the"
                + " archives).");
    assertThat(text(robot, "#compare-sentence"))
        .isEqualTo(
            "gfx942:sramecc+:xnack-: .kpack/lib.so_gfx942.kpack exists; gfx1100: there is none of"
                + " .kpack/lib.so_gfx1100.kpack, .kpack/lib.so_gfx11-generic.kpack.");
    List<String> parting =
        robot.lookup("#trace").queryAllAs(RowsTable.class).stream()
            .filter(each -> each.getScene() != null)
            .map(each -> ShownRows.selected(each, TraceNode.class).words())
            .toList();
    assertThat(parting)
        .containsExactly(
            "✖ archive: .kpack/lib.so_gfx1100.kpack – not found",
            "· archive: .kpack/lib.so_gfx942.kpack – open, lists gfx942");
    window.picture(robot, "simulator-compare");
  }

  @Test
  void inALowWindowNeitherSetUpCoversTheOther(FxRobot robot) throws IOException {
    open(robot, tree().library());
    robot.clickOn("#compare-set-ups");
    robot.interact(
        () -> {
          javafx.stage.Window shown = robot.lookup("#set-up-b").query().getScene().getWindow();
          shown.setWidth(800);
          shown.setHeight(500);
        });
    javafx.scene.Node chips = robot.lookup("#target-chips").query();
    javafx.scene.Node below = robot.lookup("#set-up-b").query();
    assertThat(chips.localToScene(chips.getBoundsInLocal()).getMaxY())
        .isLessThanOrEqualTo(below.localToScene(below.getBoundsInLocal()).getMinY());
  }

  @Test
  void aSplitLibraryLoadsTheBytesThatItHadBefore(FxRobot robot) throws IOException {
    Path fat = StandardWindow.fixture("libcompressed.so");
    LoadedTree tree = LoadedTree.convert(fat, folder, "lib.so");
    open(robot, tree.library());
    List<String> loaded = new ArrayList<>();
    for (TraceNode target : ShownRows.tops(trace(robot), TraceNode.class)) {
      for (TraceNode load : target.children()) {
        load.children().stream()
            .filter(node -> node.text().equals("SHA-256"))
            .forEach(node -> loaded.add(node.detail()));
      }
    }
    assertThat(loaded).hasSize(12);
    assertThat(loaded).containsExactlyInAnyOrderElementsOf(checksums(fat));
  }

  /** The checksums of all code objects of a fat binary. */
  private static List<String> checksums(Path fat) throws IOException {
    List<String> all = new ArrayList<>();
    try (var document =
        org.kpackworkbench.model.format.StandardFormats.all()
            .open(fat, org.kpackworkbench.model.base.job.Progress.NONE)) {
      var objects = document.codeObjects();
      for (int row = 0; row < objects.size(); row++) {
        all.add(
            org.kpackworkbench.model.format.kpm.Checksum.of(
                    objects.load(row, org.kpackworkbench.model.base.job.Progress.NONE))
                .toString());
      }
    }
    return all;
  }

  @Test
  void aPlainLibraryHasNoSuchView(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libplain.so"));
    assertThat(Stream.of("resolve").filter(id -> window.workbench.showView(id))).isEmpty();
  }
}
