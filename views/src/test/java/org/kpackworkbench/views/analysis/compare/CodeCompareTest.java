package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.views.analysis.compare.code.StandInTool;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Machine code beside machine code, as a user sees it. */
@ExtendWith(WindowRobot.class)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the stand-in is a shell script")
class CodeCompareTest {
  @TempDir private Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private static long address(Path file) throws IOException {
    try (CodeObjectDocument document =
        (CodeObjectDocument) StandardFormats.all().open(file, Progress.NONE)) {
      CodeObject code = document.code();
      Kernel kernel = code.kernels().getFirst();
      return code.locate(kernel).codeAddress();
    }
  }

  private static String kernel(Path file) throws IOException {
    try (CodeObjectDocument document =
        (CodeObjectDocument) StandardFormats.all().open(file, Progress.NONE)) {
      return document.code().kernels().getFirst().name();
    }
  }

  private void toMachineCode(FxRobot robot, Path one, Path other) throws IOException {
    page.compare(robot, List.of(one, other));
    CompareWindow.select(robot, kernel(one));
    robot.push(KeyCode.ENTER);
    CompareWindow.select(robot, "machine code");
    robot.push(KeyCode.ENTER);
  }

  private static String at(FxRobot robot, int side) {
    return robot.lookup("#code-side-" + side).queryAs(Label.class).getText();
  }

  private static List<String> marked(FxRobot robot) {
    return robot.lookup(".code-differs").queryAllAs(Label.class).stream()
        .map(Label::getText)
        .toList();
  }

  private static String words(FxRobot robot) {
    return robot.lookup("#difference-count").queryAll().stream()
        .filter(Node::isVisible)
        .map(node -> ((Label) node).getText())
        .findFirst()
        .orElse("");
  }

  @Test
  void instructionsAreBesideOneAnotherAndBytesAreAKeyAway(FxRobot robot) throws Exception {
    Path one = fixture("axpy-gfx1030-v4.hsaco");
    Path other = fixture("axpy-gfx1100.hsaco");
    String name = kernel(one);
    Path tool =
        StandInTool.in(
            temp,
            "gfx1030",
            StandInTool.listing(
                name, address(one), "s_nop 0", "v_add_f32 v1, v2, v3", "s_branch 0", "s_endpgm"),
            StandInTool.listing(
                name,
                address(other),
                "s_nop 0",
                "v_add_f32 v1, v2, v9",
                "s_branch 1",
                "s_nop 5",
                "s_endpgm"));
    page.window.workbench.context().work().chooseDisassembler(tool);
    toMachineCode(robot, one, other);
    assertThat(words(robot))
        .isEqualTo("difference 1 of 2: 1 changed, 1 added, 3 instructions the same");
    assertThat(marked(robot)).containsExactlyInAnyOrder("v3", "v9");
    assertThat(at(robot, 0)).contains("v_add_f32 v1, v2, v3");
    page.window.picture(robot, "compare-code");

    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(at(robot, 0)).contains("no instruction here");
    assertThat(at(robot, 1)).contains("s_nop 5");
    robot.push(KeyCode.ALT, KeyCode.UP);
    assertThat(at(robot, 1)).contains("v2, v9");

    robot.push(KeyCode.SHORTCUT, KeyCode.B);
    assertThat(robot.lookup("#code-rows").tryQuery()).isEmpty();
    assertThat(robot.lookup("#caret-side-0").queryAs(Label.class).getText())
        .as("the same instruction")
        .contains("offset 0x4,");
    robot.push(KeyCode.SHORTCUT, KeyCode.B);
    assertThat(robot.lookup("#code-rows").tryQuery()).isPresent();
    assertThat(at(robot, 1)).contains("v2, v9");
    assertThat(robot.lookup("#code-rows").queryAs(TableView.class).isFocused()).isTrue();

    robot.push(KeyCode.SHORTCUT, KeyCode.F);
    TextField field = robot.lookup("#code-find-field").queryAs(TextField.class);
    robot.interact(() -> field.setText("S_BRANCH"));
    robot.push(KeyCode.ENTER);
    assertThat(robot.lookup("#code-find-outcome").queryAs(Label.class).getText())
        .isEqualTo("1 of 1");
    assertThat(at(robot, 0)).contains("s_branch 0");
    robot.interact(() -> field.setText("no such thing"));
    robot.push(KeyCode.ENTER);
    assertThat(robot.lookup("#code-find-outcome").queryAs(Label.class).getText())
        .isEqualTo("not found");
    robot.push(KeyCode.ESCAPE);
    assertThat(robot.lookup("#code-rows").queryAs(TableView.class).isFocused()).isTrue();

    robot.push(KeyCode.ALT, KeyCode.BACK_SLASH);
    assertThat(words(robot)).contains("1 removed");
    assertThat(page.enabled(ActionId.SHOW_LEFT)).isTrue();
  }

  /** In the smallest window that views are made for. */
  @Test
  void theSelectedInstructionsTheirBytesAndTheCountsAreWhole(FxRobot robot) throws Exception {
    robot.interact(
        () -> {
          page.window.stage.setWidth(1024);
          page.window.stage.setHeight(700);
        });
    Path one = fixture("axpy-gfx1030-v4.hsaco");
    Path other = fixture("axpy-gfx1100.hsaco");
    String name = kernel(one);
    String[] equal = new String[25];
    Arrays.fill(equal, "s_nop 0");
    String[] changed = equal.clone();
    changed[4] = "v_lshl_add_u64 v[114:115], s[106:107], 0, v[112:113]";
    String[] removed = changed.clone();
    removed[4] = "v_lshl_add_u64 v[124:125], s[116:117], 0, v[122:123]";
    Path tool =
        StandInTool.in(
            Files.createDirectories(temp.resolve("opt/rocm/llvm/lib/bin")),
            "gfx1030",
            StandInTool.listing(name, address(one), changed),
            StandInTool.listing(name, address(other), removed));
    page.window.workbench.context().work().chooseDisassembler(tool);
    toMachineCode(robot, one, other);
    for (String id : List.of("#code-side-0", "#code-side-1", "#difference-count", "#code-tool")) {
      assertThat(shown(robot, id)).as(id).doesNotEndWith("…").doesNotContain("...");
    }
    assertThat(robot.lookup(".caret-line").queryAs(Region.class).getHeight())
        .as("two lines")
        .isBetween(40.0, 60.0);
    assertThat(at(robot, 0)).startsWith("left: 0x").contains("v[112:113]", "  (");
    assertThat(shown(robot, "#code-tool")).isEqualTo("by llvm-objdump");
    assertThat(robot.lookup("#code-tool").queryAs(Label.class).getTooltip().getText())
        .isEqualTo(tool.toString());
  }

  private static String shown(FxRobot robot, String id) {
    return robot.from(robot.lookup(id)).lookup(".text").queryAllAs(Text.class).stream()
        .map(Text::getText)
        .findFirst()
        .orElse("");
  }

  @Test
  void withoutADisassemblerBytesAreComparedAndItSaysHowToGetOne(FxRobot robot) throws Exception {
    page.window.workbench.context().work().chooseDisassembler(temp.resolve("none"));
    toMachineCode(robot, fixture("axpy-gfx1030-v4.hsaco"), fixture("axpy-gfx1100.hsaco"));
    assertThat(robot.lookup(".message-bar").queryAllAs(Node.class))
        .extracting(Node::getAccessibleText)
        .anyMatch(text -> text.contains("bytes") && text.contains("llvm-objdump"));
    assertThat(robot.lookup("#caret-side-0").tryQuery()).isPresent();
    assertThat(robot.lookup("#code-look-again").tryQuery()).isPresent();
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(page.enabled(ActionId.NEXT_DIFFERENCE)).isTrue();
  }
}
