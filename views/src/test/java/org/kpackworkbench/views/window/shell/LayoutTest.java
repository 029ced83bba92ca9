package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.image.Image;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Where things are in windows of several sizes, also of scenes that are never shown. */
class LayoutTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  /** A window's content in a scene of its own, with one file open. */
  private Scene offScreen(double width, double height, Theme theme) {
    Workbench bench = new Workbench(parts(), state, Background.sameThread(), themes, dialogs);
    Scene scene = Snapshots.offScreen(bench.root(), width, height, theme);
    bench.openAll(List.of(made()));
    Snapshots.of(scene);
    return scene;
  }

  private static double width(Scene scene, String id) {
    Node node = scene.lookup(id);
    return node == null ? 0 : node.getLayoutBounds().getWidth();
  }

  @Test
  void theViewsHaveTheLargestPartInSmallAndLargeWindows(FxRobot robot) {
    robot.interact(
        () -> {
          for (double[] size : new double[][] {{1000, 700}, {1600, 1000}}) {
            Scene scene = shown(size[0], size[1]);
            double tree = width(scene, "#workspace");
            double views = width(scene, "#file-tabs");
            assertThat(tree).as("tree of %s", size[0]).isBetween(150.0, 260.0);
            assertThat(views).as("views of %s", size[0]).isGreaterThan(600);
          }
        });
  }

  @Test
  void panelSizesAreRememberedAndBroughtIntoReason(FxRobot robot) {
    state.text("panel.workspace.pixels", "150");
    state.text("panel.inspector.pixels", "5000");
    robot.interact(
        () -> {
          Scene scene = shown(1600, 1000);
          assertThat(width(scene, "#workspace")).isBetween(140.0, 160.0);
          assertThat(width(scene, "#file-tabs")).isGreaterThan(800);
        });
  }

  @Test
  void dividersMoveByKeysAndStay(FxRobot robot) throws IOException {
    Path path = file("a.so");
    robot.interact(() -> workbench.openAll(List.of(path)));
    Node tree = robot.lookup("#workspace").query();
    Node divider =
        robot.lookup(".split-pane-divider").queryAll().stream()
            .filter(each -> each.getParent() instanceof SplitPane)
            .filter(
                each -> ((SplitPane) each.getParent()).getOrientation() == Orientation.HORIZONTAL)
            .filter(each -> each.localToScene(0, 0).getX() < stage.getWidth() / 2)
            .findFirst()
            .orElseThrow();
    assertThat(divider.isFocusTraversable()).isTrue();
    assertThat(divider.getAccessibleText()).isNotBlank();
    double before = tree.getLayoutBounds().getWidth();
    robot.interact(divider::requestFocus);
    robot.type(KeyCode.RIGHT, 2);
    assertThat(tree.getLayoutBounds().getWidth()).isBetween(before + 30, before + 34);
    assertThat(Double.parseDouble(state.text("panel.workspace.pixels").orElseThrow()))
        .isBetween(before + 28, before + 36);
    robot.type(KeyCode.LEFT);
    assertThat(tree.getLayoutBounds().getWidth()).isBetween(before + 14, before + 18);
    robot.type(KeyCode.HOME);
    assertThat(tree.getLayoutBounds().getWidth()).as("its heading").isBetween(120.0, 135.0);
    assertThat(divider.isFocused()).isTrue();
  }

  @Test
  void everythingCanBeReadAtTwiceTheSize(FxRobot robot) {
    robot.interact(
        () -> {
          themes.zoom().set(2);
          Scene scene = shown(1600, 900);
          assertThat(width(scene, "#file-tabs")).isGreaterThan(860);
          assertThat(width(scene, "#workspace")).isGreaterThan(290);
        });
  }

  /** The window's width, the text size, and whether there is room for tree and inspector. */
  @ParameterizedTest
  @CsvSource({
    "1600, 1, true, true",
    "1280, 1, true, true",
    "1024, 1, true, true",
    "1280, 1.5, true, true",
    "1024, 1.5, true, false",
    "1600, 2, true, true",
    "1280, 2, true, false",
    "1024, 2, false, false"
  })
  void panesAtTheSidesGiveWayToTheViews(
      double width, double zoom, boolean tree, boolean inspector) {
    new FxRobot()
        .interact(
            () -> {
              themes.zoom().set(zoom);
              Scene scene = shown(width, 1000);
              assertThat(width(scene, "#workspace") > 0).as("tree").isEqualTo(tree);
              assertThat(width(scene, "#fake-inspector") > 0).as("inspector").isEqualTo(inspector);
              assertThat(width(scene, "#file-tabs")).isGreaterThan(430 * zoom);
              for (String title : new String[] {"Workspace", "Inspector"}) {
                scene.getRoot().lookupAll(".panel-title").stream()
                    .map(Label.class::cast)
                    .filter(label -> label.getText().equals(title))
                    .forEach(label -> assertThat(label.getWidth()).isGreaterThan(120 * zoom));
              }
            });
  }

  @Test
  void aPaneThatGaveWayComesWhenItIsAskedForAndWhenThereIsRoom(FxRobot robot) {
    robot.interact(() -> workbench.openAll(List.of(made())));
    assertThat(robot.lookup("#workspace").tryQuery()).isPresent();
    robot.interact(() -> themes.zoom().set(2));
    assertThat(robot.lookup("#workspace").tryQuery()).as("no room").isEmpty();
    assertThat(state.text("panel.workspace.shown")).as("still wanted").contains("true");
    robot.interact(() -> workbench.actions().run(ActionId.SHOW_WORKSPACE));
    assertThat(robot.lookup("#workspace").query().getLayoutBounds().getWidth())
        .as("opened by the user")
        .isGreaterThan(260);
    robot.interact(() -> themes.zoom().reset());
    assertThat(robot.lookup("#workspace").tryQuery()).as("room again").isPresent();
    assertThat(robot.lookup("#fake-inspector").tryQuery()).isPresent();
  }

  /**
   * The window is larger when it appears than it was made, as one that is maximised: what was given
   * to a pane must not grow by that, and a click that moves nothing is not remembered.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.8, 1, 1.25, 1.5, 2})
  void panesHaveTheSameSizeAfterEachStart(double zoom) {
    List<String> sizes = new ArrayList<>();
    ShellState kept = ShellState.inMemory();
    kept.text("zoom", Double.toString(zoom));
    kept.text("panel.workspace.pixels", "208");
    for (int start = 0; start < 5; start++) {
      new FxRobot().interact(() -> sizes.add(sizesAfterAStart(kept)));
    }
    assertThat(new HashSet<>(sizes)).as(sizes.toString()).hasSize(1);
    assertThat(kept.text("panel.workspace.pixels")).contains("208");
  }

  private String sizesAfterAStart(ShellState kept) {
    Themes own = new Themes(look, new Zoom());
    Workbench bench = new Workbench(parts(), kept, Background.sameThread(), own, dialogs);
    Scene scene = new Scene(bench.root(), 1280, 860);
    bench.attach(scene);
    bench.openAll(List.of(made()));
    bench.root().applyCss();
    bench.root().layout();
    bench.root().resize(2400, 1500);
    bench.root().layout();
    for (String id : List.of("#workspace", "#fake-inspector", "#fake-bytes")) {
      Node pane = scene.lookup(id);
      if (pane != null) {
        click(pane);
      }
    }
    bench.root().layout();
    String sizes =
        "%.0f %.0f %.0f"
            .formatted(
                width(scene, "#workspace"),
                width(scene, "#fake-inspector"),
                width(scene, "#file-tabs"));
    bench.close();
    return sizes;
  }

  private static Path made() {
    try {
      return file("a.so");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void click(Node node) {
    node.fireEvent(
        new MouseEvent(
            MouseEvent.MOUSE_RELEASED,
            10,
            10,
            10,
            10,
            MouseButton.PRIMARY,
            1,
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            true,
            null));
  }

  @Test
  void lightAndDarkPicturesDiffer(FxRobot robot) {
    robot.interact(
        () -> {
          Image light = Snapshots.of(shown(600, 400, Theme.LIGHT));
          Image dark = Snapshots.of(shown(600, 400, Theme.DARK));
          assertThat(light.getWidth()).isEqualTo(600);
          assertThat(light.getPixelReader().getColor(300, 10).getBrightness()).isGreaterThan(0.9);
          assertThat(dark.getPixelReader().getColor(300, 10).getBrightness()).isLessThan(0.2);
        });
  }

  private Scene shown(double width, double height) {
    return shown(width, height, Theme.LIGHT);
  }

  private Scene shown(double width, double height, Theme theme) {
    return offScreen(width, height, theme);
  }
}
