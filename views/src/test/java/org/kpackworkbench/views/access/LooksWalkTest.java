package org.kpackworkbench.views.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import javafx.scene.Node;
import javafx.scene.Scene;
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
    return tour(theme, zoom, 1280, 860);
  }

  private Tour tour(Theme theme, double zoom, double width, double height) {
    Tour[] tour = new Tour[1];
    Tour.fx(() -> tour[0] = new Tour(files, theme, width, height));
    Tour.fx(() -> tour[0].themes.zoom().set(zoom));
    return tour[0];
  }

  @Test
  void inTheLightThemeTextAndSignsCanBeReadAndTheFocusIsSeen() {
    look(Theme.LIGHT, Tour::someViews);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void textAndSignsOfAllViewsCanBeReadAndTheFocusIsSeen(Theme theme) {
    look(theme, Tour::views);
  }

  private void look(Theme theme, BiConsumer<Tour, Tour.Visitor> walk) {
    Contrast contrast = new Contrast();
    FocusMarks marks = new FocusMarks();
    walk.accept(
        tour(theme, 1),
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
    Room room = new Room();
    RoomNeeded needed = new RoomNeeded();
    tour(Theme.LIGHT, 1.5, 1024, 700)
        .someViews(
            (stop, scene) -> {
              room.look(stop, scene);
              needed.look(stop, scene);
            });
    room.check(15);
    assertThat(needed.problems().entrySet()).isEmpty();
  }

  /** Each view is made once and resized, as windows are. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"LIGHT, 1", "LIGHT, 1.5", "LIGHT, 2", "DARK, 1", "DARK, 1.5", "DARK, 2"})
  void nothingIsCutBesideBlankSpaceAtAnySize(Theme theme, double zoom) {
    Room room = new Room();
    TableEdges edges = new TableEdges();
    tour(theme, zoom)
        .views(
            (stop, scene) -> {
              for (Size size : Size.values()) {
                size.apply(scene);
                room.look(stop + " at " + size, scene);
                if (zoom == 1) {
                  edges.look(stop + " at " + size, scene);
                }
              }
            });
    room.check(80 * Size.values().length);
    assertThat(edges.problems().entrySet()).isEmpty();
    if (zoom == 1) {
      assertThat(edges.tables()).isGreaterThan(200);
      assertThat(edges.tips()).isGreaterThan(100);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(doubles = {1, 1.5, 2})
  void nothingIsCutInWhatActionsOpen(double zoom) {
    Room room = new Room();
    tour(Theme.LIGHT, zoom).actions(room::look);
    room.check(20);
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void noColumnIsCutByTheEdgeOfItsTable(Theme theme) {
    TableEdges edges = new TableEdges();
    // A pane that changes its place is laid out again, as the next frame does.
    tour(theme, 1, 1024, 700).someViews((stop, scene) -> edges.look(stop, Tour.laidOut(scene)));
    assertThat(edges.problems().entrySet()).isEmpty();
    assertThat(edges.tables()).isGreaterThan(10);
    assertThat(edges.tips()).isGreaterThan(5);
  }

  /** A window is made smaller, and larger again. */
  private enum Size {
    LARGE(1600, 1000),
    USUAL(1280, 800),
    SMALL(1024, 700),
    USUAL_AGAIN(1280, 800);

    private final double width;
    private final double height;

    Size(double width, double height) {
      this.width = width;
      this.height = height;
    }

    void apply(Scene scene) {
      scene.getRoot().resize(width, height);
      Tour.laidOut(scene);
    }
  }

  /** What is cut although there is room. */
  private static final class Room {
    private final Map<String, String> problems = new LinkedHashMap<>();
    private final CutText labels = new CutText();
    private final CutCells cells = new CutCells();
    private final Covered covered = new Covered();
    private int stops;

    void look(String stop, Scene scene) {
      stops++;
      for (Node part : scene.getRoot().getChildrenUnmodifiable()) {
        double wider =
            part.getLayoutBounds().getWidth() - scene.getRoot().getLayoutBounds().getWidth();
        if (part.isVisible() && part.isManaged() && wider > 1) {
          problems.putIfAbsent("wider than the window", stop + ": " + wider + " more, " + part);
        }
      }
      labels.look(stop, scene);
      cells.look(stop, scene);
      covered.look(stop, scene);
    }

    void check(int leastStops) {
      problems.putAll(labels.problems());
      problems.putAll(cells.problems());
      covered.problems().forEach((part, problem) -> problems.putIfAbsent("over " + part, problem));
      assertThat(problems.entrySet()).isEmpty();
      assertThat(stops).isGreaterThan(leastStops);
      assertThat(cells.cells()).isGreaterThan(60);
    }
  }
}
