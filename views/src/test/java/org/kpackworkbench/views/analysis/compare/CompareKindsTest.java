package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TitledPane;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.views.format.kpm.ManifestFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Every kind of thing beside its like, as a user sees it. */
@ExtendWith(WindowRobot.class)
class CompareKindsTest {
  @TempDir Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private Path manifest(String name, ManifestRow... rows) throws Exception {
    Path file = temp.resolve(name);
    Manifest manifest = Manifest.of("rand_lib", "math-libs/rocRAND/stage", List.of(rows));
    return Files.write(file, ManifestWriter.write(manifest));
  }

  private static ManifestRow row(String target, long size, long kernels) {
    return new ManifestRow(target, "rand_lib_" + target + ".kpack", size, kernels, null);
  }

  private static List<String> messages(FxRobot robot) {
    return robot.lookup(".message-bar").queryAllAs(Node.class).stream()
        .map(Node::getAccessibleText)
        .toList();
  }

  @Test
  void manifestsAreAMatrixOfArchitectures(FxRobot robot) throws Exception {
    Path monday = manifest("monday.kpm", row("gfx900", 1000, 3), row("gfx942", 5000, 7));
    Path tuesday = manifest("tuesday.kpm", row("gfx900", 1000, 3), row("gfx942", 6000, 8));
    Path friday = manifest("friday.kpm", row("gfx942", 5000, 7), row("gfx1100", 900, 2));
    page.compare(robot, List.of(monday, tuesday, friday));
    page.window.picture(robot, "compare-manifests");
    assertThat(grid(robot))
        .containsExactly(
            "gfx1100: –, –, + 900 B",
            "gfx900: 1000 B, 1000 B, − gone",
            "gfx942: 4.9 KiB, ▲ 5.9 KiB, ▼ 4.9 KiB");
    assertThat(page.enabled(ActionId.SWAP_SIDES))
        .as("of three there is no other way round")
        .isFalse();
    robot.clickOn("#compare-side-name-2");
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("friday.kpm ↔ monday.kpm ↔ tuesday.kpm");
    assertThat(grid(robot)).contains("gfx1100: 900 B, − gone, –");
  }

  /** The grid of manifests, row by row, without what is on their disks. */
  private static List<String> grid(FxRobot robot) {
    TableView<?> table = robot.lookup("#manifest-grid").queryTableView();
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < table.getItems().size(); row++) {
      int at = row;
      String cells =
          table.getColumns().stream()
              .skip(2)
              .map(column -> ((Face) column.getCellData(at)).text().replace(" ✖", ""))
              .collect(Collectors.joining(", "));
      rows.add(table.getColumns().getFirst().getCellData(row) + ": " + cells);
    }
    return rows;
  }

  @Test
  void aManifestIsComparedWithItsFolder(FxRobot robot) throws Exception {
    Path manifest = ManifestFiles.mixed(temp.toRealPath());
    page.window.open(robot, manifest);
    page.run(robot, ActionId.COMPARE_WITH_DISK);
    assertThat(CompareWindow.rows(robot, "architecture"))
        .anyMatch(row -> row.startsWith("removed"))
        .anyMatch(row -> row.startsWith("changed"));
    assertThat(CompareWindow.rows(robot, "archive")).singleElement().asString().startsWith("added");
    page.window.picture(robot, "compare-disk");
  }

  @Test
  void treesAreComparedByPath(FxRobot robot) throws Exception {
    Path one = Files.createDirectories(temp.resolve("one/lib")).getParent();
    Path two = Files.createDirectories(temp.resolve("two/lib")).getParent();
    Files.writeString(one.resolve("lib/same.txt"), "the same");
    Files.writeString(two.resolve("lib/same.txt"), "the same");
    Files.writeString(one.resolve("lib/gone.txt"), "only here");
    Files.copy(fixture("libone.so"), one.resolve("lib/libone.so"));
    Files.copy(fixture("libhostonly.so"), two.resolve("lib/libone.so"));
    page.compare(robot, List.of(one, two));
    assertThat(CompareWindow.rows(robot))
        .contains("same lib/same.txt", "removed lib/gone.txt", "changed lib/libone.so");
    CompareWindow.select(robot, "lib/libone.so");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.rows(robot)).contains("changed ELF header");
  }

  @Test
  void fatAndHostOnlySayWhatConversionDid(FxRobot robot) throws Exception {
    page.compare(robot, List.of(fixture("libmixed.so"), fixture("libhostonly.so")));
    TitledPane explanation = robot.lookup("#compare-explanation").queryAs(TitledPane.class);
    assertThat(explanation.getText()).contains("fat").contains("host-only");
    assertThat(CompareWindow.rows(robot, "marker")).containsExactly("added marker");
    assertThat(CompareWindow.rows(robot, "wrapper"))
        .contains("changed wrapper 0", "removed wrapper 4");
    assertThat(explanation.getContent().lookupAll(".label").stream())
        .anyMatch(
            node ->
                node instanceof Label label
                    && label.getText().contains("none is where its marker says"));
  }

  @Test
  void whatAFatBinaryHasIsComparedWithTheArchivesOfTheHostOnlyOne(FxRobot robot) throws Exception {
    Path host = Files.createDirectory(temp.resolve("lib")).resolve("libmixed.so");
    new Convert(
            ConvertRequest.keeping(
                fixture("libmixed.so"),
                host,
                "lib/libmixed.so",
                List.of("../.kpack/all-@GFXARCH@.kpack"),
                temp.resolve(".kpack")))
        .run(Progress.NONE);
    page.compare(robot, List.of(fixture("libmixed.so"), host));
    assertThat(CompareWindow.rows(robot, "code object"))
        .containsExactly("stored differently 14 equal rows")
        .noneMatch(row -> row.startsWith("removed") || row.startsWith("added"));
    page.run(robot, ActionId.EXPAND_ALL);
    CompareWindow.select(robot, "wrapper 0 @ gfx1100");
    page.window.picture(robot, "compare-archived");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.outcome(robot)).isEqualTo("Identical, byte for byte");
  }

  @Test
  void kernelsOfCodeObjectsAreCompared(FxRobot robot) throws Exception {
    page.compare(
        robot, List.of(fixture("kinds-gfx942.hsaco"), fixture("kinds-gfx90a-xnack-on.hsaco")));
    CompareWindow.select(robot, "kpackfix_scalars");
    assertThat(CompareWindow.selected(robot)).isEqualTo("kpackfix_scalars");
    assertThat(robot.lookup("#compare-details .label").queryAllAs(javafx.scene.control.Label.class))
        .extracting(javafx.scene.control.Label::getText)
        .contains("VGPRs");
  }

  @Test
  void unlikeKindsAndDamageAreSaid(FxRobot robot) throws Exception {
    Path archive =
        ComparedFiles.archive(
            temp.resolve("a.kpack"), List.of(ComparedFiles.code("lib/a.so", "gfx900", 1, 900)));
    byte[] bytes = Files.readAllBytes(archive);
    Path cut =
        Files.write(temp.resolve("cut.kpack"), java.util.Arrays.copyOf(bytes, bytes.length - 20));
    page.compare(robot, List.of(archive, cut));
    assertThat(messages(robot)).anyMatch(text -> text.contains("cut.kpack"));
    page.compare(robot, List.of(archive, fixture("libone.so")));
    assertThat(CompareWindow.rows(robot)).contains("changed file", "changed all bytes");
    page.compare(robot, List.of(archive, temp.resolve("nothing.kpack")));
    assertThat(robot.lookup("#error-what").queryAll()).isNotEmpty();
    assertThat(robot.lookup("#compare-else").tryQuery()).isPresent();
  }

  @Test
  void aHundredThousandRowsAreShownAtOnceAndStepped(FxRobot robot) throws Exception {
    page.compare(robot, ComparedFiles.large(temp, 100_000));
    assertThat(CompareWindow.chips(robot)).contains("≠  10 changed");
    assertThat(CompareWindow.rows(robot))
        .startsWith(
            "same 5 equal rows", "same 5 000 equal rows", "changed lib/lib005000.so#0 @ gfx900")
        .endsWith("changed lib/lib095000.so#0 @ gfx900", "same 4 999 equal rows");
    CompareWindow.select(robot, "5 equal rows");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(CompareWindow.selected(robot)).isEqualTo("lib/lib005000.so#0 @ gfx900");
    page.run(robot, ActionId.EXPAND_ALL);
    assertThat(CompareWindow.table(robot).getItems()).hasSizeGreaterThanOrEqualTo(100_005);
    assertThat(CompareWindow.selected(robot)).isEqualTo("lib/lib005000.so#0 @ gfx900");
    robot.interact(() -> CompareWindow.table(robot).scrollTo(99_000));
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    assertThat(CompareWindow.rows(robot)).hasSize(10).allMatch(row -> row.startsWith("changed"));
    assertThat(CompareWindow.selected(robot)).isEqualTo("lib/lib005000.so#0 @ gfx900");
  }
}
