package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What libraries try when they look for their kernels, in the real window. */
class DoctorWindowTest extends WindowTest {
  @TempDir Path folder;
  private Path tree;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @BeforeEach
  void makeTree() throws IOException {
    tree = folder.toRealPath().resolve("rocm");
    for (String path :
        List.of(
            "lib/librocblas.so.4",
            "lib/libMIOpen.so.1",
            "lib/rocblas/library/Kernels.so-000-gfx1100.hsaco",
            "lib/rocblas/library/TensileLibrary_Type_HH_gfx1100.co",
            "lib/rocblas/library/TensileLibrary_Type_SS_gfx1100.co")) {
      Path file = tree.resolve(path);
      Files.createDirectories(file.getParent());
      if (path.endsWith("co")) {
        Files.copy(StandardWindow.fixture("kinds-gfx1100.hsaco"), file);
      } else {
        Files.writeString(file, "text");
      }
    }
    // The index loads the other two.
    for (String name :
        List.of(
            "TensileLibrary_lazy_gfx1100.dat",
            "TensileLibrary_Type_HH_gfx1100.dat",
            "TensileLibrary_Type_SS_gfx1100.dat.zlib")) {
      Files.copy(StandardWindow.fixture(name), tree.resolve("lib/rocblas/library/" + name));
    }
  }

  private static String summary(FxRobot robot) {
    return robot.lookup("#doctor-summary").queryAs(Label.class).getText();
  }

  private static List<String> rows(FxRobot robot) {
    TableView<?> table = robot.lookup("#doctor").queryTableView();
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < table.getItems().size(); row++) {
      int at = row;
      rows.add(
          String.join(
              " | ",
              table.getColumns().stream()
                  .map(column -> String.valueOf(column.getCellData(at)))
                  .toList()));
    }
    return rows;
  }

  private static List<String> causes(FxRobot robot) {
    return robot.lookup("#doctor-causes .label").queryAllAs(Label.class).stream()
        .map(Label::getText)
        .toList();
  }

  @Test
  void aTreeSaysWhatItsLibrariesTry(FxRobot robot) throws IOException {
    show(robot, tree, "doctor");
    assertThat(robot.lookup("#target-chips .target-chip > .label").queryAs(Label.class).getText())
        .isEqualTo("gfx1100");
    assertThat(summary(robot)).isEqualTo("2 look-ups: 1 finds kernels, 1 compiles them when run.");
    assertThat(rows(robot))
        .contains(
            "rocBLAS | gfx1100 | ➤ used | index |"
                + " lib/rocblas/library/TensileLibrary_lazy_gfx1100.dat",
            "rocBLAS | gfx1100 | ✓ found | code objects, 3 | lib/rocblas/library/*gfx1100*co");

    robot.clickOn("#target-field").write("gfx90a").type(KeyCode.ENTER);
    assertThat(summary(robot)).contains("1 finds nothing");
    assertThat(causes(robot)).startsWith("✖ rocBLAS on gfx90a:sramecc+:xnack- finds nothing");
    assertThat(causes(robot).get(1)).contains("for gfx90a below");
    robot.clickOn("#copy-resolve-command");
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst())
        .isEqualTo("kpack-workbench doctor %s --target gfx1100,gfx90a".formatted(tree));
    window.picture(robot, "doctor");
  }

  @Test
  void filesThatAnIndexLoadsAndAreMissingAreNamed(FxRobot robot) throws IOException {
    Files.delete(tree.resolve("lib/rocblas/library/TensileLibrary_Type_HH_gfx1100.dat"));
    show(robot, tree, "doctor");
    assertThat(summary(robot))
        .isEqualTo("2 look-ups: 0 find kernels, 1 finds only some, 1 compiles them when run.");
    assertThat(causes(robot)).startsWith("✖ rocBLAS on gfx1100 finds only some of its kernels");
    assertThat(causes(robot).get(1)).contains("1 of 2 files that the index loads is missing");
    assertThat(rows(robot))
        .contains(
            "rocBLAS | gfx1100 | ✖ missing | file of the index |"
                + " lib/rocblas/library/TensileLibrary_Type_HH_gfx1100.dat");
    window.picture(robot, "doctor-partly");
  }

  /** Without a GPU, how each library fares on every GPU that there are files for. */
  @Test
  void showsGridWithoutGpu(FxRobot robot) throws IOException {
    show(robot, tree, "doctor");
    robot.clickOn("#target-chips .target-chip .button");
    assertThat(summary(robot))
        .isEqualTo(
            "2 look-ups: 1 finds kernels, 1 compiles them when run. Every library serves gfx1100.");
    assertThat(rows(robot))
        .containsExactly(
            "rocBLAS | gfx1100 | finds its kernels | library | lib/librocblas.so.4",
            "MIOpen | gfx1100 | finds none, and compiles kernels when it runs | library |"
                + " lib/libMIOpen.so.1");
    robot.clickOn("#copy-resolve-command");
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    assertThat(copied.getFirst()).isEqualTo("kpack-workbench doctor %s".formatted(tree));
    window.picture(robot, "doctor-grid");
  }

  @Test
  void aFolderWithoutSuchLibrariesHasNoSuchTab(FxRobot robot) throws IOException {
    Files.delete(tree.resolve("lib/librocblas.so.4"));
    Files.delete(tree.resolve("lib/libMIOpen.so.1"));
    show(robot, tree, "overview");
    robot.interact(() -> assertThat(window.workbench.showView("doctor")).isFalse());
  }
}
