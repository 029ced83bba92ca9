package org.kpackworkbench.views.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.Unsaved;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Topologies, packaging configurations and other texts in the real window. */
@ExtendWith(WindowRobot.class)
class TextWindowTest {
  private static final String TOPOLOGY =
      """
      [artifact_groups.math]
      type = "per-arch"

      [artifacts.blas]
      artifact_group = "math"
      type = "target-specific"
      split_databases = ["rocblas"]
      """;

  private static final String PACKAGING =
      """
      primary_shard: gfx110X
      architecture_groups:
        rdna3:
          display_name: RDNA 3
          architectures: [gfx1100, gfx1101]
      """;

  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Path open(FxRobot robot, String name, String text) throws IOException {
    Path file = Files.writeString(temp.toRealPath().resolve(name), text);
    window.open(robot, file);
    return file;
  }

  private static TextArea area(FxRobot robot) {
    return robot.lookup("#text").match(TextArea.class::isInstance).queryAs(TextArea.class);
  }

  private static void type(FxRobot robot, String text) {
    robot.interact(
        () -> {
          area(robot).requestFocus();
          area(robot).insertText(area(robot).getCaretPosition(), text);
        });
  }

  private static List<TextProblem> problems(FxRobot robot) {
    return ShownRows.in(robot.lookup("#text-problems").queryTableView(), TextProblem.class);
  }

  private static String tab(FxRobot robot) {
    Tab front =
        robot.lookup("#file-tabs").queryAs(TabPane.class).getSelectionModel().getSelectedItem();
    return front.getText();
  }

  private static List<String> numbers(FxRobot robot) {
    return robot.lookup(".line-number").queryAllAs(Label.class).stream()
        .filter(Label::isVisible)
        .map(Labeled::getText)
        .toList();
  }

  @Test
  void aTopologyIsCheckedWhileItIsWritten(FxRobot robot) throws Exception {
    open(robot, "anything.toml", TOPOLOGY);
    assertThat(area(robot).getText()).isEqualTo(TOPOLOGY);
    assertThat(problems(robot)).isEmpty();
    assertThat(numbers(robot)).contains("1", "7");
    robot.interact(() -> area(robot).positionCaret(TOPOLOGY.indexOf("math\"\n")));
    type(robot, "s");
    Await.until("problems", () -> !problems(robot).isEmpty());
    TextProblem problem = problems(robot).getFirst();
    assertThat(problem.line()).isEqualTo(5);
    Await.until(
        "a sign at line 5", () -> numbers(robot).stream().anyMatch(text -> text.matches("\\W 5")));
    Await.until(
        "a band behind a line",
        () ->
            robot.lookup(".line-band").queryAll().stream()
                .anyMatch(band -> band.getLayoutBounds().getWidth() > 200));
    window.picture(robot, "text-topology");
    robot.interact(
        () -> {
          area(robot).positionCaret(0);
          TableView<?> table = robot.lookup("#text-problems").queryTableView();
          table.requestFocus();
          table.getSelectionModel().select(0);
        });
    robot.type(KeyCode.ENTER);
    assertThat(area(robot).isFocused()).isTrue();
    assertThat(LineIndex.of(TOPOLOGY).lineOf(area(robot).getCaretPosition())).isEqualTo(4);
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.UNDO)).isTrue());
    Await.until("no problems", () -> problems(robot).isEmpty());
    assertThat(area(robot).getText()).isEqualTo(TOPOLOGY);
  }

  @Test
  void aPackagingConfigurationIsCheckedInYamlAndJson(FxRobot robot) throws Exception {
    open(robot, "rocm-packaging.yaml", PACKAGING.replace("[gfx1100, gfx1101]", "[]"));
    Await.until("problems", () -> !problems(robot).isEmpty());
    assertThat(problems(robot).getFirst().word()).isEqualTo("error");
    assertThat(problems(robot).getFirst().line()).isEqualTo(3);
    window.picture(robot, "text-packaging");
    open(robot, "p.json", "{\n  \"primary_shard\": \"a\",\n  \"architecture_groups\": {\n");
    Await.until("problems", () -> !problems(robot).isEmpty());
  }

  @Test
  void aListOfPackagesIsCheckedInBothForms(FxRobot robot) throws Exception {
    open(robot, "own.yaml", "version: 7.15.0\npackages:\n  fft: {depends: [blas]}\n");
    Await.until("problems", () -> !problems(robot).isEmpty());
    assertThat(problems(robot).getFirst().line()).isEqualTo(3);
    assertThat(problems(robot).getFirst().message()).contains("no package \"blas\"");
    open(robot, "package.json", "[\n  {\n    \"Artifactory\": []\n  }\n]\n");
    Await.until("problems", () -> !problems(robot).isEmpty());
    assertThat(problems(robot).getFirst().message()).contains("\"Package\" is missing");
    String other = "{\"lockfileVersion\": 3, \"packages\": {\"a\": {}}}";
    assertThat(TextKind.of(Path.of("lock.json"), other)).isEqualTo(TextKind.PLAIN);
  }

  @Test
  void changesAreMarkedAndSavedAsAWhole(FxRobot robot) throws Exception {
    Path file = open(robot, "p.yaml", PACKAGING.replace("\n", "\r\n"));
    assertThat(tab(robot)).isEqualTo("p.yaml");
    assertThat(window.workbench.actions().get(ActionId.SAVE).enabledProperty().get()).isFalse();
    type(robot, "# mine\n");
    assertThat(tab(robot)).isEqualTo("● p.yaml");
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(tab(robot)).isEqualTo("p.yaml");
    assertThat(Files.readString(file)).isEqualTo(("# mine\n" + PACKAGING).replace("\n", "\r\n"));
    assertThat(Objects.requireNonNull(window.workbench.files().active()).file())
        .satisfies(opened -> assertThat(opened.bytes().size()).isEqualTo(Files.size(file)));
    assertThat(area(robot).isUndoable()).as("saving forgets nothing").isTrue();
    robot.interact(() -> window.workbench.files().checkDisk());
    assertThat(robot.lookup(".message-bar").tryQuery()).isEmpty();
  }

  @Test
  void aSaveThatFailsLosesNothing(FxRobot robot) throws Exception {
    Path file = open(robot, "p.yaml", PACKAGING);
    type(robot, "# mine\n");
    Files.delete(file);
    Files.createDirectories(file.resolve("in the way"));
    robot.push(KeyCode.SHORTCUT, KeyCode.S);
    assertThat(window.dialogs.errors).singleElement().asString().startsWith("p.yaml could not be");
    assertThat(tab(robot)).isEqualTo("● p.yaml");
    assertThat(area(robot).getText()).startsWith("# mine");
    assertThat(file.resolve("in the way")).isDirectory();
  }

  @Test
  void nothingIsClosedBeforeChangesAreOffered(FxRobot robot) throws Exception {
    Path file = open(robot, "p.yaml", PACKAGING);
    type(robot, "# mine\n");
    window.dialogs.unsaved = Unsaved.KEEP_OPEN;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(tab(robot)).isEqualTo("● p.yaml");
    robot.interact(
        () ->
            window.stage.fireEvent(
                new javafx.stage.WindowEvent(
                    window.stage, javafx.stage.WindowEvent.WINDOW_CLOSE_REQUEST)));
    assertThat(window.stage.isShowing()).isTrue();
    window.dialogs.unsaved = Unsaved.SAVE;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(window.workbench.files().sessions()).isEmpty();
    assertThat(file).hasContent("# mine\n" + PACKAGING);

    window.open(robot, file);
    type(robot, "# again\n");
    window.dialogs.unsaved = Unsaved.DISCARD;
    robot.push(KeyCode.SHORTCUT, KeyCode.W);
    assertThat(window.workbench.files().sessions()).isEmpty();
    assertThat(file).hasContent("# mine\n" + PACKAGING);
    assertThat(window.dialogs.asked).containsExactly("p.yaml", "p.yaml", "p.yaml", "p.yaml");
  }

  @Test
  void aPlainTextHasNoListOfProblems(FxRobot robot) throws Exception {
    open(robot, "README", "# a text\nwith lines\n");
    assertThat(area(robot).isEditable()).isTrue();
    assertThat(robot.lookup("#text-problems").tryQuery()).isEmpty();
  }

  @Test
  void anArtifactsManifestIsCheckedToo(FxRobot robot) throws Exception {
    open(robot, "artifact_manifest.txt", "a/stage\n\n../b\n");
    Await.until("problems", () -> !problems(robot).isEmpty());
    assertThat(problems(robot).getFirst().line()).isEqualTo(3);
  }

  @Test
  void linesInSightAreNumberedWhereverItIsScrolled(FxRobot robot) throws Exception {
    open(robot, "long.txt", "line\n".repeat(5000));
    robot.interact(() -> area(robot).setScrollTop(1e6));
    robot.interact(() -> area(robot).layout());
    Await.until("line 5000", () -> numbers(robot).contains("5000"));
    assertThat(numbers(robot)).hasSizeLessThan(100).doesNotContain("1");
  }
}
