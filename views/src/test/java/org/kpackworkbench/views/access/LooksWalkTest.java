package org.kpackworkbench.views.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
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

  @Test
  void nothingIsCutBesideBlankSpaceInASmallWindowWithLargeText() {
    room(1024, 700, 1.5, Tour::someViews, 15);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "1024, 700, 1",
    "1024, 700, 1.5",
    "1024, 700, 2",
    "1280, 800, 1",
    "1280, 800, 1.5",
    "1280, 800, 2",
    "1600, 1000, 1",
    "1600, 1000, 1.5",
    "1600, 1000, 2"
  })
  void nothingIsCutBesideBlankSpace(double width, double height, double zoom) {
    room(width, height, zoom, Tour::views, 80);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(doubles = {1, 1.5, 2})
  void nothingIsCutInWhatActionsOpen(double zoom) {
    room(1280, 800, zoom, Tour::actions, 20);
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void noColumnIsCutByTheEdgeOfItsTable(Theme theme) {
    edges(theme, 1024, 700, Tour::someViews, 10);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1024, 700", "1280, 800"})
  void noColumnOfAnyViewIsCutByTheEdgeOfItsTable(double width, double height) {
    edges(Theme.LIGHT, width, height, Tour::views, 80);
  }

  private void edges(
      Theme theme,
      double width,
      double height,
      BiConsumer<Tour, Tour.Visitor> walk,
      int leastTables) {
    TableEdges edges = new TableEdges();
    Tour[] tour = new Tour[1];
    Tour.fx(() -> tour[0] = new Tour(files, theme, width, height));
    // A pane that changes its place is laid out again, as the next frame does.
    walk.accept(tour[0], (stop, scene) -> edges.look(stop, Tour.laidOut(scene)));
    assertThat(edges.problems().entrySet()).isEmpty();
    assertThat(edges.tables()).isGreaterThan(leastTables);
    assertThat(edges.tips()).isGreaterThan(leastTables / 2);
  }

  private void room(
      double width,
      double height,
      double zoom,
      BiConsumer<Tour, Tour.Visitor> walk,
      int leastStops) {
    CutText labels = new CutText();
    CutCells cells = new CutCells();
    int[] stops = new int[1];
    Tour[] tour = new Tour[1];
    Tour.fx(() -> tour[0] = new Tour(files, Theme.LIGHT, width, height));
    Tour.fx(() -> tour[0].themes.zoom().set(zoom));
    walk.accept(
        tour[0],
        (stop, scene) -> {
          stops[0]++;
          labels.look(stop, scene);
          cells.look(stop, scene);
        });
    Map<String, String> problems = new LinkedHashMap<>(labels.problems());
    problems.putAll(cells.problems());
    assertThat(problems.entrySet()).isEmpty();
    assertThat(stops[0]).isGreaterThan(leastStops);
    assertThat(cells.cells()).isGreaterThan(60);
  }
}
