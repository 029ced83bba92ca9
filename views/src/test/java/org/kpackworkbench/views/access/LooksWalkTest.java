package org.kpackworkbench.views.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.framework.junit5.Start;

/** Every view can be read in every theme and at twice the size, and shows where the focus is. */
@ExtendWith(WindowRobot.class)
class LooksWalkTest {
  @TempDir private Path temp;
  private TourFiles files;

  @Start
  void start(Stage stage) throws IOException {
    files = new TourFiles(temp.toRealPath());
  }

  private Tour tour(Theme theme, double zoom) {
    Tour[] tour = new Tour[1];
    Tour.fx(() -> tour[0] = new Tour(files, theme, 1280, 860));
    Tour.fx(() -> tour[0].themes.zoom().set(zoom));
    return tour[0];
  }

  @Test
  void inTheLightThemeTextAndSignsCanBeReadAndTheFocusIsSeen() {
    look(Theme.LIGHT);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LIGHT")
  void textAndSignsCanBeReadAndTheFocusIsSeen(Theme theme) {
    look(theme);
  }

  private void look(Theme theme) {
    Contrast contrast = new Contrast();
    FocusMarks marks = new FocusMarks();
    tour(theme, 1)
        .someViews(
            (stop, scene) -> {
              contrast.look(stop, scene);
              marks.look(stop, scene);
            });
    assertThat(contrast.problems().entrySet()).isEmpty();
    assertThat(marks.problems().entrySet()).isEmpty();
    assertThat(contrast.texts()).isGreaterThan(500);
    assertThat(contrast.signs()).isGreaterThan(40);
  }

  @Tag("long")
  @Test
  void buttonsSayAllTheirWordsAtTwiceTheSize() {
    CutText cut = new CutText();
    Set<String> seen = new HashSet<>();
    tour(Theme.LIGHT, 2)
        .someViews(
            (stop, scene) -> {
              seen.add(stop);
              cut.look(stop, scene);
            });
    assertThat(cut.problems().entrySet()).isEmpty();
    assertThat(seen).hasSizeGreaterThan(15);
  }
}
