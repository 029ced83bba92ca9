package org.kpackworkbench.views.operation.edit.marker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.operation.edit.EditWindow;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The marker of a host-only binary is edited in the real window. */
class MarkerEditWindowTest extends EditWindow {
  private static final Path SAMPLE = Path.of("../app/sample");
  private static final String FIRST = "../.kpack/kpackfix_@GFXARCH@.kpack";
  private static final String SECOND = ".kpack/kpackfix_all.kpack";

  private Path file = Path.of("");

  @Start
  void start(Stage primary) throws IOException {
    Path folder = temp.toRealPath();
    for (String name : List.of("lib", ".kpack")) {
      Files.createDirectories(folder.resolve(name));
      try (Stream<Path> files = Files.list(SAMPLE.resolve(name))) {
        for (Path each : files.toList()) {
          Files.copy(each, folder.resolve(name).resolve(each.getFileName().toString()));
        }
      }
    }
    file = folder.resolve("lib/libhostonly.so");
    window = new StandardWindow(primary);
  }

  private void open(FxRobot robot, Path binary) {
    edit(robot, binary);
  }

  private static RowsTable<?> table(FxRobot robot) {
    return robot.lookup("#marker-paths").queryAs(RowsTable.class);
  }

  private static List<String> paths(FxRobot robot) {
    TableView<?> table = table(robot);
    return table.getItems().stream()
        .map(line -> table.getColumns().getFirst().getCellData(table.getItems().indexOf(line)))
        .map(String::valueOf)
        .toList();
  }

  private static String fit(FxRobot robot) {
    return robot.lookup("#marker-fit").queryAs(Label.class).getText();
  }

  private static List<String> found(FxRobot robot) {
    TableView<?> table = robot.lookup("#marker-found").queryTableView();
    return ShownRows.in(table, MarkerForecast.Found.class).stream()
        .map(
            line ->
                "%s %s %s"
                    .formatted(
                        line.target(),
                        line.path() == null ? "-" : line.path().getFileName(),
                        line.code()))
        .toList();
  }

  private static void select(FxRobot robot, int path) {
    robot.interact(
        () -> {
          table(robot).requestFocus();
          table(robot).getSelectionModel().clearAndSelect(path);
        });
  }

  private MenuItem item(ActionId id) {
    return new ActionControls(window.workbench.actions()).item(id, false);
  }

  private static Marker marker(Path binary) throws IOException {
    try (OpenFile open = OpenFile.open(binary)) {
      ElfFile elf = ElfFile.read(open.view());
      assertThat(LayoutVerifier.verify(elf)).isEmpty();
      return java.util.Objects.requireNonNull(FatBinary.read(elf).marker());
    }
  }

  private static boolean loads(Path binary, String target) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      return new BinaryResolver(loader, List.of(GpuTarget.parse(target)), true)
          .resolve(binary, Progress.NONE)
          .complete();
    }
  }

  @Test
  void theMarkerOfAWindowsBinaryIsEdited(FxRobot robot) throws Exception {
    Path folder = file.getParent();
    Path dll = folder.resolve("windows.dll");
    new Convert(
            ConvertRequest.keeping(
                Path.of("../model/src/test/fixtures/bin/windows.dll"),
                dll,
                "lib/windows.dll",
                List.of("..\\.kpack\\Win_@GFXARCH@.kpack"),
                folder.resolveSibling(".kpack")))
        .run(Progress.NONE);
    Path archive = folder.resolveSibling(".kpack/Win_gfx1100.kpack");
    Files.move(archive, folder.resolveSibling(".kpack/win_gfx1100.kpack"));
    open(robot, dll);
    assertThat(fit(robot)).startsWith("Fits in its place: ").contains(" of 512, ");
    assertThat(found(robot))
        .containsExactly("gfx1100 win_gfx1100.kpack 2 of 2", "gfx90a Win_gfx90a.kpack 1 of 2");
    assertThat(robot.lookup("#marker-layout").queryAs(Label.class).getText())
        .contains("finds nothing wrong");
  }

  @Test
  void nameAndPathsAreChangedInTheirPlaceUndoneRedoneSavedAndReadAgain(FxRobot robot)
      throws Exception {
    final byte[] before = Files.readAllBytes(file);
    open(robot, file);
    assertThat(paths(robot)).containsExactly(FIRST, SECOND);
    assertThat(fit(robot)).isEqualTo("Fits in its place: 114 bytes of 116, 2 bytes left.");
    assertThat(robot.lookup("#marker-layout").queryAs(Label.class).getText())
        .contains("finds nothing wrong");
    assertThat(found(robot))
        .containsExactly(
            "gfx1030 kpackfix_gfx1030.kpack 0 of 3",
            "gfx1100 kpackfix_gfx1100.kpack 3 of 3",
            "gfx90a kpackfix_gfx90a.kpack 3 of 3",
            "gfx942 kpackfix_gfx942.kpack 2 of 3",
            " - ");

    // What is typed is said at once, and changes nothing.
    fill(robot, "#marker-name", "lib/libmixed.so");
    assertThat(fit(robot)).contains("5 bytes left");
    assertThat(found(robot)).contains("gfx90a kpackfix_gfx90a.kpack 3 of 3");
    assertThat(tab(robot)).isEqualTo("libhostonly.so");
    robot.push(KeyCode.ENTER);
    select(robot, 1);
    robot.push(KeyCode.DELETE);
    assertThat(paths(robot)).containsExactly(FIRST);
    fill(robot, "#marker-new-path", "a.kpack");
    assertThat(found(robot)).last().isEqualTo(" - ");
    robot.push(KeyCode.ENTER);
    assertThat(paths(robot)).containsExactly(FIRST, "a.kpack");
    select(robot, 1);
    run(robot, ActionId.MOVE_UP);
    assertThat(paths(robot)).containsExactly("a.kpack", FIRST);
    select(robot, 0);
    robot.push(KeyCode.F2);
    fill(robot, "#cell-editor", "b.kpack");
    robot.push(KeyCode.ENTER);
    assertThat(paths(robot)).containsExactly("b.kpack", FIRST);
    assertThat(tab(robot)).isEqualTo("● libhostonly.so");
    assertThat(item(ActionId.UNDO).getText()).isEqualTo("Undo search paths b.kpack, " + FIRST);
    assertThat(history(robot)).hasSize(6).contains("kernel name lib/libmixed.so");
    window.picture(robot, "edit-marker");

    for (int i = 0; i < 5; i++) {
      run(robot, ActionId.UNDO);
    }
    assertThat(tab(robot)).isEqualTo("libhostonly.so");
    assertThat(robot.lookup("#marker-name").queryAs(TextField.class).getText())
        .isEqualTo("lib/libhostonly.so");
    for (int i = 0; i < 5; i++) {
      run(robot, ActionId.REDO);
    }
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(tab(robot)).isEqualTo("libhostonly.so");
    assertThat(Files.size(file)).isEqualTo(before.length);
    assertThat(marker(file).kernelName()).isEqualTo("lib/libmixed.so");
    assertThat(marker(file).searchPaths()).containsExactly("b.kpack", FIRST);
    assertThat(loads(file, "gfx90a")).isTrue();

    for (int i = 0; i < 5; i++) {
      run(robot, ActionId.UNDO);
    }
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void forecastsWhatIsTypedIntoAPathUntilItIsLeft(FxRobot robot) {
    open(robot, file);
    final String before = fit(robot);
    select(robot, 0);
    robot.push(KeyCode.F2);
    fill(robot, "#cell-editor", "a.kpack");
    assertThat(fit(robot)).isNotEqualTo(before);
    assertThat(found(robot)).containsExactly(" - ", " - ");
    robot.push(KeyCode.ESCAPE);
    assertThat(fit(robot)).isEqualTo(before);
    assertThat(paths(robot)).containsExactly(FIRST, SECOND);
    assertThat(tab(robot)).isEqualTo("libhostonly.so");
  }

  @Test
  void keepsAMovedPathSelected(FxRobot robot) {
    open(robot, file);
    select(robot, 0);
    run(robot, ActionId.MOVE_DOWN);
    assertThat(paths(robot)).containsExactly(SECOND, FIRST);
    assertThat(table(robot).selectedRow()).isEqualTo(1);
  }

  @Test
  void whatDoesNotFitIsSaidWhileItIsTypedAndRefused(FxRobot robot) throws Exception {
    final byte[] before = Files.readAllBytes(file);
    open(robot, file);
    fill(robot, "#marker-new-path", "x".repeat(3000));
    assertThat(fit(robot)).contains("other content after the marker");
    robot.push(KeyCode.ENTER);
    assertThat(message(robot)).contains("room for");
    assertThat(paths(robot)).containsExactly(FIRST, SECOND);
    fill(robot, "#marker-new-path", "");
    fill(robot, "#marker-name", "../outside.so");
    assertThat(fit(robot)).contains("\"..\" part");
    robot.push(KeyCode.ENTER);
    assertThat(message(robot)).contains("\"..\" part");
    assertThat(robot.lookup("#marker-name").queryAs(TextField.class).getText())
        .isEqualTo("lib/libhostonly.so");
    select(robot, 0);
    run(robot, ActionId.DELETE);
    run(robot, ActionId.DELETE);
    assertThat(message(robot)).contains("at least one");
    assertThat(paths(robot)).containsExactly(SECOND);
    run(robot, ActionId.UNDO);
    assertThat(tab(robot)).isEqualTo("libhostonly.so");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void aLongerOneIsLaidAnewAndTheFileStillLoads(FxRobot robot) throws Exception {
    Path cut = file.resolveSibling("libcut.so");
    new Convert(
            ConvertRequest.discarding(
                StandardWindow.fixture("libmany.so"), cut, "lib/libmany.so", List.of(FIRST)))
        .run(Progress.NONE);
    final byte[] before = Files.readAllBytes(cut);
    open(robot, cut);
    String longer = "x".repeat(9000);
    fill(robot, "#marker-new-path", longer);
    assertThat(fit(robot)).contains("will be rebuilt, the file grows by 12288 bytes");
    robot.push(KeyCode.ENTER);
    window.dialogs.save = Optional.of(cut.resolveSibling("grown.so"));
    run(robot, ActionId.SAVE_AS);
    assertThat(window.dialogs.errors).isEmpty();
    assertThat(Files.readAllBytes(cut)).isEqualTo(before);
    Path grown = cut.resolveSibling("grown.so");
    assertThat(Files.size(grown)).isEqualTo(before.length + 12_288);
    assertThat(marker(grown).searchPaths()).containsExactly(FIRST, longer);
    assertThat(loads(grown, "gfx90a:xnack+")).isTrue();
  }

  @Test
  void otherBinariesHaveNoMarkerToEdit(FxRobot robot) {
    window.open(robot, StandardWindow.fixture("libone.so"));
    robot.interact(() -> assertThat(window.workbench.showView("edit")).isFalse());
  }
}
