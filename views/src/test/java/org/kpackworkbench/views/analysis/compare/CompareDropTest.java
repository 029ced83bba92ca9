package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeCell;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.Await;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Files dragged onto the page that asks what to compare, under a window manager. */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class CompareDropTest {
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  @Test
  void aFieldTakesAFileAndShowsThatItWould(FxRobot robot) throws Exception {
    page.window.open(robot, fixture("libmany.so"));
    robot.push(KeyCode.CONTROL, KeyCode.D);
    Node line = Await.node("#compare-side-line-1");
    TreeCell<?> row =
        Await.until(
            "the file's row",
            () ->
                robot.lookup("#workspace-tree .tree-cell").queryAllAs(TreeCell.class).stream()
                    .filter(each -> each.getTreeItem() != null)
                    .map(each -> (TreeCell<?>) each)
                    .findFirst());
    robot.moveTo(row).press(MouseButton.PRIMARY);
    Await.settled();
    robot.moveBy(12, 4).moveBy(12, 4).moveTo("#compare-path-1").moveBy(3, 3);
    Await.until("the highlight", () -> line.getPseudoClassStates().contains(over()));
    robot.release(MouseButton.PRIMARY);
    TextField field = robot.lookup("#compare-path-1").queryAs(TextField.class);
    Await.until("the path", () -> field.getText().equals(fixture("libmany.so").toString()));
    Await.until("its end", () -> !line.getPseudoClassStates().contains(over()));
    assertThat(robot.lookup("#compare-path-0").queryAs(TextField.class).getText()).isEmpty();
  }

  private static PseudoClass over() {
    return PseudoClass.getPseudoClass("drop");
  }
}
