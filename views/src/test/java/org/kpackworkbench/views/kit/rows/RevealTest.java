package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.scene.Scene;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Rows come in view. */
@ExtendWith(WindowRobot.class)
class RevealTest {
  private static final int ROWS = 100;

  private final TableView<Integer> table = new TableView<>();

  @Start
  void start(Stage stage) {
    TableColumn<Integer, String> column = new TableColumn<>("Number");
    column.setCellValueFactory(row -> new ReadOnlyStringWrapper("" + row.getValue()));
    table.getColumns().add(column);
    table.setFixedCellSize(24);
    table.setItems(FXCollections.observableArrayList(IntStream.range(0, ROWS).boxed().toList()));
    // Nothing but the test says how large the table is.
    table.setManaged(false);
    stage.setScene(new Scene(new Pane(table), 500, 500));
    stage.show();
    table.resize(400, 460);
    table.layout();
  }

  @Test
  void aRowIsInViewThoughTheTableBecameSmallerJustBefore(FxRobot robot) {
    robot.interact(
        () -> {
          table.resize(400, 160);
          Reveal.row(table, ROWS - 4);
          table.layout();
        });
    VirtualFlow<?> flow = (VirtualFlow<?>) table.lookup(".virtual-flow");
    assertThat(flow.getFirstVisibleCell().getIndex()).isLessThan(ROWS - 4);
    assertThat(flow.getLastVisibleCell().getIndex()).isGreaterThan(ROWS - 4);
  }
}
