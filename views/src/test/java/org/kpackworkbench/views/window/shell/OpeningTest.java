package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.Closeness;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Which view becomes active for a place. */
class OpeningTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  @Test
  void openingPrefersWhatIsInsideAndLinksPreferLists(FxRobot robot) throws IOException {
    Path path = file("libopen.so");
    robot.interact(() -> workbench.openAll(List.of(path)));
    Place object = loaded.get(path).objects.get(0);
    FakeView overview = views.get("libopen.so/overview");
    FakeView sections = views.get("libopen.so/sections");
    overview.closeness = Closeness.ON_MAP;
    sections.closeness = Closeness.INSIDE;
    robot.interact(() -> workbench.navigator().go(loaded.get(path).fat));
    assertThat(inFront(robot)).isEqualTo("view-sections");
    robot.interact(() -> overview.list.getItems().add(object));
    robot.interact(() -> workbench.navigator().go(object));
    assertThat(inFront(robot)).isEqualTo("view-objects");
    robot.interact(() -> sections.list.getItems().setAll(object));
    robot.interact(() -> workbench.navigator().open(object));
    assertThat(inFront(robot)).isEqualTo("view-sections");
    assertThat(sections.shown).endsWith(object);
  }

  private static String inFront(FxRobot robot) {
    TabPane views = robot.lookup(".view-tabs").queryAs(TabPane.class);
    return views.getSelectionModel().getSelectedItem().getId();
  }
}
