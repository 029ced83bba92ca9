package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.Pages;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Tabs that are not one file are among those of files and behave like them. */
class PagesTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  /** A page with a button in it. */
  private static final class FakePage implements Page {
    final String id;
    final SimpleStringProperty title;
    final SimpleStringProperty status = new SimpleStringProperty("3 rows");
    final SimpleObjectProperty<Place> place = new SimpleObjectProperty<>();
    final Button button = new Button("In the page");
    final StackPane node = new StackPane(button);
    final List<String> happened = new ArrayList<>();

    /** Apart from the rest: the window also requests it itself, from time to time. */
    boolean lookedAgain;

    FakePage(String id) {
      this.id = id;
      title = new SimpleStringProperty("Page " + id);
      new ActionHandlers().on(ActionId.RELOAD, () -> happened.add("read again")).attachTo(node);
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public ObservableValue<String> title() {
      return title;
    }

    @Override
    public KpackIcon icon() {
      return KpackIcon.DIFF;
    }

    @Override
    public Node node() {
      return node;
    }

    @Override
    public ObservableValue<String> statusText() {
      return status;
    }

    @Override
    public ObservableValue<Place> place() {
      return place;
    }

    @Override
    public void lookAgain() {
      lookedAgain = true;
    }

    @Override
    public void dispose() {
      happened.add("disposed");
    }
  }

  private FakePage showPage(FxRobot robot, String id) {
    FakePage[] page = new FakePage[1];
    robot.interact(
        () -> page[0] = (FakePage) workbench.context().pages().show(id, () -> new FakePage(id)));
    return page[0];
  }

  private FakeFile open(FxRobot robot, String name) throws IOException {
    Path path = file(name);
    robot.interact(() -> workbench.openAll(List.of(path)));
    return loaded.get(path);
  }

  private static List<String> titles(FxRobot robot) {
    return tabs(robot).getTabs().stream().map(Tab::getText).toList();
  }

  private static TabPane tabs(FxRobot robot) {
    return robot.lookup("#file-tabs").queryAs(TabPane.class);
  }

  private static String inFront(FxRobot robot) {
    return tabs(robot).getSelectionModel().getSelectedItem().getText();
  }

  private boolean enabled(ActionId id) {
    return workbench.actions().get(id).enabledProperty().get();
  }

  private static List<String> crumbs(FxRobot robot) {
    return robot.lookup("#breadcrumb .crumb").queryAllAs(Button.class).stream()
        .map(Button::getText)
        .toList();
  }

  @Test
  void aPageIsATabThatIsOpenedOnce(FxRobot robot) throws IOException {
    FakePage page = showPage(robot, "one");
    assertThat(titles(robot)).as("it makes the first page go").containsExactly("Page one");
    open(robot, "a.so");
    assertThat(titles(robot)).containsExactly("Page one", "a.so");
    assertThat(showPage(robot, "one")).isSameAs(page);
    assertThat(inFront(robot)).isEqualTo("Page one");
    assertThat(robot.lookup("In the page").tryQuery()).isPresent();
    assertThat(stage.getTitle()).isEqualTo("Page one — Kpack Workbench");
    robot.interact(() -> page.title.set("Renamed"));
    assertThat(titles(robot)).containsExactly("Renamed", "a.so");
    assertThat(stage.getTitle()).isEqualTo("Renamed — Kpack Workbench");
  }

  @Test
  void whileAPageIsInFrontNoFileIs(FxRobot robot) throws IOException {
    open(robot, "a.so");
    FakePage page = showPage(robot, "one");
    assertThat(bytes.file).isNull();
    assertThat(enabled(ActionId.PROPERTIES)).isFalse();
    assertThat(crumbs(robot)).isEmpty();
    assertThat(robot.lookup("#status-sums").queryAs(Label.class).getText()).isEqualTo("3 rows");
    robot.interact(() -> page.status.set("4 rows"));
    assertThat(robot.lookup("#status-sums").queryAs(Label.class).getText()).isEqualTo("4 rows");
    robot.push(KeyCode.F5);
    assertThat(page.happened).containsExactly("read again");
    robot.interact(() -> tabs(robot).getSelectionModel().select(0));
    assertThat(bytes.file).isEqualTo(loaded.get(file("a.so")));
    assertThat(enabled(ActionId.PROPERTIES)).isTrue();
  }

  @Test
  void whatIsSelectedInAPageLeadsToItsFile(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    FakePage page = showPage(robot, "one");
    robot.interact(() -> page.place.set(file.objects.getFirst()));
    assertThat(crumbs(robot)).startsWith("a.so").endsWith("libfake.so#0 @ gfx90a:xnack+");
    robot.clickOn("#breadcrumb .crumb");
    assertThat(inFront(robot)).isEqualTo("a.so");
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(inFront(robot)).as("the way back leads to the page").isEqualTo("Page one");
    assertThat(workbench.context().pages().inFront()).isSameAs(page);
    robot.push(KeyCode.ALT, KeyCode.RIGHT);
    assertThat(inFront(robot)).isEqualTo("a.so");
  }

  @Test
  void aPageThatWasClosedIsPassedOverOnTheWayBack(FxRobot robot) throws IOException {
    open(robot, "a.so");
    FakePage page = showPage(robot, "one");
    open(robot, "b.so");
    robot.interact(() -> workbench.context().pages().close(page));
    assertThat(page.happened).containsExactly("disposed");
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(inFront(robot)).isEqualTo("a.so");
  }

  @Test
  void pagesAreClosedLikeFiles(FxRobot robot) throws IOException {
    FakePage one = showPage(robot, "one");
    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(one.happened).containsExactly("disposed");
    assertThat(titles(robot)).containsExactly("Welcome");
    open(robot, "a.so");
    FakePage two = showPage(robot, "two");
    FakePage three = showPage(robot, "three");
    robot.interact(() -> workbench.actions().run(ActionId.CLOSE_OTHERS));
    assertThat(titles(robot)).containsExactly("Page three");
    assertThat(two.happened).containsExactly("disposed");
    open(robot, "a.so");
    robot.push(KeyCode.ALT, KeyCode.PAGE_UP);
    assertThat(inFront(robot)).isEqualTo("Page three");
    robot.interact(() -> workbench.actions().run(ActionId.CLOSE_ALL));
    assertThat(titles(robot)).containsExactly("Welcome");
    assertThat(three.happened).containsExactly("disposed");
  }

  @Test
  void closingTheLastFileLeavesThePage(FxRobot robot) throws IOException {
    showPage(robot, "one");
    open(robot, "a.so");
    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(titles(robot)).containsExactly("Page one");
    assertThat(workbench.context().pages().inFront()).isNotNull();
    assertThat(bytes.file).isNull();
  }

  @Test
  void pagesLookAgainWithTheFiles(FxRobot robot) {
    FakePage page = showPage(robot, "one");
    robot.interact(() -> workbench.checkDisk());
    assertThat(page.lookedAgain).isTrue();
  }

  @Test
  void outsideAWindowNothingIsShown() {
    Pages nowhere = Pages.nowhere();
    assertThat(nowhere.open()).isEmpty();
    assertThat(nowhere.inFront()).isNull();
  }
}
