package org.kpackworkbench.views.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.ShownRows;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.BareContext;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A trace as a tree: what a user sees of loads that succeed and fail, and where lines lead. */
@ExtendWith(WindowRobot.class)
class TracePaneTest {
  private static final Path SAMPLE = Path.of("../app/sample").toAbsolutePath().normalize();
  private static final Path LIBRARY = SAMPLE.resolve("lib/libhostonly.so");

  private final Navigator navigator = new Navigator();
  private TracePane pane;

  @Start
  void start(Stage stage) {
    pane = new TracePane(BareContext.of(Background.sameThread(), navigator));
    Scene scene = new Scene(pane, 1100, 600);
    new Themes(new SystemLook(false, false), new Zoom()).dress(scene);
    stage.setScene(scene);
    stage.show();
  }

  private static LoaderTrace resolved(boolean targetFirst, String... targets) throws IOException {
    List<GpuTarget> devices = java.util.Arrays.stream(targets).map(GpuTarget::parse).toList();
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      return Traces.of(
          new BinaryResolver(loader, devices, true).resolve(LIBRARY, Progress.NONE),
          new Diagnoser(loader),
          targetFirst);
    }
  }

  private static RowsTable<?> table(FxRobot robot) {
    return robot.lookup("#trace").queryAs(RowsTable.class);
  }

  private static List<String> tops(FxRobot robot) {
    return ShownRows.tops(table(robot), TraceNode.class).stream().map(TraceNode::words).toList();
  }

  private static List<String> texts(TraceNode item) {
    return item.children().stream().map(child -> child.words()).toList();
  }

  private TraceNode selected() {
    return Objects.requireNonNull(pane.selectedProperty().getValue());
  }

  @Test
  void theFailingStepIsMarkedAndInSight(FxRobot robot) throws IOException {
    LoaderTrace trace = resolved(true, "gfx942");
    robot.interact(() -> pane.show(trace));
    assertThat(tops(robot))
        .satisfiesExactly(
            one -> assertThat(one).startsWith("✓ wrapper 0: lib/libhostonly.so#0 @ gfx942, "),
            two ->
                assertThat(two)
                    .isEqualTo("✖ wrapper 1: lib/libhostonly.so#1 – error 5 (kernel not found)"),
            three -> assertThat(three).startsWith("✓ wrapper 2: "));
    assertThat(selected().failing()).isTrue();
    assertThat(selected().words())
        .isEqualTo("✖ archive: lib/.kpack/kpackfix_all.kpack – not found");
    assertThat(robot.lookup("#trace-summary").queryAs(Label.class).getText())
        .isEqualTo("On gfx942 only 2 of 3 wrappers find code.");
    assertThat(robot.lookup(".cause-sentence").queryAs(Label.class).getText())
        .contains("has no code object lib/libhostonly.so#1", "kpackfix_all.kpack");
    assertThat(robot.lookup(".cause-advice").queryAs(Label.class).getText())
        .startsWith("→ Install the missing archives");
    assertThat(robot.lookup(".table-row-cell.trace-failing").queryAll()).hasSize(1);
  }

  @Test
  void whatWasLookedUpStandsBelowItsArchitecture(FxRobot robot) throws IOException {
    robot.interact(() -> pane.show(trace("gfx942")));
    TraceNode missing = ShownRows.tops(table(robot), TraceNode.class).get(1);
    TraceNode architecture =
        missing.children().stream()
            .filter(item -> item.text().equals("architecture gfx942"))
            .findFirst()
            .orElseThrow();
    assertThat(architecture.outcome()).isEqualTo("listed, no such code");
    assertThat(texts(architecture))
        .containsExactly(
            "· archive: .kpack/kpackfix_gfx942.kpack – lists gfx942",
            "· key: lib/libhostonly.so#1 @ gfx942 – looked up",
            "– code object: lib/libhostonly.so#1 – not found, goes on");
  }

  private static LoaderTrace trace(String... targets) {
    try {
      return resolved(true, targets);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void linesLeadToWhatTheySpeakOf(FxRobot robot) {
    robot.interact(() -> pane.show(trace("gfx942")));
    TraceNode found = ShownRows.tops(table(robot), TraceNode.class).getFirst();
    robot.interact(
        () -> {
          pane.select(found);
          table(robot).requestFocus();
        });
    robot.type(KeyCode.ENTER);
    assertThat(navigator.current())
        .isInstanceOfSatisfying(
            Place.CodeObject.class,
            code -> {
              assertThat(code.file()).isEqualTo(SAMPLE.resolve(".kpack/kpackfix_gfx942.kpack"));
              assertThat(code.label()).isEqualTo("lib/libhostonly.so#0 @ gfx942");
            });
    TraceNode marker =
        found.children().stream()
            .filter(node -> node.text().equals("marker"))
            .findFirst()
            .orElseThrow();
    robot.interact(() -> pane.select(marker));
    robot.type(KeyCode.ENTER);
    assertThat(navigator.current()).isInstanceOf(Place.Marker.class);
  }

  @Test
  void severalTargetsStandAboveTheirWrappersOrBelow(FxRobot robot) throws IOException {
    robot.interact(() -> pane.show(trace("gfx942", "gfx90a")));
    assertThat(tops(robot))
        .containsExactly(
            "✖ gfx942: 2 of 3 wrappers – code is missing", "✓ gfx90a: 3 of 3 wrappers – found");
    LoaderTrace other = resolved(false, "gfx942", "gfx90a");
    robot.interact(() -> pane.show(other));
    assertThat(tops(robot)).first().isEqualTo("✓ wrapper 0: 2 of 2 targets – found");
    assertThat(tops(robot)).element(1).isEqualTo("✖ wrapper 1: 1 of 2 targets – code is missing");
    assertThat(other.causes()).extracting(LoaderTrace.Cause::whose).contains("gfx942, wrapper 1");
  }

  @Test
  void onlyWhatFailsAndFinding(FxRobot robot) {
    robot.interact(() -> pane.show(trace("gfx942")));
    robot.interact(
        () -> robot.lookup("#trace-only-failing").queryAs(CheckBox.class).setSelected(true));
    assertThat(ShownRows.tops(table(robot), TraceNode.class)).hasSize(1);
    assertThat(selected().failing()).isTrue();
    robot.clickOn("#trace-find-field").write("LOOKED");
    assertThat(selected().words()).contains("looked up");
    Label count = robot.lookup("#trace-find-outcome").queryAs(Label.class);
    assertThat(count.getText()).isEqualTo("1 of 1");
    robot.write(" nowhere");
    assertThat(count.getText()).isEqualTo("not found");
  }

  @Test
  void copiesAllOrWhatIsSelected(FxRobot robot) {
    robot.interact(() -> pane.show(trace("gfx942")));
    robot.clickOn("#trace-copy");
    assertThat(clipboard(robot))
        .startsWith("On gfx942 only 2 of 3 wrappers find code.\n\nwrapper 1:\n  ")
        .contains("\n>   ✖ archive: ", "\n  ✖ wrapper 1: lib/libhostonly.so#1 – error 5");
  }

  private static String clipboard(FxRobot robot) {
    List<String> copied = new ArrayList<>();
    robot.interact(() -> copied.add(Clipboard.getSystemClipboard().getString()));
    return copied.getFirst();
  }

  @Test
  void aLogIsShownWithItsLines(FxRobot robot) {
    DebugLog log =
        DebugLog.read(
            """
            starting
            kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=2, lookup_key='lib/a.so#2', 1 search paths
            kpack: direct path: a.kpack -> /opt/a.kpack
            kpack: archive not found: /opt/a.kpack
            kpack: no valid archives found in 1 kpack paths
            """);
    Place there = new Place.File(Path.of("/here/a.kpack"));
    robot.interact(
        () ->
            pane.show(
                Traces.ofLog(
                    log.traces(),
                    step ->
                        step instanceof org.kpackworkbench.model.analysis.resolve.Step.PathResolved
                            ? there
                            : null)));
    RowsTable<?> table = table(robot);
    assertThat(table.getColumns().getLast().getText()).isEqualTo("Line");
    TraceNode load = ShownRows.tops(table, TraceNode.class).getFirst();
    assertThat(load.line()).isEqualTo(2);
    assertThat(load.children()).extracting(item -> item.line()).contains(3, 4, 5);
    assertThat(selected().failing()).isTrue();
    assertThat(load.children().get(1).place()).isEqualTo(there);
  }

  @Test
  void nothingToShowSaysWhatToDo(FxRobot robot) {
    robot.interact(() -> pane.showEmpty("Choose a GPU above."));
    assertThat(((Label) table(robot).getPlaceholder()).getText()).isEqualTo("Choose a GPU above.");
    assertThat(robot.lookup("#trace-causes").query().isVisible()).isFalse();
    assertThat(robot.lookup("#trace-copy").queryAs(Button.class).isDisabled()).isTrue();
  }
}
