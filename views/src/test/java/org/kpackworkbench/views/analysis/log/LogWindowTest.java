package org.kpackworkbench.views.analysis.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.analysis.log.LogLinesSpec.LogLine;
import org.kpackworkbench.views.analysis.resolve.TraceNode;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TreeRows;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Logs of loaders in the real window. */
@ExtendWith(WindowRobot.class)
class LogWindowTest {
  private static final Path SAMPLE = Path.of("../app/sample").toAbsolutePath().normalize();
  private static final String HIP =
      "RuntimeError: HIP error: no kernel image is available for execution on the device";

  @TempDir private Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    Clipboard.getSystemClipboard().clear();
    window = new StandardWindow(primary);
  }

  /** What a loader writes for the sample's library on a machine that has it in /opt/rocm. */
  private static List<String> log() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("starting");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      for (WrapperOutcome outcome :
          new BinaryResolver(loader, List.of(GpuTarget.of("gfx942")), true)
              .resolve(SAMPLE.resolve("lib/libhostonly.so"), Progress.NONE)
              .outcomes()) {
        List<String> load = DebugLog.write(((InArchive) outcome.code()).resolution().trace());
        lines.addAll(outcome.number() == 0 ? load : load.subList(1, load.size()));
        lines.add("noise of another program");
      }
    }
    lines.add(HIP);
    return lines.stream().map(line -> line.replace(SAMPLE.toString(), "/opt/rocm")).toList();
  }

  private Path file(String name, List<String> lines) throws IOException {
    return Files.writeString(
        temp.toRealPath().resolve(name),
        String.join("\r\n", lines) + "\r\n",
        StandardCharsets.UTF_16);
  }

  private static RowsTable<?> trace(FxRobot robot) {
    return robot.lookup("#trace").match(Node::isVisible).queryAs(RowsTable.class);
  }

  private static List<String> loads(FxRobot robot) {
    return ShownRows.tops(trace(robot), TraceNode.class).stream()
        .map(item -> item.words())
        .toList();
  }

  private static TraceNode selected(FxRobot robot) {
    return ShownRows.selected(trace(robot), TraceNode.class);
  }

  private static TableView<LoadedRow<LogLine>> lines(FxRobot robot) {
    return robot.lookup("#log-lines").queryTableView();
  }

  private static List<String> labels(FxRobot robot, String within) {
    return robot.lookup(within).lookup(".label").queryAllAs(Label.class).stream()
        .map(Label::getText)
        .toList();
  }

  @Test
  void aLogIsToldByItsContentAndShowsWhereItFails(FxRobot robot) throws IOException {
    List<String> log = log();
    window.open(robot, file("notes", log));
    robot.interact(() -> assertThat(window.workbench.showView("trace")).isTrue());
    assertThat(loads(robot)).hasSize(3);
    assertThat(loads(robot).get(1)).contains("libhostonly.so#1 on gfx942", "error 5");
    TraceNode failing = selected(robot);
    assertThat(failing.failing()).isTrue();
    assertThat(log.get(failing.line() - 1)).contains("kernel not found in this archive");
    assertThat(labels(robot, ".causes"))
        .anyMatch(text -> text.contains("has no code object lib/libhostonly.so#1"));
    assertThat(labels(robot, ".message-bar"))
        .anyMatch(text -> text.startsWith("hipErrorNoBinaryForGpu (209): There is no code"));
    // The line is highlighted, and is visible.
    LoadedRow<LogLine> row = lines(robot).getSelectionModel().getSelectedItem();
    assertThat(row.content().line().number()).isEqualTo(failing.line());
    assertThat(row.content().source()).isEqualTo("loader, failing");
    assertThat(lines(robot).getItems()).hasSize(log.size());
    assertThat(lines(robot).getItems().getLast().content().source()).isEqualTo("HIP error");
  }

  @Test
  void stepsLeadToLinesAndLinesToSteps(FxRobot robot) throws IOException {
    List<String> log = log();
    Path file = file("run.log", log);
    window.open(robot, file);
    robot.interact(() -> window.workbench.showView("trace"));
    TraceNode load = ShownRows.tops(trace(robot), TraceNode.class).get(2);
    TraceNode found = load.children().getLast();
    robot.interact(
        () -> {
          trace(robot).getSelectionModel().clearSelection();
          trace(robot).tree().openAll(-1);
          trace(robot).pick(index(robot, found));
        });
    int line = found.line();
    assertThat(lines(robot).getSelectionModel().getSelectedItem().content().line().number())
        .isEqualTo(line);
    assertThat(window.workbench.navigator().current())
        .isInstanceOfSatisfying(
            Place.Bytes.class,
            bytes -> {
              // Two bytes a character, behind the byte order mark.
              int before =
                  log.subList(0, line - 1).stream().mapToInt(text -> text.length() + 2).sum();
              assertThat(bytes.range().start()).isEqualTo(2 + 2L * before);
            });
    robot.interact(() -> lines(robot).getSelectionModel().clearAndSelect(2));
    assertThat(selected(robot).line()).isEqualTo(3);
    assertThat(selected(robot).text()).isEqualTo("marker");
  }

  @Test
  void filesOfAnotherMachineAreFoundWhereTheUserSays(FxRobot robot) throws IOException {
    window.open(robot, file("run.log", log()));
    robot.interact(() -> window.workbench.showView("trace"));
    assertThat(robot.lookup("#log-from").queryAs(TextField.class).getText()).isEqualTo("/opt/rocm");
    assertThat(places(robot)).isEmpty();
    robot.interact(
        () -> robot.lookup("#log-to").queryAs(TextField.class).setText(SAMPLE.toString()));
    assertThat(places(robot))
        .contains(new Place.File(SAMPLE.resolve(".kpack/kpackfix_gfx942.kpack")));
  }

  private static List<Place> places(FxRobot robot) {
    List<Place> found = new ArrayList<>();
    ShownRows.tops(trace(robot), TraceNode.class).forEach(top -> places(top, found));
    return found;
  }

  private static void places(TraceNode item, List<Place> found) {
    if (item.place() != null) {
      found.add(item.place());
    }
    item.children().forEach(child -> places(child, found));
  }

  private static int index(FxRobot robot, TraceNode node) {
    TreeRows<TraceNode> rows = (TreeRows<TraceNode>) trace(robot).model().source();
    return Objects.requireNonNull(rows).indexOf(node::equals);
  }

  @Test
  void aLoadIsTriedAgainWithTheFilesThatAreHere(FxRobot robot) throws IOException {
    window.open(robot, file("run.log", log()));
    robot.interact(() -> window.workbench.showView("trace"));
    Button now = robot.lookup("#log-now-button").queryButton();
    robot.interact(now::fire);
    assertThat(labels(robot, "#log-now"))
        .anyMatch(text -> text.contains("the binary is not here: there is no /opt/rocm/lib/lib"));
    robot.interact(
        () -> {
          robot.lookup("#log-to").queryAs(TextField.class).setText(SAMPLE.toString());
          now.fire();
        });
    assertThat(labels(robot, "#log-now"))
        .anyMatch(text -> text.contains("the same, error 5 (kernel not found)."));
    window.picture(robot, "log-now");
    assertThat(labels(robot, "#log-now")).contains("The log says");
    assertThat(robot.lookup("#log-now").queryAll()).hasSize(1);
  }

  @Test
  void whatIsPastedIsReadAtOnce(FxRobot robot) throws IOException {
    robot.interact(
        () -> {
          ClipboardContent content = new ClipboardContent();
          content.putString("copied words");
          Clipboard.getSystemClipboard().setContent(content);
          window.workbench.actions().get(ActionId.READ_LOG).run();
        });
    TextArea area = robot.lookup("#log-text").queryAs(TextArea.class);
    assertThat(area.getText()).isEmpty();
    paste(robot, String.join("\n", log()));
    assertThat(loads(robot)).hasSize(3);
    window.picture(robot, "log-page");
    TraceNode failing = selected(robot);
    robot.interact(
        () -> {
          trace(robot).getSelectionModel().clearSelection();
          robot.lookup("#trace").queryAs(RowsTable.class).getSelectionModel().select(0);
        });
    assertThat(area.getSelectedText()).startsWith("kpack: parsed HIPK metadata");
    assertThat(failing.failing()).isTrue();
    paste(robot, "hipErrorInvalidDeviceFunction");
    assertThat(labels(robot, ".message-bar"))
        .anyMatch(
            text ->
                text.startsWith("hipErrorInvalidDeviceFunction (98)")
                    && text.contains("among that code object's symbols"));
    robot.interact(() -> robot.lookup("#log-clear").queryButton().fire());
    assertThat(area.getText()).isEmpty();
    assertThat(robot.lookup(".message-bar").tryQuery()).isEmpty();
  }

  private static void paste(FxRobot robot, String text) {
    robot.interact(
        () -> {
          ClipboardContent content = new ClipboardContent();
          content.putString(text);
          Clipboard.getSystemClipboard().setContent(content);
          robot.lookup("#log-paste").queryButton().fire();
        });
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void runningProcessesAreAPageToo(FxRobot robot) throws IOException {
    robot.interact(() -> window.workbench.actions().get(ActionId.INSPECT_PROCESS).run());
    robot.interact(() -> robot.lookup("#process-every").queryAs(CheckBox.class).fire());
    TableView<?> table = robot.lookup("#processes").queryTableView();
    String own = Long.toString(ProcessHandle.current().pid());
    assertThat(ShownRows.in(table, Object.class))
        .extracting(String::valueOf)
        .isNotEmpty()
        .noneMatch(row -> row.contains("pid=" + own + ","));
    window.picture(robot, "processes");
  }

  @Test
  void ofVeryManyLoadsThoseThatFailedAreShown(FxRobot robot) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      String rank = "[rank%d]: kpack: ".formatted(i % 2);
      lines.add(
          rank
              + "parsed HIPK metadata: kernel_name='k', co_index=%1$d, lookup_key='k#%1$d', 1 search paths"
                  .formatted(i));
      lines.add(rank + "direct path: p -> /p");
      if (i % 500 == 7) {
        lines.add(rank + "archive not found: /p");
        lines.add(rank + "no valid archives found in 1 kpack paths");
      } else {
        lines.add(rank + "opened and cached archive: /p");
        lines.add(rank + "trying architecture: gfx942");
        lines.add(rank + "  archive /p has architecture gfx942");
        lines.add(rank + "  found kernel: 4096 bytes");
        lines.add(rank + "loaded code object: 4096 bytes");
      }
    }
    window.open(robot, file("big.log", lines));
    robot.interact(() -> window.workbench.showView("trace"));
    assertThat(labels(robot, ".message-bar"))
        .anyMatch(text -> text.contains("1 000 loads are shown") && text.contains("5 000 loads"));
    assertThat(ShownRows.tops(trace(robot), TraceNode.class))
        .extracting(item -> item.text())
        .containsExactly("[rank0]", "[rank1]");
    TextField filter = robot.lookup("#log-filter").lookup("#filter").queryAs(TextField.class);
    robot.interact(
        () -> {
          filter.setText("k error");
          filter.fireEvent(new javafx.event.ActionEvent());
        });
    assertThat(loads(robot)).hasSize(10).allMatch(load -> load.contains("error 13"));
    robot.interact(
        () -> {
          filter.setText("arch:gfx942 index<20 -name:k#7 writer:rank1");
          filter.fireEvent(new javafx.event.ActionEvent());
        });
    assertThat(loads(robot)).hasSize(9);
  }
}
