package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.theme.ThemeChoice;
import org.kpackworkbench.views.window.tour.Tour;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The tour goes through the real window, which can be used all the time. */
class TourTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  @Override
  WorkbenchParts parts() {
    return super.parts().tour(TourTest::tour);
  }

  private static Tour tour() throws IOException {
    Path fat = file("fat.so");
    Path archive = file("one.kpack");
    return new Tour(
        List.of(fat, archive),
        List.of(
            new Tour.Stop("Tree", "What is open.", new Place.File(fat), Tour.Part.WORKSPACE),
            new Tour.Stop("Archive", "Rows.", new Place.File(archive), Tour.Part.VIEWS),
            new Tour.Stop("Loading", "Why.", new Place.File(fat), Tour.Part.VIEWS)));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static Bounds bounds(FxRobot robot, String id) {
    Node node = robot.lookup(id).query();
    return node.localToScene(node.getLayoutBounds());
  }

  private static boolean over(FxRobot robot) {
    return robot.lookup("#tour-card").tryQuery().isEmpty();
  }

  private void begin(FxRobot robot) {
    robot.interact(() -> workbench.actions().run(ActionId.TOUR));
    layout(robot);
  }

  private void layout(FxRobot robot) {
    robot.interact(
        () -> {
          stage.getScene().getRoot().applyCss();
          stage.getScene().getRoot().layout();
        });
  }

  @Test
  void theFirstPageOffersItOnceAndItsButtonsLeadThroughIt(FxRobot robot) {
    assertThat(robot.lookup("#welcome-offer").query().isVisible()).isTrue();
    assertThat(robot.lookup("#welcome-tour").query().isVisible()).as("only once").isFalse();
    robot.clickOn("#welcome-offer-tour");
    layout(robot);
    assertThat(text(robot, "#tour-count")).isEqualTo("Step 1 of 3");
    assertThat(text(robot, "#tour-title")).isEqualTo("Tree");
    assertThat(robot.lookup("#tour-back").query().isDisabled()).isTrue();
    assertThat(stage.getTitle()).startsWith("fat.so");
    robot.clickOn("#tour-next");
    assertThat(text(robot, "#tour-title")).isEqualTo("Archive");
    assertThat(stage.getTitle()).startsWith("one.kpack");
    robot.clickOn("#tour-back");
    assertThat(text(robot, "#tour-count")).isEqualTo("Step 1 of 3");
    robot.clickOn("#tour-next").clickOn("#tour-next");
    assertThat(text(robot, "#tour-count")).isEqualTo("Step 3 of 3");
    assertThat(robot.lookup("#tour-next").queryAs(Button.class).getText()).isEqualTo("Done");
    assertThat(robot.lookup("#tour-skip").query().isVisible()).isFalse();
    robot.clickOn("#tour-next");
    assertThat(over(robot)).isTrue();
    robot.interact(() -> workbench.actions().run(ActionId.CLOSE_ALL));
    assertThat(robot.lookup("#welcome-offer").query().isVisible()).as("taken").isFalse();
    assertThat(robot.lookup("#welcome-tour").query().isVisible()).isTrue();
  }

  @Test
  void itIsNotOfferedAtAnyLaterStart(FxRobot robot) {
    robot.interact(
        () ->
            assertThat(new ShellSettings(state).firstStart())
                .as("a window was there before")
                .isFalse());
    assertThat(new ShellSettings(ShellState.inMemory()).firstStart()).isTrue();
  }

  @Test
  void keysLeadThroughItAndEscapeLeavesItWhereverTheFocusIs(FxRobot robot) {
    begin(robot);
    robot.type(KeyCode.ENTER);
    assertThat(text(robot, "#tour-count")).isEqualTo("Step 2 of 3");
    robot.type(KeyCode.SPACE);
    assertThat(text(robot, "#tour-count")).isEqualTo("Step 3 of 3");
    robot.type(KeyCode.ESCAPE);
    assertThat(over(robot)).isTrue();
    begin(robot);
    robot.interact(() -> robot.lookup("#workspace-tree").query().requestFocus());
    robot.type(KeyCode.ESCAPE);
    assertThat(over(robot)).isTrue();
    begin(robot);
    robot.clickOn("#tour-skip");
    assertThat(over(robot)).isTrue();
  }

  @Test
  void itIsFoundInThePaletteAndStartsAgainWhileItRuns(FxRobot robot) {
    begin(robot);
    robot.clickOn("#tour-next");
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
    robot.write("take the tour").type(KeyCode.ENTER);
    assertThat(robot.lookup("#tour-card").queryAll()).hasSize(1);
    assertThat(text(robot, "#tour-count")).isEqualTo("Step 1 of 3");
  }

  @Test
  void theWindowCanBeUsedMeanwhile(FxRobot robot) {
    begin(robot);
    robot.clickOn("#tour-next").clickOn("#tour-next");
    robot.clickOn("#workspace-tree");
    robot.clickOn("#menu-view");
    robot.type(KeyCode.ESCAPE);
    robot.push(KeyCode.CONTROL, KeyCode.PLUS);
    assertThat(themes.zoom().factor()).isEqualTo(1.1);
    robot.interact(() -> workbench.actions().run(ActionId.CLOSE_ALL));
    robot.interact(() -> workbench.actions().run(ActionId.SHOW_WORKSPACE));
    layout(robot);
    assertThat(robot.lookup("#tour-card").tryQuery()).as("still there").isPresent();
  }

  @ParameterizedTest
  @CsvSource({"LIGHT,1", "DARK,1", "LIGHT,2", "HIGH_CONTRAST,2", "DARK,3"})
  void theCardIsInTheWindowAndTheFrameAroundThePart(ThemeChoice theme, double zoom, FxRobot robot) {
    robot.interact(
        () -> {
          themes.choiceProperty().set(theme);
          themes.zoom().set(zoom);
        });
    begin(robot);
    for (String part : List.of("#workspace", "#file-tabs", "#file-tabs")) {
      layout(robot);
      Bounds card = bounds(robot, "#tour-card");
      Bounds window = stage.getScene().getRoot().getLayoutBounds();
      assertThat(window.contains(card)).as("%s in %s", card, window).isTrue();
      Bounds frame = bounds(robot, "#tour .tour-frame");
      Bounds whole = bounds(robot, part);
      assertThat(frame.getMinX()).isEqualTo(whole.getMinX());
      assertThat(frame.getMinY()).isEqualTo(whole.getMinY());
      robot.interact(robot.lookup("#tour-next").queryAs(Button.class)::fire);
    }
    assertThat(over(robot)).isTrue();
  }
}
