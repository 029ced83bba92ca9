package org.kpackworkbench.views.format.tensile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Tensile's libraries in the real window. */
@ExtendWith(WindowRobot.class)
class TensileWindowTest {
  @TempDir private Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private OpenedFile active() {
    return window.activeFile();
  }

  private TableView<?> view(FxRobot robot, String id) {
    robot.interact(() -> assertThat(window.workbench.showView(id)).isTrue());
    return robot.lookup("#" + id).queryAs(TableView.class);
  }

  @Test
  void solutionsAndSizesAreRowsThatFilterByNumbers(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.fixture("TensileLibrary_Type_HH_gfx1100.dat"));
    assertThat(active().icon()).isEqualTo(KpackIcon.DATABASE);
    assertThat(robot.lookup(".overview-sentence").queryAllAs(Label.class))
        .extracting(Label::getText)
        .containsExactly(
            "TensileLibrary_Type_HH_gfx1100.dat is a Tensile library.",
            "It has 2 solutions, 3 sizes.");
    window.picture(robot, "tensile-overview");

    TableView<?> parts = view(robot, "parts");
    assertThat(StandardWindow.cells(parts, "Type"))
        .containsExactly("f16", "f16", "f16", "f16", "f16");
    assertThat(StandardWindow.cells(parts, "Tile")).startsWith("64×64", "128×128");
    window.picture(robot, "tensile-parts");

    robot.clickOn("#filter").write("M>1024 K<1024 type:f16").type(KeyCode.ENTER);
    assertThat(StandardWindow.cells(parts, "Name")).containsExactly("M=2048 N=1024 batch=1 K=512");
    robot.clickOn("#filter").eraseText(30).write("type:f16 depth>16").type(KeyCode.ENTER);
    assertThat(StandardWindow.cells(parts, "Name"))
        .containsExactly(
            "Cijk_Ailk_Bljk_HHS_MT128x128x32",
            "M=2048 N=1024 batch=1 K=512",
            "M=4096 N=4096 batch=1 K=4096");
    // A type is a whole word: f16 is no bf16.
    robot.clickOn("#filter").eraseText(30).write("type:16").type(KeyCode.ENTER);
    assertThat(StandardWindow.cells(parts, "Name")).isEmpty();
  }

  @Test
  void theTreeLeadsToFilesBesideTheLibrary(FxRobot robot) throws IOException {
    for (String name :
        List.of("TensileLibrary_lazy_gfx1100.dat", "TensileLibrary_Type_HH_gfx1100.dat")) {
      Files.copy(StandardWindow.fixture(name), temp.resolve(name));
    }
    window.open(robot, temp.resolve("TensileLibrary_lazy_gfx1100.dat"));
    TableView<?> tree = view(robot, "selection");
    assertThat(StandardWindow.cells(tree, "Step"))
        .containsExactly(
            "library",
            "Processor gfx1100",
            "Contraction_l_Ailk_Bljk_Cijk_Dijk",
            "Contraction_l_Ailk_Bjlk_Cijk_Dijk");
    assertThat(StandardWindow.cells(tree, "Chooses"))
        .containsExactly(
            "Hardware",
            "ProblemMap",
            "opens TensileLibrary_Type_HH_gfx1100.dat",
            "TensileLibrary_Type_SS_gfx1100 is missing");
    window.picture(robot, "tensile-selection-lazy");

    robot.interact(
        () -> {
          tree.getSelectionModel().clearAndSelect(2);
          tree.requestFocus();
        });
    robot.type(KeyCode.ENTER);
    assertThat(active().path().getFileName()).hasToString("TensileLibrary_Type_HH_gfx1100.dat");
    TableView<?> child = view(robot, "selection");
    assertThat(StandardWindow.cells(child, "Step")).contains("M=4096 N=4096 batch=1 K=4096");
    assertThat(StandardWindow.cells(child, "Kernel")).contains("axpy_big");
    window.picture(robot, "tensile-selection");
  }

  /** How long it takes, the benchmark {@code window-tensile} says. */
  @Test
  @Tag("long")
  void aFolderOfManyFilesOpens(FxRobot robot) throws IOException {
    Path tree = temp.toRealPath().resolve("rocm");
    Path library = Files.createDirectories(tree.resolve("lib/rocblas/library"));
    Path file = Files.write(temp.resolve("file"), large());
    Path code = StandardWindow.fixture("axpy-gfx1100.hsaco");
    Path copy = Files.copy(code, temp.resolve("code"));
    for (int i = 0; i < 800; i++) {
      Files.createLink(library.resolve("TensileLibrary_Type_%03d_gfx1100.dat".formatted(i)), file);
      Files.createLink(
          library.resolve("TensileLibrary_Type_%03d_gfx1100.hsaco".formatted(i)), copy);
    }
    window.open(robot, tree);
    assertThat(view(robot, "files").getItems()).hasSizeGreaterThanOrEqualTo(1600);
  }

  /** A library of 600 KB. */
  private static byte[] large() {
    List<MsgValue> solutions = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      solutions.add(map("index", MsgValue.Int.of(i), "name", new MsgValue.Text("x".repeat(1500))));
    }
    return MsgEncoder.value(
        map(
            "solutions",
            new MsgValue.Array(solutions),
            "library",
            map("type", new MsgValue.Text("Single"), "index", MsgValue.Int.of(1))));
  }

  private static MsgValue map(String key, MsgValue value, String other, MsgValue otherValue) {
    return new MsgValue.Mapping(
        List.of(
            new MsgValue.Pair(new MsgValue.Text(key), value),
            new MsgValue.Pair(new MsgValue.Text(other), otherValue)));
  }
}
