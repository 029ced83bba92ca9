package org.kpackworkbench.views.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.framework.junit5.Start;

/** Everything that the program shows can be used without a mouse, and without seeing it. */
@ExtendWith(WindowRobot.class)
class AccessWalkTest {
  @TempDir private Path temp;
  private Tour tour;

  @Start
  void start(Stage stage) throws IOException {
    tour = new Tour(new TourFiles(temp.toRealPath()), Theme.LIGHT, 1280, 860);
  }

  /** What a tour meets without a name or out of reach of keys; at more stops than that many. */
  private static void walk(Consumer<Tour.Visitor> tour, int leastStops) {
    Names names = new Names();
    TabOrder tabs = new TabOrder();
    int[] stops = new int[1];
    tour.accept(
        (stop, scene) -> {
          stops[0]++;
          names.look(stop, scene);
          tabs.walk(stop, scene);
        });
    assertThat(names.problems().entrySet()).isEmpty();
    assertThat(tabs.problems().entrySet()).isEmpty();
    assertThat(stops[0]).isGreaterThan(leastStops);
  }

  @Test
  void viewsOfTwoKindsOfFilesHaveNamesAndKeys() {
    walk(tour::someViews, 15);
  }

  @Tag("long")
  @Test
  void everyViewHasNamesAndKeys() {
    walk(tour::views, 80);
  }

  @Tag("long")
  @Test
  void everythingThatActionsOpenHasNamesAndKeys() {
    walk(tour::actions, 20);
  }
}
