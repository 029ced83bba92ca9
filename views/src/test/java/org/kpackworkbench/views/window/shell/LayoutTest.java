package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Theme;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Where things are in windows of several sizes, also of scenes that are never shown. */
class LayoutTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  /** A window's content in a scene of its own, with one file open. */
  private Scene offScreen(double width, double height, Theme theme) throws IOException {
    Workbench bench = new Workbench(parts(), state, Background.sameThread(), themes, dialogs);
    Scene scene = Snapshots.offScreen(bench.root(), width, height, theme);
    bench.openAll(List.of(file("a.so")));
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
            assertThat(tree).as("tree of %s", size[0]).isBetween(200.0, 260.0);
            assertThat(views).as("views of %s", size[0]).isGreaterThan(size[0] * 0.44);
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
  void everythingCanBeReadAtTwiceTheSize(FxRobot robot) {
    robot.interact(
        () -> {
          themes.zoom().set(2);
          Scene scene = shown(1000, 900);
          assertThat(width(scene, "#file-tabs")).isGreaterThan(380);
          assertThat(width(scene, "#workspace")).isGreaterThan(250);
        });
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
    try {
      return offScreen(width, height, theme);
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }
}
