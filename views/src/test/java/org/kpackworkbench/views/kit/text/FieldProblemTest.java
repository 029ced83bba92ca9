package org.kpackworkbench.views.kit.text;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class FieldProblemTest {
  private final SimpleStringProperty wrong = new SimpleStringProperty("");
  private final TextField field = new TextField();
  private FieldProblem problem;
  private VBox root;
  private Scene scene;

  @Start
  void start(Stage stage) {
    field.setAccessibleHelp("a number of threads");
    problem = new FieldProblem("threads-problem", wrong).marks(field);
    root = new VBox(field, problem);
    scene = new Scene(root, 300, 100);
    stage.setScene(scene);
    stage.show();
  }

  private void say(FxRobot robot, String words) {
    robot.interact(() -> wrong.set(words));
    Await.settled();
  }

  @Test
  void theFieldIsMarkedAndTheWordsAreBelowIt(FxRobot robot) {
    assertThat(problem.isVisible()).isFalse();
    assertThat(field.getStyleClass()).doesNotContain("field-error");

    say(robot, "It is no number.");
    assertThat(problem.isVisible()).isTrue();
    assertThat(problem.getText()).isEqualTo("It is no number.");
    assertThat(field.getStyleClass()).contains("field-error");
    assertThat(field.getAccessibleHelp()).isEqualTo("It is no number.");

    say(robot, "");
    assertThat(problem.isManaged()).isFalse();
    assertThat(field.getStyleClass()).doesNotContain("field-error");
    assertThat(field.getAccessibleHelp()).isEqualTo("a number of threads");
  }

  /** Decorations that are nodes replace the root of a scene, which breaks dialogs. */
  @Test
  void theSceneKeepsItsRoot(FxRobot robot) {
    say(robot, "wrong");
    say(robot, "wrong again");
    assertThat(field.getStyleClass()).containsOnlyOnce("field-error");
    assertThat(scene.getRoot()).isSameAs(root);
    assertThat(root.getChildren()).containsExactly(field, problem);
  }
}
