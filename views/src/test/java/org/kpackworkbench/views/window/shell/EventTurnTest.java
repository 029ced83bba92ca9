package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Rows that a press selects may be exchanged by what follows, once the press is dealt with. */
@ExtendWith(WindowRobot.class)
class EventTurnTest {
  private final EventTurn turn = new EventTurn();
  private TableView<String> table;
  private final List<String> done = new ArrayList<>();

  @Start
  void start(Stage stage) {
    table = new TableView<>();
    TableColumn<String, String> column = new TableColumn<>("Row");
    column.setCellValueFactory(
        row -> new javafx.beans.property.SimpleStringProperty(row.getValue()));
    column.setId("row");
    table.getColumns().add(column);
    table.getItems().setAll("one", "two");
    table
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            (before, now) -> {
              if (now != null && done.isEmpty()) {
                turn.afterwards(() -> table.getItems().setAll("other"));
                done.add("asked");
              }
            });
    Scene scene = new Scene(table, 300, 200);
    turn.watch(scene);
    stage.setScene(scene);
    stage.show();
  }

  @Test
  void aPressIsDealtWithBeforeWhatFollows(FxRobot robot) {
    robot.clickOn("two", MouseButton.PRIMARY);
    assertThat(done).containsExactly("asked");
    assertThat(table.getItems()).containsExactly("other");
    robot.clickOn("other", MouseButton.SECONDARY);
    assertThat(table.getItems()).containsExactly("other");
  }

  @Test
  void outsideOfEventsNothingWaits(FxRobot robot) {
    robot.interact(
        () -> {
          turn.afterwards(() -> done.add("first"));
          done.add("second");
        });
    assertThat(done).containsExactly("first", "second");
  }
}
