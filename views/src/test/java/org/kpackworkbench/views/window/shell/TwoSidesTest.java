package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.robot.Await;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Tabs on two sides of the window. */
class TwoSidesTest extends ShellTest {
  private Path first;
  private Path second;
  private Path third;

  @Start
  void start(Stage primary) {
    show(primary);
  }

  private void open(FxRobot robot) throws IOException {
    first = file("a.so");
    second = file("b.so");
    third = file("c.so");
    robot.interact(() -> workbench.openAll(List.of(first, second, third)));
  }

  private void move(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.BACK_SLASH);
  }

  private Optional<Node> side(FxRobot robot, boolean right) {
    return robot.lookup(right ? "#file-tabs-beside" : "#file-tabs").tryQuery();
  }

  private List<String> titles(FxRobot robot, boolean right) {
    return side(robot, right)
        .map(side -> ((TabPane) side).getTabs().stream().map(Tab::getText).toList())
        .orElse(List.of());
  }

  private Path active() {
    return Objects.requireNonNull(workbench.files().active()).path();
  }

  @Test
  void aTabMovesToTheOtherSideAndBack(FxRobot robot) throws IOException {
    open(robot);
    move(robot);
    assertThat(titles(robot, false)).containsExactly("a.so", "b.so");
    assertThat(titles(robot, true)).containsExactly("c.so");
    assertThat(active()).isEqualTo(third);
    Node left = Await.node("#file-tabs");
    Node right = Await.node("#file-tabs-beside");
    assertThat(left.localToScene(left.getBoundsInLocal()).getMaxX())
        .isLessThanOrEqualTo(right.localToScene(0, 0).getX());
    assertThat(workbench.actions().get(ActionId.MOVE_TO_OTHER_SIDE).textProperty().get())
        .isEqualTo("Move Tab to Left Side");
    move(robot);
    assertThat(titles(robot, false)).containsExactly("a.so", "b.so", "c.so");
    assertThat(side(robot, true)).isEmpty();
    assertThat(active()).isEqualTo(third);
  }

  @Test
  void whereTheUserIsDecidesWhichTabIsTheActiveOne(FxRobot robot) throws IOException {
    open(robot);
    move(robot);
    robot.clickOn(view(robot, "#file-tabs"));
    assertThat(active()).isEqualTo(second);
    assertThat(bytes.file.path()).isEqualTo(second);
    robot.clickOn(view(robot, "#file-tabs-beside"));
    assertThat(active()).isEqualTo(third);
    assertThat(bytes.file.path()).isEqualTo(third);
    robot.interact(() -> view(robot, "#file-tabs").requestFocus());
    assertThat(active()).as("by keys").isEqualTo(second);
    robot.push(KeyCode.ALT, KeyCode.PAGE_DOWN);
    assertThat(active()).as("over to the right").isEqualTo(third);
    robot.push(KeyCode.ALT, KeyCode.PAGE_DOWN);
    assertThat(active()).as("round").isEqualTo(first);
  }

  @Test
  void linksLeadToTheSideWhereTheFileIsAndNewFilesOpenWhereTheUserIs(FxRobot robot)
      throws IOException {
    open(robot);
    move(robot);
    robot.interact(() -> workbench.navigator().go(loaded.get(first).text));
    assertThat(active()).isEqualTo(first);
    assertThat(titles(robot, true)).containsExactly("c.so");
    robot.interact(() -> workbench.navigator().go(loaded.get(third).text));
    assertThat(active()).isEqualTo(third);
    Path fourth = file("d.so");
    robot.interact(() -> workbench.openAll(List.of(fourth)));
    assertThat(titles(robot, true)).containsExactly("c.so", "d.so");
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(active()).as("back").isEqualTo(third);
  }

  @Test
  void aSideGoesWithItsLastTab(FxRobot robot) throws IOException {
    open(robot);
    move(robot);
    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(side(robot, true)).isEmpty();
    assertThat(active()).isEqualTo(second);
    assertThat(bytes.file.path()).isEqualTo(second);
    move(robot);
    robot.interact(
        () -> workbench.files().activeProperty().set(workbench.files().sessions().getFirst()));
    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(titles(robot, false)).as("what was right is alone").containsExactly("b.so");
    assertThat(side(robot, true)).isEmpty();
    assertThat(active()).isEqualTo(second);
    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(titles(robot, false)).containsExactly("Welcome");
  }

  @Test
  void theOnlyTabHasNoOtherSide(FxRobot robot) throws IOException {
    Path only = file("a.so");
    robot.interact(() -> workbench.openAll(List.of(only)));
    assertThat(workbench.actions().get(ActionId.MOVE_TO_OTHER_SIDE).enabledProperty().get())
        .isFalse();
    move(robot);
    assertThat(titles(robot, false)).containsExactly("a.so");
  }

  @Test
  void theNextSessionHasTheSidesAgain(FxRobot robot) throws IOException {
    open(robot);
    move(robot);
    robot.clickOn(view(robot, "#file-tabs"));
    assertThat(active()).isEqualTo(second);
    robot.interact(
        () -> {
          assertThat(workbench.actions().get(ActionId.REOPEN_TABS).offeredProperty().get())
              .as("nothing was open before")
              .isFalse();
          workbench.close();
          Workbench next = new Workbench(parts(), state, Background.sameThread(), themes, dialogs);
          Scene scene = new Scene(next.root(), 1200, 800);
          next.attach(scene);
          next.root().applyCss();
          next.root().layout();
          assertThat(titles(scene, "#file-tabs")).containsExactly("Welcome");
          assertThat(next.actions().run(ActionId.REOPEN_TABS)).isTrue();
          next.root().applyCss();
          next.root().layout();
          assertThat(titles(scene, "#file-tabs")).containsExactly("a.so", "b.so");
          assertThat(titles(scene, "#file-tabs-beside")).containsExactly("c.so");
          assertThat(Objects.requireNonNull(next.files().active()).path()).isEqualTo(second);
          next.close();
        });
  }

  private static List<String> titles(Scene scene, String side) {
    return ((TabPane) scene.lookup(side)).getTabs().stream().map(Tab::getText).toList();
  }

  /** Something in the view that a side shows. */
  private static Node view(FxRobot robot, String side) {
    TabPane views =
        (TabPane)
            robot
                .lookup(side)
                .queryAs(TabPane.class)
                .getSelectionModel()
                .getSelectedItem()
                .getContent()
                .lookup(".view-tabs");
    return Objects.requireNonNull(views.getSelectionModel().getSelectedItem().getContent());
  }
}
