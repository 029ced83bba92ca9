package org.kpackworkbench.views.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.theme.Theme;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Everything that the program shows can be used without a mouse, and without seeing it. */
@ExtendWith(ApplicationExtension.class)
class AccessWalkTest {
  @TempDir private Path temp;
  private Tour tour;

  @Start
  void start(Stage stage) throws IOException {
    tour = new Tour(new TourFiles(temp.toRealPath()), Theme.LIGHT, 1280, 860);
  }

  @Test
  void everyViewHasNamesAndKeys() {
    Names names = new Names();
    TabOrder tabs = new TabOrder();
    int[] stops = new int[1];
    tour.views(
        (stop, scene) -> {
          stops[0]++;
          names.look(stop, scene);
          tabs.walk(stop, scene);
        });
    assertThat(names.problems().entrySet()).isEmpty();
    assertThat(tabs.problems().entrySet()).isEmpty();
    assertThat(stops[0]).isGreaterThan(80);
  }

  @Test
  void everythingThatActionsOpenHasNamesAndKeys() {
    Names names = new Names();
    TabOrder tabs = new TabOrder();
    int[] stops = new int[1];
    tour.actions(
        (stop, scene) -> {
          stops[0]++;
          names.look(stop, scene);
          tabs.walk(stop, scene);
        });
    assertThat(names.problems().entrySet()).isEmpty();
    assertThat(tabs.problems().entrySet()).isEmpty();
    assertThat(stops[0]).isGreaterThan(20);
  }
}
