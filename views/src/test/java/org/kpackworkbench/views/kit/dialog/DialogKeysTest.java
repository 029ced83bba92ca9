package org.kpackworkbench.views.kit.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.application.Platform;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The program's dialogs by keys alone. */
@ExtendWith(WindowRobot.class)
class DialogKeysTest {
  private final Button before = new Button("before");
  private Stage stage;
  private DesktopDialogs dialogs;

  @Start
  void start(Stage primary) {
    stage = primary;
    stage.setScene(new Scene(new VBox(new TextField(), before), 400, 300));
    stage.show();
    before.requestFocus();
    dialogs =
        new DesktopDialogs(
            stage,
            new Themes(new SystemLook(false, false), new Zoom()),
            new ChosenFolders(key -> java.util.Optional.empty(), (key, value) -> {}));
  }

  private List<Window> others() {
    return Window.getWindows().stream().filter(window -> !window.equals(stage)).toList();
  }

  private void escape(FxRobot robot, Node focused) {
    robot.interact(
        () -> {
          focused.requestFocus();
          assertThat(focused.getScene().getFocusOwner()).isEqualTo(focused);
          Event.fireEvent(
              focused,
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
        });
  }

  /** Enter does nothing that has to be confirmed. */
  @Test
  void enterCancelsAConfirmation(FxRobot robot) {
    List<Boolean> answers = new ArrayList<>();
    Platform.runLater(() -> answers.add(dialogs.confirm("Add?", "It is wrong.", "Add Anyway")));
    Await.until("the question is shown", () -> !others().isEmpty());
    robot.type(KeyCode.ENTER);
    Await.until("it is answered", () -> !answers.isEmpty());
    assertThat(answers).containsExactly(false);
  }

  @Test
  void escapeClosesEveryDialogWhateverHasTheFocusInIt(FxRobot robot) {
    Map<String, Node> parts =
        Map.of(
            "a table", new TableView<String>(),
            "a tree", new TreeView<String>(),
            "a list", new ListView<String>(),
            "a field", new TextField("text"),
            "a text", new TextArea("text"));
    parts.forEach(
        (name, part) -> {
          robot.interact(() -> dialogs.show("Read", new VBox(new Label("words"), part)));
          assertThat(others()).as("shown with " + name).hasSize(1);
          escape(robot, part);
          assertThat(others()).as("read with " + name).isEmpty();
          robot.interact(
              () ->
                  dialogs.ask(
                      "Fill in",
                      new VBox(new Label("words"), part),
                      "Do It",
                      new SimpleBooleanProperty(true),
                      () -> assertThat(name).as("nothing is done").isNull()));
          escape(robot, part);
          assertThat(others()).as("fill in with " + name).isEmpty();
        });
    assertThat(stage.getScene().getFocusOwner()).as("where it was").isEqualTo(before);
  }
}
