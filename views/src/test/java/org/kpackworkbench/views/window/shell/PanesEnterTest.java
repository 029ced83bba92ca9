package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The active view gives the focus to its table, also where it was not laid out before. */
@ExtendWith(WindowRobot.class)
class PanesEnterTest {
  private BorderPane window;

  @Start
  void start(Stage stage) {
    window = new BorderPane();
    stage.setScene(new Scene(window, 300, 200));
    stage.show();
  }

  @Test
  void contentsOfAPaneThatScrollsAreFound(FxRobot robot) {
    robot.interact(
        () -> {
          TableView<String> table = new TableView<>();
          ScrollPane view =
              new ScrollPane(new VBox(new TextField(), new SplitPane(table, new VBox())));
          window.setCenter(view);
          WorkbenchLayout.Panes.enter(view);
          assertThat(window.getScene().getFocusOwner()).isSameAs(table);
        });
  }

  /** A press of Space would start what the button is for. */
  @Test
  void aViewWithButtonsThatIsStillReadGetsTheFocusWhenItHasBeen(FxRobot robot) {
    robot.interact(
        () -> {
          BorderPane view = new BorderPane(new Label("Reading…"));
          Button button = new Button("Pack…");
          view.setTop(button);
          window.setLeft(new TextField());
          window.setCenter(view);
          window.getLeft().requestFocus();
          WorkbenchLayout.Panes.enter(view);
          assertThat(window.getScene().getFocusOwner()).isSameAs(window.getLeft());
          ScrollPane page = new ScrollPane(new Label("What it is"));
          view.setCenter(page);
          assertThat(window.getScene().getFocusOwner()).isSameAs(page);
        });
  }
}
