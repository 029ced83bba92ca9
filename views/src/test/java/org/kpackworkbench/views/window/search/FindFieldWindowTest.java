package org.kpackworkbench.views.window.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.shape.Shape;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The tool bar's way to a place, its field for finding, and the status bar, over real files. */
@ExtendWith(WindowRobot.class)
class FindFieldWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private static String label(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private TextField field(FxRobot robot) {
    return robot.lookup("#find-field").queryAs(TextField.class);
  }

  private void type(FxRobot robot, String text) {
    robot.interact(
        () -> {
          field(robot).requestFocus();
          field(robot).setText(text);
        });
  }

  private void layout(FxRobot robot) {
    robot.interact(
        () -> {
          window.stage.getScene().getRoot().applyCss();
          window.stage.getScene().getRoot().layout();
        });
  }

  @Test
  void theStatusBarSaysWhatTheFileInFrontIs(FxRobot robot) {
    Path small = fixture("kinds-gfx1100.hsaco");
    Path large = fixture("libmany.so");
    window.open(robot, small, large);
    String sizeOfLarge = label(robot, "#status-length");
    robot.interact(() -> window.workbench.navigator().go(new Place.File(small)));
    String sizeOfSmall = label(robot, "#status-length");
    assertThat(sizeOfSmall).isNotEqualTo(sizeOfLarge);
    assertThat(label(robot, "#status-owner")).isEqualTo("GPU code object");
    robot.interact(() -> window.workbench.navigator().go(new Place.File(large)));
    assertThat(label(robot, "#status-length")).isEqualTo(sizeOfLarge);
    robot.interact(() -> window.workbench.navigator().back());
    assertThat(label(robot, "#status-length")).isEqualTo(sizeOfSmall);
  }

  @Test
  void theWayToAKernelNamesItAsTheSourceDoesAndLeavesRoomForFinding(FxRobot robot)
      throws IOException {
    window.open(robot, fixture("kinds-gfx1100.hsaco"));
    type(robot, "reduce<float");
    robot.push(KeyCode.ENTER);
    layout(robot);
    List<String> crumbs =
        robot.lookup("#breadcrumb .crumb").queryAllAs(Button.class).stream()
            .map(Button::getText)
            .toList();
    assertThat(crumbs.getLast())
        .startsWith("kernel ")
        .contains("kpackfix::reduce")
        .doesNotContain("_Z");
    assertThat(crumbs.getLast().length()).isLessThanOrEqualTo(72);
    assertThat(field(robot).getWidth()).isGreaterThan(150);
    assertThat(label(robot, "#status-owner")).doesNotContain("_Z");
    window.picture(robot, "find-crumbs");
  }

  @Test
  void aResultShowsItsNameTargetAndFileAndHowManyThereAre(FxRobot robot) throws IOException {
    window.open(robot, fixture("mismatch.co"));
    type(robot, "reduce<");
    layout(robot);
    ListView<?> list = robot.lookup("#find-list").queryListView();
    assertThat(list.getItems()).isNotEmpty();
    List<String> texts =
        robot.lookup("#find-list .find-hit .label").queryAllAs(Labeled.class).stream()
            .map(Labeled::getText)
            .toList();
    assertThat(texts).anyMatch(text -> text.contains("gfx942") && text.contains("mismatch.co"));
    assertThat(FindField.places(50, 7_200)).startsWith("50 of 7200 places");
    assertThat(FindField.places(50, PlaceSearch.MOST_COUNTED + 1)).startsWith("50 of more than ");
    window.picture(robot, "find-hits");
  }

  /** Proposals listed before the answer are those of an older text. */
  @Test
  void enterBeforeTheAnswerWaitsForIt(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    List<OpenedFile> open = List.of(window.activeFile());
    List<Runnable> work = new ArrayList<>();
    List<Place> gone = new ArrayList<>();
    List<String> bytes = new ArrayList<>();
    PlaceSearch model =
        new PlaceSearch(
            List.of(new PlaceSearch.OffsetFinder(() -> -1)),
            () -> open,
            Background.on(work::add, Runnable::run));
    FindField[] field = new FindField[1];
    robot.interact(
        () -> {
          field[0] = new FindField(model, gone::add, bytes::add);
          window.stage.setScene(new Scene(field[0]));
          field[0].requestFocus();
          field[0].setText("0x10");
          List.copyOf(work).forEach(Runnable::run);
          work.clear();
          field[0].setText("0x10..0x30");
        });
    robot.type(KeyCode.ENTER);
    assertThat(gone).isEmpty();
    assertThat(bytes).isEmpty();
    robot.interact(() -> work.forEach(Runnable::run));
    assertThat(gone)
        .singleElement()
        .satisfies(place -> assertThat(place.range()).isEqualTo(new ByteRange(0x10, 0x20)));
    robot.interact(
        () -> {
          work.clear();
          field[0].setText("nowhere 1");
        });
    robot.type(KeyCode.ENTER);
    robot.interact(() -> work.forEach(Runnable::run));
    assertThat(bytes).containsExactly("nowhere 1");
    assertThat(gone).hasSize(1);
  }

  private static Optional<ListView<?>> list(FxRobot robot) {
    return robot.lookup("#find-list").tryQuery();
  }

  @Test
  void keysChooseInTheListWhileTheFieldKeepsTheFocus(FxRobot robot) {
    window.open(robot, fixture("mismatch.co"));
    robot.clickOn("#find-field").write("reduce<");
    ListView<?> list = list(robot).orElseThrow();
    robot.type(KeyCode.DOWN);
    assertThat(list.getSelectionModel().getSelectedIndex()).isEqualTo(1);
    robot.type(KeyCode.UP).type(KeyCode.UP);
    assertThat(list.getSelectionModel().getSelectedIndex()).isZero();
    assertThat(field(robot).isFocused()).isTrue();
    robot.clickOn("#find-field");
    assertThat(list(robot)).as("a click into the field leaves it there").isPresent();
    robot.type(KeyCode.ESCAPE);
    assertThat(list(robot)).isEmpty();
    assertThat(field(robot).getText()).isEmpty();
    robot.write("reduce<");
    robot.interact(() -> robot.lookup("#workspace-tree").query().requestFocus());
    assertThat(list(robot)).as("it goes with the focus").isEmpty();
    robot.interact(() -> field(robot).requestFocus());
    robot.type(KeyCode.DOWN);
    assertThat(list(robot)).as("down shows it again").isPresent();
  }

  @Test
  void theListHasTheColoursOfTheTheme(FxRobot robot) {
    window.open(robot, fixture("mismatch.co"));
    robot.interact(() -> window.workbench.actions().run(ActionId.THEME_DARK));
    robot.clickOn("#find-field").write("reduce<");
    Color dark = (Color) robot.lookup(".popover > .border").queryAs(Shape.class).getFill();
    robot.type(KeyCode.ESCAPE);
    robot.interact(() -> window.workbench.actions().run(ActionId.THEME_LIGHT));
    robot.write("reduce<");
    Color light = (Color) robot.lookup(".popover > .border").queryAs(Shape.class).getFill();
    assertThat(dark.getBrightness()).isLessThan(0.3);
    assertThat(light.getBrightness()).isGreaterThan(0.9);
  }

  @Test
  void whatCanBeTypedIsSaidWhileTheFieldIsEmptyAndHasTheFocus(FxRobot robot) {
    window.open(robot, fixture("libmixed.so"));
    type(robot, "");
    layout(robot);
    assertThat(field(robot).isFocused()).isTrue();
    Text prompt =
        robot.from(field(robot)).lookup(".text").queryAllAs(Text.class).stream()
            .filter(text -> text.getText().contains("offset"))
            .findFirst()
            .orElseThrow();
    assertThat(prompt.isVisible()).isTrue();
    assertThat(((Color) prompt.getFill()).getOpacity()).isGreaterThan(0.3);
  }

  @Test
  void whatHasNoNameIsSearchedInTheBytes(FxRobot robot) {
    window.open(robot, fixture("libmixed.so"));
    type(robot, "FPIH");
    assertThat(robot.lookup("#find-in-bytes").queryAs(Hyperlink.class).getText()).contains("FPIH");
    robot.push(KeyCode.ENTER);
    Place here = Objects.requireNonNull(window.workbench.navigator().current());
    ByteRange found = Objects.requireNonNull(here.range());
    assertThat(found.length()).isEqualTo(4);
  }

  @Test
  void allKeysAreListedWhateverIsInFront(FxRobot robot) {
    window.open(robot, fixture("libmixed.so"));
    robot.interact(() -> window.workbench.actions().run(ActionId.SHORTCUTS));
    var dialog = Objects.requireNonNull(window.dialogs.shown.get("Keyboard Shortcuts"));
    assertThat(
            robot
                .from(((ScrollPane) dialog).getContent())
                .lookup(".key")
                .queryAllAs(Label.class)
                .stream()
                .map(Label::getText))
        .contains("Ctrl+1", "Ctrl+2", "Ctrl+?");
  }

  @Test
  void signsGrowWithTheText(FxRobot robot) throws IOException {
    // A narrow window hides its tree where the text is large.
    robot.interact(() -> window.stage.setWidth(1600));
    window.open(robot, fixture("libmixed.so"));
    layout(robot);
    double before = icon(robot).getWidth();
    robot.interact(
        () -> {
          for (int i = 0; i < 6; i++) {
            window.workbench.themes().zoom().in();
          }
        });
    layout(robot);
    assertThat(icon(robot).getWidth()).isGreaterThan(1.7 * before);
    window.picture(robot, "zoomed");
  }

  private static Region icon(FxRobot robot) {
    return robot.lookup("#workspace-tree .kpack-icon").queryAs(Region.class);
  }
}
