package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Which tabs of a file's views there is room for. */
@ExtendWith(WindowRobot.class)
class ViewTabsWindowTest {
  private static final Path SAMPLE = Path.of("../app/sample").toAbsolutePath().normalize();
  private static final double MENU = 40;

  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
    primary.setWidth(1600);
    primary.setHeight(1000);
  }

  @Test
  void loadingEditAndCodeAreNotHiddenAt1600Pixels(FxRobot robot) {
    window.open(robot, SAMPLE.resolve("lib/libhostonly.so"));
    TabPane views = robot.lookup(".view-tabs").queryAs(TabPane.class);
    Map<String, Double> ends = new TreeMap<>();
    for (Node tab : views.lookupAll(".tab")) {
      Bounds bounds = tab.localToScene(tab.getLayoutBounds());
      ends.put(((Labeled) tab.lookup(".tab-label")).getText(), bounds.getMaxX());
    }
    double room = views.localToScene(views.getLayoutBounds()).getMaxX() - MENU;
    assertThat(ends).containsKeys("Loading", "Edit", "Code object", "Symbols", "Notes");
    assertThat(ends.get("Edit")).isLessThan(room);
    assertThat(ends.get("Loading")).isLessThan(room);
    assertThat(ends.get("Code object")).isLessThan(room);
    assertThat(ends.get("Notes")).as("a table of details").isGreaterThan(ends.get("Loading"));
  }
}
