package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.CellDrawing;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Manifests are compared in the real window. */
@ExtendWith(WindowRobot.class)
class ManifestCompareTest {
  private static final Path SAMPLE = Path.of("../app/sample/.kpack");

  @TempDir Path temp;
  private Path folder = Path.of("");
  private CompareWindow page;

  @Start
  void start(Stage stage) throws IOException {
    folder = temp.toRealPath();
    page = new CompareWindow(stage);
  }

  /** The sample's manifest with its archives; each row as a test wants it. */
  private Path sample(String build, java.util.function.UnaryOperator<ManifestRow> change)
      throws IOException {
    Path kpack = Files.createDirectories(folder.resolve(build).resolve(".kpack"));
    try (var files = Files.list(SAMPLE)) {
      for (Path each : files.toList()) {
        Files.copy(each, kpack.resolve(each.getFileName().toString()));
      }
    }
    Path file = kpack.resolve("kpackfix.kpm");
    Manifest manifest = ManifestFile.open(file).manifest();
    List<ManifestRow> rows = new ArrayList<>();
    for (ManifestRow row : manifest.rows()) {
      ManifestRow changed = change.apply(row);
      if (!changed.file().isEmpty()) {
        rows.add(changed);
      }
    }
    Files.write(file, ManifestWriter.write(manifest.withRows(rows)));
    return file;
  }

  private static ManifestRow measured(ManifestRow row, long lessBytes, long lessKernels) {
    return row.measured(row.sizeBytes() - lessBytes, row.kernelCount() - lessKernels, row.sha256());
  }

  private List<Path> pair() throws IOException {
    return List.of(
        sample("monday", row -> row),
        sample(
            "tuesday",
            row ->
                switch (row.targetText()) {
                  case "gfx90a" -> measured(row, 1024, 2);
                  case "gfx1030" -> new ManifestRow("gfx1030", "", -1, -1, null);
                  default -> row;
                }));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).queryAs(Label.class).getText();
  }

  private static TableView<LoadedRow<ManifestMatrix.Row>> table(FxRobot robot, String id) {
    return robot.lookup("#" + id).queryTableView();
  }

  private static Object shown(TableView<?> table, String column, int row) {
    return table.getColumns().stream()
        .filter(each -> column.equals(each.getId()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(column))
        .getCellData(row);
  }

  private static String cell(TableView<?> table, String column, int row) {
    Object shown = shown(table, column, row);
    String text = shown instanceof Face face ? face.text() : String.valueOf(shown);
    // The sign of a change is before it.
    return column.equals("manifest-architecture") ? text.replaceFirst("^\\S {2}", "") : text;
  }

  /** What a column has in the row of an architecture. */
  private static Face face(FxRobot robot, String table, String column, String architecture) {
    int row = column(robot, table, "manifest-architecture").indexOf(architecture);
    return (Face) shown(table(robot, table), column, row);
  }

  private static List<String> column(FxRobot robot, String table, String column) {
    TableView<LoadedRow<ManifestMatrix.Row>> rows = table(robot, table);
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < rows.getItems().size(); row++) {
      texts.add(cell(rows, column, row));
    }
    return texts;
  }

  private static String selected(FxRobot robot, String table) {
    LoadedRow<ManifestMatrix.Row> line = table(robot, table).getSelectionModel().getSelectedItem();
    return line == null ? "" : Objects.requireNonNull(line.content()).key();
  }

  private static void select(FxRobot robot, String key) {
    robot.interact(
        () -> {
          TableView<LoadedRow<ManifestMatrix.Row>> table = table(robot, "manifest-pair");
          for (int row = 0; row < table.getItems().size(); row++) {
            if (Objects.requireNonNull(table.getItems().get(row).content()).key().equals(key)) {
              table.requestFocus();
              table.getSelectionModel().clearAndSelect(row);
              return;
            }
          }
          throw new AssertionError("no row " + key);
        });
  }

  @Test
  void twoManifestsStartWithASentenceAndARowAnArchitecture(FxRobot robot) throws Exception {
    page.compare(robot, pair());
    assertThat(text(robot, "manifest-summary"))
        .isEqualTo("gfx90a lost 2 kernels and 1.0 KiB, gfx1030 is gone.");
    assertThat(column(robot, "manifest-pair", "manifest-architecture"))
        .contains("gfx1030", "gfx90a", "gfx942");
    assertThat(column(robot, "manifest-pair", "manifest-change"))
        .contains("−  removed", "▼  changed", "=  same");
    int row = column(robot, "manifest-pair", "manifest-architecture").indexOf("gfx90a");
    assertThat(cell(table(robot, "manifest-pair"), "manifest-growth", row)).isEqualTo("−1.0 KiB");
    assertThat(face(robot, "manifest-pair", "manifest-growth", "gfx90a").words())
        .startsWith("-1024 bytes: −1.0 KiB (−");
    assertThat(cell(table(robot, "manifest-pair"), "manifest-disk", row))
        .isEqualTo("✓ │ ≠ other size");
    int gone = column(robot, "manifest-pair", "manifest-architecture").indexOf("gfx1030");
    assertThat(cell(table(robot, "manifest-pair"), "manifest-disk", gone))
        .isEqualTo("✓ │ + not in manifest");
    assertThat(robot.lookup("#manifest-disks .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .containsExactly(
            "monday: Its archives are as stated.",
            "tuesday: On disk 1 archive has another size, 1 archive is in no manifest.");
    page.window.picture(robot, "manifest-pair");
  }

  @Test
  void aLevelNamesTheFilesThatItShows(FxRobot robot) throws Exception {
    page.compare(robot, pair());
    assertThat(side(robot, 0)).startsWith("monday/.kpack/kpackfix.kpm  ");
    select(robot, "gfx90a");
    robot.push(KeyCode.ENTER);
    assertThat(side(robot, 0)).startsWith("monday/.kpack/kpackfix_gfx90a.kpack  ");
    assertThat(side(robot, 1)).startsWith("tuesday/.kpack/kpackfix_gfx90a.kpack  ");
    page.run(robot, ActionId.SWAP_SIDES);
    assertThat(side(robot, 0)).startsWith("tuesday/.kpack/kpackfix_gfx90a.kpack  ");
    page.run(robot, ActionId.TO_PARENT);
    assertThat(side(robot, 0)).startsWith("tuesday/.kpack/kpackfix.kpm  ");
  }

  private static String side(FxRobot robot, int side) {
    return robot.lookup("#compare-side-name-" + side).queryAs(Labeled.class).getText();
  }

  @Test
  void whatBothDisksHoldAsStatedIsSaidOnce(FxRobot robot) throws Exception {
    page.compare(robot, List.of(sample("monday", row -> row), sample("tuesday", row -> row)));
    assertThat(column(robot, "manifest-pair", "manifest-disk")).containsOnly("✓ as stated");
  }

  @Test
  void allColumnsAreInViewInASmallWindow(FxRobot robot) throws Exception {
    Checksum other = Checksum.of(ByteView.of("other", new byte[] {1}));
    List<Path> pair =
        List.of(
            sample("monday", row -> row.measured(512_345_678, 12_345, row.sha256())),
            sample("tuesday", row -> row.measured(498_765_432, 11_234, other)));
    robot.interact(
        () -> {
          page.window.stage.setWidth(1024);
          page.window.stage.setHeight(700);
        });
    page.compare(robot, pair);
    TableView<LoadedRow<ManifestMatrix.Row>> table = table(robot, "manifest-pair");
    assertThat(table.getVisibleLeafColumns())
        .extracting(TableColumnBase::getText)
        .containsExactly(
            "Architecture", "Left size", "Growth", "Right size", "Kernels", "On disk", "SHA-256");
    assertThat(robot.lookup("#manifest-headers .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .as("said once")
        .containsSequence("files", "kpackfix_*.kpack");
    assertThat(table.getVisibleLeafColumns().stream().mapToDouble(TableColumnBase::getWidth).sum())
        .isLessThanOrEqualTo(table.getWidth());
    assertThat(robot.lookup("#manifest-pair .face-cell").queryAllAs(Labeled.class))
        .extracting(Labeled::getText)
        .as("figures are whole")
        .contains("12345 → 11234", "488.6 MiB", "−13.0 MiB");
    Face checksum = face(robot, "manifest-pair", "manifest-sha-256", "gfx90a");
    assertThat(checksum.text()).endsWith(" → " + other.toString().substring(0, 4));
    assertThat(checksum.words()).endsWith(" → " + other);
    page.window.picture(robot, "manifest-pair-small");
  }

  /**
   * Whatever the figures are; the names of files are not needed where they follow from the rows.
   */
  @Test
  void longFiguresAndWhatDisksHoldAreWholeInASmallWindow(FxRobot robot) throws Exception {
    List<Path> pair =
        List.of(
            sample("monday", row -> row.measured(1_012_345_678_901L, 1_234_567, row.sha256())),
            sample("tuesday", row -> row.measured(998_765_432_109L, 1_123_456, row.sha256())));
    robot.interact(
        () -> {
          page.window.stage.setWidth(1024);
          page.window.stage.setHeight(700);
        });
    page.compare(robot, pair);
    select(robot, "gfx90a");
    assertThat(robot.lookup("#manifest-pair .face-cell").queryAllAs(Labeled.class))
        .filteredOn(cell -> cell.getText() != null)
        .hasSizeGreaterThan(20)
        .allSatisfy(
            cell ->
                assertThat(
                        cell.lookupAll(".text").stream()
                            .filter(Text.class::isInstance)
                            .map(text -> ((Text) text).getText()))
                    .as(cell.getText())
                    .containsExactly(cell.getText()));
    assertThat(column(robot, "manifest-pair", "manifest-disk"))
        .as("once where both are wrong in one way")
        .containsOnly("≠ other size");
    assertThat(face(robot, "manifest-pair", "manifest-disk", "gfx90a").words())
        .startsWith("left: size differs")
        .contains("right: size differs");
    page.window.picture(robot, "manifest-pair-long");
  }

  @Test
  void namesThatDoNotFollowFromArchitecturesHaveAColumn(FxRobot robot) throws Exception {
    robot.interact(() -> page.window.stage.setWidth(1024));
    page.compare(
        robot,
        List.of(
            sample("monday", row -> row.measured(1_012_345_678, 1_234_567, null)),
            sample(
                "tuesday",
                row ->
                    row.targetText().equals("gfx942")
                        ? new ManifestRow("gfx942", "kpackfix_gfx942-rebuilt.kpack", 1, 1, null)
                        : row.measured(row.sizeBytes(), row.kernelCount(), null))));
    assertThat(table(robot, "manifest-pair").getVisibleLeafColumns())
        .extracting(TableColumnBase::getText)
        .contains("File");
    assertThat(robot.lookup("#manifest-pair .text").queryAllAs(Text.class))
        .extracting(Text::getText)
        .as("whole, and names of files give way")
        .contains("≠ other size │ ✖ missing");
  }

  @Test
  void aFilterKnowsEachSide(FxRobot robot) throws Exception {
    page.compare(robot, pair());
    TextField filter =
        robot.from(robot.lookup("#manifests")).lookup("#filter").queryAs(TextField.class);
    for (String query :
        List.of("rightondisk:other", "change:changed", "growth>1000 leftkernels>9 rightsize>1")) {
      robot.interact(() -> filter.setText(query));
      robot.clickOn(filter).type(KeyCode.ENTER);
      assertThat(column(robot, "manifest-pair", "manifest-architecture"))
          .as(query)
          .containsExactly("gfx90a");
    }
  }

  private static double bar(Face face) {
    return ((CellDrawing.Bar) Objects.requireNonNull(face.drawing())).share();
  }

  @Test
  void sizesAreBarsOnOneScaleWithTheirGrowthBetweenThem(FxRobot robot) throws Exception {
    List<Path> pair = pair();
    page.compare(robot, pair);
    long largest = 0;
    for (ManifestRow row : ManifestFile.open(pair.getFirst()).manifest().rows()) {
      largest = Math.max(largest, row.sizeBytes());
    }
    for (ManifestRow row : ManifestFile.open(pair.getFirst()).manifest().rows()) {
      double share = (double) row.sizeBytes() / largest;
      double less = row.targetText().equals("gfx90a") ? 1024.0 / largest : 0;
      assertThat(bar(face(robot, "manifest-pair", "manifest-size-0", row.targetText())))
          .as(row.targetText())
          .isCloseTo(share, within(1e-9));
      if (!row.targetText().equals("gfx1030")) {
        assertThat(bar(face(robot, "manifest-pair", "manifest-size-1", row.targetText())))
            .as("on the scale of the other side")
            .isCloseTo(share - less, within(1e-9));
        assertThat(face(robot, "manifest-pair", "manifest-growth", row.targetText()).drawing())
            .isInstanceOfSatisfying(
                CellDrawing.Growth.class,
                growth -> assertThat(growth.share()).isCloseTo(-less, within(1e-9)));
      }
    }
  }

  @Test
  void changedCellsAreMarkedAndEqualOnesQuiet(FxRobot robot) throws Exception {
    page.compare(robot, pair());
    for (String column : List.of("manifest-size-1", "manifest-kernels")) {
      Face changed = face(robot, "manifest-pair", column, "gfx90a");
      Face same = face(robot, "manifest-pair", column, "gfx942");
      assertThat(changed.style())
          .as(column)
          .isEqualTo("manifest-changed")
          .isNotEqualTo(same.style());
      assertThat(same.style()).as(column).isEqualTo("manifest-quiet");
    }
    assertThat(face(robot, "manifest-pair", "manifest-kernels", "gfx90a").text())
        .as("not by colour alone")
        .isEqualTo("10 → 8");
    assertThat(face(robot, "manifest-pair", "manifest-kernels", "gfx942").text()).isEqualTo("7");
  }

  @Test
  void keysLeadToChangesAndIntoTheArchives(FxRobot robot) throws Exception {
    page.compare(robot, pair());
    robot.push(KeyCode.ALT, KeyCode.HOME);
    assertThat(selected(robot, "manifest-pair")).isEqualTo("gfx1030");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(selected(robot, "manifest-pair")).isEqualTo("gfx90a");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.crumbs(robot)).containsExactly("All", "gfx90a");
    assertThat(CompareWindow.outcome(robot)).startsWith("Identical");
    robot.push(KeyCode.BACK_SPACE);
    assertThat(text(robot, "manifest-summary")).startsWith("gfx90a lost");
    page.run(robot, ActionId.SWAP_SIDES);
    assertThat(text(robot, "manifest-summary")).startsWith("gfx90a gained 2 kernels and 1.0 KiB");
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    assertThat(column(robot, "manifest-pair", "manifest-architecture"))
        .containsExactlyInAnyOrder("gfx1030", "gfx90a");
  }

  @Test
  void aRowIsTakenFromTheOtherManifestAsAnEditWithUndo(FxRobot robot) throws Exception {
    List<Path> pair = pair();
    page.compare(robot, pair);
    assertThat(page.enabled(ActionId.TAKE_FROM_LEFT)).isFalse();
    select(robot, "gfx942");
    assertThat(page.enabled(ActionId.TAKE_FROM_LEFT)).as("nothing differs").isFalse();
    select(robot, "gfx90a");
    byte[] before = Files.readAllBytes(pair.getLast());
    page.run(robot, ActionId.TAKE_FROM_LEFT);
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("● kpackfix.kpm");
    TableView<LoadedRow<ManifestRow>> rows = robot.lookup("#manifest-rows").queryTableView();
    ManifestRow edited =
        rows.getItems().stream()
            .map(line -> Objects.requireNonNull(line.content()))
            .filter(row -> row.targetText().equals("gfx90a"))
            .findFirst()
            .orElseThrow();
    ManifestRow wanted =
        ManifestFile.open(pair.getFirst()).manifest().rows().stream()
            .filter(row -> row.targetText().equals("gfx90a"))
            .findFirst()
            .orElseThrow();
    assertThat(edited.sizeBytes()).isEqualTo(wanted.sizeBytes());
    assertThat(Files.readAllBytes(pair.getLast())).as("not saved").isEqualTo(before);
    page.run(robot, ActionId.UNDO);
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("kpackfix.kpm");
  }

  @Test
  void aRowIsUpdatedFromTheDisk(FxRobot robot) throws Exception {
    List<Path> pair = pair();
    page.compare(robot, pair);
    select(robot, "gfx90a");
    assertThat(page.enabled(ActionId.UPDATE_LEFT_FROM_DISK)).as("it is right").isFalse();
    page.run(robot, ActionId.UPDATE_RIGHT_FROM_DISK);
    page.run(robot, ActionId.SAVE);
    ManifestRow saved =
        ManifestFile.open(pair.getLast()).manifest().rows().stream()
            .filter(row -> row.targetText().equals("gfx90a"))
            .findFirst()
            .orElseThrow();
    assertThat(saved.sizeBytes())
        .isEqualTo(Files.size(pair.getLast().resolveSibling(saved.file())));
    assertThat(page.window.dialogs.errors).isEmpty();
  }

  private List<Path> builds(int count) throws IOException {
    List<Path> builds = new ArrayList<>();
    for (int build = 1; build <= count; build++) {
      Path file = folder.resolve("nightly-%d/blas.kpm".formatted(build));
      Files.createDirectories(file.getParent());
      long size = build < 4 ? 5_000_000 : 4_000_000;
      List<ManifestRow> rows = new ArrayList<>();
      rows.add(new ManifestRow("gfx90a", "a.kpack", size, 100, null));
      if (build < 9) {
        rows.add(new ManifestRow("gfx1030", "b.kpack", 1_000_000, 10, null));
      }
      Files.write(file, ManifestWriter.write(Manifest.of("blas", "math-libs", rows)));
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L - build));
      builds.add(file);
    }
    return builds;
  }

  private static List<String> headings(FxRobot robot) {
    return table(robot, "manifest-grid").getVisibleLeafColumns().stream()
        .skip(2)
        .map(TableColumn::getText)
        .toList();
  }

  @Test
  void manyManifestsAreAGridInWhichChangesAreFoundByAKey(FxRobot robot) throws Exception {
    page.compare(robot, builds(14));
    assertThat(text(robot, "manifest-summary"))
        .isEqualTo(
            "From nightly-1 to nightly-14: gfx90a lost 976.6 KiB, gfx1030 is gone. Something"
                + " changed in 2 of 13 steps, first in nightly-4.");
    assertThat(headings(robot)).hasSize(14).startsWith("1", "2").endsWith("13", "14");
    robot.push(KeyCode.ALT, KeyCode.HOME);
    TablePosition<?, ?> focused = table(robot, "manifest-grid").getFocusModel().getFocusedCell();
    assertThat(focused.getTableColumn().getText()).isEqualTo("4");
    assertThat(focused.getTableColumn().getCellData(focused.getRow()))
        .isInstanceOfSatisfying(Face.class, face -> assertThat(face.text()).isEqualTo("▼ 3.8 MiB"));
    assertThat(text(robot, "manifest-detail")).contains("gfx90a lost 976.6 KiB");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(
            table(robot, "manifest-grid")
                .getFocusModel()
                .getFocusedCell()
                .getTableColumn()
                .getText())
        .isEqualTo("9");
    assertThat(selected(robot, "manifest-grid")).isEqualTo("gfx1030");
    page.window.picture(robot, "manifest-grid");
  }

  @Test
  void sizesAreTheDepthOfColourAndChangesAreOutlinedAndDotsOfTheTrend(FxRobot robot)
      throws Exception {
    page.compare(robot, builds(14));
    List<String> outlined = new ArrayList<>();
    for (int at = 0; at < 14; at++) {
      for (String architecture : List.of("gfx90a", "gfx1030")) {
        Face face = face(robot, "manifest-grid", "manifest-column-" + at, architecture);
        double bytes = architecture.equals("gfx90a") ? at < 3 ? 5 : 4 : at < 8 ? 1 : 0;
        assertThat(face.drawing())
            .isInstanceOfSatisfying(
                CellDrawing.Depth.class,
                depth -> assertThat(depth.share()).isCloseTo(bytes / 5, within(1e-9)));
        if (face.style().equals("cell-outlined")) {
          outlined.add(architecture + " in " + at);
        }
      }
    }
    assertThat(outlined).containsExactly("gfx90a in 3", "gfx1030 in 8");
    assertThat(face(robot, "manifest-grid", "manifest-trend", "gfx90a").drawing())
        .isInstanceOfSatisfying(
            CellDrawing.Trend.class,
            trend -> {
              assertThat(trend.marked()).containsExactly(3);
              assertThat(trend.shares().subList(2, 4)).containsExactly(1.0, 0.0);
            });
  }

  @Test
  void theManifestsOfAFolderAreCompared(FxRobot robot) throws Exception {
    assertThat(builds(12)).hasSize(12);
    page.window.dialogs.folder = Optional.of(folder);
    page.run(robot, ActionId.COMPARE_MANIFESTS);
    assertThat(headings(robot)).hasSize(12).startsWith("1", "2").endsWith("11", "12");
    robot.push(KeyCode.CONTROL, KeyCode.W);
    robot.interact(() -> new Comparing(page.window.workbench.context()).dropped(List.of(folder)));
    assertThat(headings(robot)).hasSize(12);
  }

  @Test
  void howTheGridWasShownIsRemembered(FxRobot robot) throws Exception {
    List<Path> builds = builds(9);
    page.compare(robot, builds);
    robot.interact(
        () -> robot.lookup("#manifest-order").<ChoiceBox<Order>>query().setValue(Order.TIME));
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    TextField filter =
        robot.from(robot.lookup("#manifests")).lookup("#filter").queryAs(TextField.class);
    robot.interact(() -> filter.setText("arch:gfx1030"));
    robot.clickOn(filter).type(KeyCode.ENTER);
    assertThat(column(robot, "manifest-grid", "manifest-architecture")).containsExactly("gfx1030");
    robot.push(KeyCode.CONTROL, KeyCode.W);
    page.compare(robot, builds);
    assertThat(headings(robot)).startsWith("9", "8").endsWith("2", "1");
    assertThat(robot.lookup("#manifest-order").<ChoiceBox<Order>>query().getValue())
        .isEqualTo(Order.TIME);
    assertThat(robot.lookup("#compare-only-differences").queryAs(CheckBox.class).isSelected())
        .isTrue();
    assertThat(column(robot, "manifest-grid", "manifest-architecture")).containsExactly("gfx1030");
    robot.push(KeyCode.CONTROL, KeyCode.W);
    page.compare(robot, builds.subList(0, 2));
    assertThat(robot.lookup("#compare-only-differences").queryAs(CheckBox.class).isSelected())
        .as("in all comparisons")
        .isTrue();
  }

  @Test
  void rowsOfAManifestThatWasCutAreNotKnown(FxRobot robot) throws Exception {
    List<Path> pair = List.of(sample("monday", row -> row), sample("tuesday", row -> row));
    byte[] bytes = Files.readAllBytes(pair.getLast());
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    Files.write(pair.getLast(), Arrays.copyOf(bytes, text.indexOf("kpackfix_gfx942")));
    page.compare(robot, pair);
    assertThat(text(robot, "manifest-summary"))
        .startsWith(
            "The readable parts of both manifests agree. tuesday could not be read whole, so that"
                + " rows may be missing; not known: ")
        .contains("gfx942")
        .doesNotContain("gone");
    assertThat(column(robot, "manifest-pair", "manifest-change"))
        .contains("⚠  not known")
        .doesNotContain("−  removed");
    int row = column(robot, "manifest-pair", "manifest-architecture").indexOf("gfx942");
    assertThat(cell(table(robot, "manifest-pair"), "manifest-growth", row))
        .isEqualTo("⚠ not known");
    assertThat(cell(table(robot, "manifest-pair"), "manifest-size-1", row)).isEqualTo("not known");
    select(robot, "gfx942");
    assertThat(page.enabled(ActionId.TAKE_FROM_LEFT)).isFalse();
    assertThat(text(robot, "manifest-detail"))
        .isEqualTo("gfx942 is not known  ·  tuesday: the manifest could not be read whole");
    page.window.picture(robot, "manifest-cut");
  }

  @Test
  void anEmptyManifestAmongSeveralIsAColumnThatSaysSo(FxRobot robot) throws Exception {
    List<Path> builds = builds(4);
    Files.write(builds.get(1), new byte[0]);
    page.compare(robot, builds);
    assertThat(headings(robot)).containsExactly("1", "⚠ 2", "3", "4");
    assertThat(text(robot, "manifest-summary"))
        .isEqualTo(
            "From nightly-1 to nightly-4: gfx90a lost 976.6 KiB. Something changed in 1 of 3 steps,"
                + " first in nightly-4. nightly-2 is empty.");
    assertThat(text(robot, "status-sums")).isEqualTo("1 of 2 rows changed, 2 partly not known");
    assertThat(robot.lookup("#manifest-headers .label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains("blas")
        .noneMatch(each -> each.contains("not known"));
    page.window.picture(robot, "manifest-grid-empty");
  }

  @Test
  void theGridIsOrderedByTimeAndWrittenAsHtml(FxRobot robot) throws Exception {
    page.compare(robot, builds(3));
    robot.interact(
        () -> {
          ChoiceBox<Order> order = robot.lookup("#manifest-order").query();
          order.setValue(Order.TIME);
        });
    assertThat(headings(robot)).containsExactly("3", "2", "1");
    Path report = folder.resolve("report.html");
    page.window.dialogs.save = Optional.of(report);
    robot.interact(() -> robot.lookup("#manifest-html").queryButton().fire());
    assertThat(report)
        .content()
        .contains("<svg ", "All 3 manifests agree.")
        .as("in the order that is shown")
        .containsSubsequence("<table", ">nightly-3</th>", ">nightly-2</th>", ">nightly-1</th>");
  }

  @Test
  void archivesBelowTheGridHaveTheNamesOfTheirOwnManifests(FxRobot robot) throws Exception {
    page.compare(
        robot,
        List.of(
            sample("monday", row -> row),
            sample("tuesday", row -> row),
            sample("wednesday", row -> measured(row, 10, 1))));
    page.run(robot, ActionId.ONLY_DIFFERENCES);
    robot.push(KeyCode.ALT, KeyCode.HOME);
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.table(robot).getColumns().stream().map(TableColumn::getText))
        .contains("tuesday", "wednesday");
    assertThat(robot.lookup("#compare-only-differences").queryAs(CheckBox.class).isSelected())
        .isTrue();
  }

  @Test
  void orderOfArchivesIsNoMatterOfManifests(FxRobot robot) throws Exception {
    Path archive = SAMPLE.resolve("kpackfix_gfx942.kpack");
    Path other = SAMPLE.resolve("kpackfix_gfx90a.kpack");
    page.compare(robot, List.of(archive, other));
    page.run(robot, ActionId.COMPARE_ORDER);
    page.compare(robot, pair());
    assertThat(text(robot, "manifest-summary")).startsWith("gfx90a lost 2 kernels");
    select(robot, "gfx90a");
    robot.push(KeyCode.ENTER);
    assertThat(robot.lookup("#compare-order").queryAs(CheckBox.class).isSelected()).isTrue();
  }
}
