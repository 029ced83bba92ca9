package org.kpackworkbench.views.window.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.util.Objects;
import java.util.OptionalInt;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What was decided in the settings is what extracting, packing and the others begin with. */
@ExtendWith(WindowRobot.class)
class SettingsInUseTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Region dialog(FxRobot robot, ActionId action, String title) {
    robot.interact(() -> window.workbench.actions().run(action));
    Region pane = Objects.requireNonNull(window.dialogs.shown.get(title), title);
    robot.interact(
        () -> {
          Parent root = new Scene(pane, 900, 700).getRoot();
          root.applyCss();
          root.layout();
        });
    return pane;
  }

  private static String text(Region pane, String id) {
    return ((TextField) pane.lookup(id)).getText();
  }

  @Test
  void extractingProposesTheNames(FxRobot robot) {
    window.workbench.context().work().chooseNames(NamePattern.parse("{target}/{name}.co"));
    window.open(robot, fixture("libmany.so"));
    Region pane = dialog(robot, ActionId.EXTRACT_ALL, "Extract Code Objects");
    assertThat(text(pane, "#form-name")).isEqualTo("{target}/{name}.co");
    assertThat(((TextArea) pane.lookup("#form-command")).getText())
        .as("a command says what scripts cannot know")
        .contains("--name '{target}/{name}.co'");
  }

  @ParameterizedTest
  @CsvSource({
    "libmany.so,PACK,Pack",
    "libmany.so,MAKE_HOST_ONLY,Make Host-Only",
    "libhostonly.so,RESTORE,Restore"
  })
  void formsProposeTheNumberOfThreads(String file, ActionId action, String title, FxRobot robot) {
    window.workbench.context().work().chooseThreads(OptionalInt.of(17));
    window.open(robot, fixture(file));
    Region pane = dialog(robot, action, title);
    assertThat(text(pane, "#form-jobs")).isEqualTo("17");
  }

  @Test
  void disassemblingAsksForTheToolThatWasChosen(FxRobot robot) {
    window.workbench.context().work().chooseDisassembler(fixture("no-such-objdump"));
    window.open(robot, fixture("kinds-gfx1100.hsaco"));
    robot.interact(() -> window.workbench.showView("kernels"));
    robot.interact(() -> robot.lookup("#kernels").queryTableView().getSelectionModel().select(0));
    robot.interact(
        () -> robot.lookup("#kernel-tabs").queryAs(TabPane.class).getSelectionModel().select(2));
    assertThat(robot.lookup(".message-bar").queryAllAs(MessageBar.class))
        .extracting(MessageBar::getAccessibleText)
        .anySatisfy(text -> assertThat(text).contains("no-such-objdump", "settings"));
  }
}
