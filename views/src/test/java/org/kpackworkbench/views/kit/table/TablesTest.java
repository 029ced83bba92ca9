package org.kpackworkbench.views.kit.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class TablesTest {
  private record Row(String name, long address, long size) {}

  private TableView<Row> table;
  private TreeView<Row> tree;
  private FilterBox filter;
  private Actions actions;

  @Start
  void show(Stage stage) {
    table = new TableView<>();
    table.getColumns().add(Columns.text("Name", Row::name, CellLook.TEXT));
    table.getColumns().getFirst().setPrefWidth(300);
    table.getColumns().add(number("Address", NumberLook.ADDRESS, Row::address));
    table.getColumns().add(number("Size", NumberLook.SIZE, Row::size));
    table.setId("rows");
    table.setPlaceholder(Tables.placeholder("No rows. Open a file that has some."));
    tree = new TreeView<>();
    TreeKeys.install(tree, new ActionHandlers()).attachTo(tree);
    tree.setShowRoot(false);
    TreeItem<Row> root = new TreeItem<>(new Row("root", 0, 0));
    root.setExpanded(true);
    for (String name : List.of("a", "b")) {
      TreeItem<Row> item = new TreeItem<>(new Row(name, 0, 1));
      TreeItem<Row> child = new TreeItem<>(new Row(name + "1", 0, 2));
      child.getChildren().add(new TreeItem<>(new Row(name + "11", 0, 3)));
      item.getChildren().add(child);
      root.getChildren().add(item);
    }
    tree.setRoot(root);
    filter = new FilterBox("filter, e.g. arch:gfx90a size>1M", "");
    VBox box = new VBox(filter, table, tree);
    Scene scene = new Scene(box, 800, 600);
    actions = new Actions();
    actions.follow(scene, new javafx.beans.property.SimpleObjectProperty<>(null));
    stage.setScene(scene);
    stage.setX(0);
    stage.setY(0);
    stage.show();
  }

  private static TableColumn<Row, Number> number(
      String title, NumberLook look, ToLongFunction<Row> value) {
    TableColumn<Row, Number> column = Columns.number(title, look);
    column.setCellValueFactory(
        row -> new ReadOnlyObjectWrapper<>(value.applyAsLong(row.getValue())));
    return column;
  }

  private void fill(FxRobot robot) {
    robot.interact(
        () ->
            table.setItems(
                FXCollections.observableArrayList(
                    new Row(".text", 0x1000, 12_345_678),
                    new Row("a_rather_long_name_of_a_section", -1, -1))));
  }

  private static List<String> cells(FxRobot robot) {
    return robot.lookup("#rows .table-row-cell .table-cell").queryAllAs(TableCell.class).stream()
        .map(TableCell::getText)
        .filter(text -> text != null && !((String) text).isEmpty())
        .map(String.class::cast)
        .toList();
  }

  @Test
  void sizesAndAddressesAreWrittenForPeople(FxRobot robot) {
    fill(robot);
    assertThat(cells(robot))
        .containsExactly(
            ".text", "0x1000", "11.8 MiB", "a_rather_long_name_of_a_section", "–", "–");
    TableCell<?, ?> size =
        robot
            .lookup("#rows .number-cell")
            .match(
                node -> node instanceof TableCell<?, ?> cell && "11.8 MiB".equals(cell.getText()))
            .query();
    assertThat(size.getAccessibleText()).isEqualTo("12 345 678 B = 0xbc614e");
    robot.moveTo(size);
    robot.interact(() -> assertThat(size.getTooltip().getText()).contains("12 345 678 B"));
  }

  /** New cells come under a pointer that rests while a table scrolls; they make no new windows. */
  @Test
  void cellsOfATableShareOneTooltip(FxRobot robot) {
    fill(robot);
    List<Tooltip> tips = new ArrayList<>();
    for (String words : List.of(".text", "a_rather_long_name_of_a_section")) {
      TableCell<?, ?> cell = cell(robot, words);
      robot.moveTo(cell);
      robot.interact(
          () -> {
            assertThat(cell.getTooltip().getText()).isEqualTo(words);
            tips.add(cell.getTooltip());
          });
    }
    assertThat(tips.get(0)).isSameAs(tips.get(1));
    TableCell<?, ?> left = cell(robot, ".text");
    robot.interact(() -> assertThat(left.getTooltip()).as("of a cell that was left").isNull());
  }

  private TableCell<?, ?> cell(FxRobot robot, String words) {
    return robot
        .from(table)
        .lookup((Node node) -> node instanceof TableCell<?, ?> it && words.equals(it.getText()))
        .query();
  }

  @Test
  void anEmptyTableSaysWhatToDo(FxRobot robot) {
    assertThat(robot.lookup("No rows. Open a file that has some.").tryQueryAs(Label.class))
        .isPresent();
  }

  @Test
  void unknownNumbersSortBelowAllOthers(FxRobot robot) {
    fill(robot);
    robot.interact(() -> table.getSortOrder().add(table.getColumns().get(1)));
    assertThat(table.getItems().getFirst().address()).isEqualTo(-1);
  }

  @Test
  void subtreesOpenByKeyAndBackspaceGoesToTheParent(FxRobot robot) {
    robot.interact(
        () -> {
          tree.requestFocus();
          tree.getSelectionModel().clearAndSelect(0);
        });
    robot.push(KeyCode.SHIFT, KeyCode.RIGHT);
    assertThat(tree.getExpandedItemCount()).isEqualTo(4);
    robot.push(KeyCode.CONTROL, KeyCode.RIGHT);
    assertThat(tree.getExpandedItemCount()).isEqualTo(6);
    robot.interact(() -> tree.getSelectionModel().clearAndSelect(2));
    robot.push(KeyCode.BACK_SPACE);
    assertThat(tree.getSelectionModel().getSelectedItem().getValue().name()).isEqualTo("a1");
    assertThat(actions.get(ActionId.EXPAND_ALL).enabledProperty().get())
        .as("also in the menu")
        .isTrue();
  }

  @Test
  void expandingStopsBeforeATreeGetsSlow(FxRobot robot) {
    TreeItem<Row> large = new TreeItem<>(new Row("large", 0, 0));
    for (int i = 0; i < TreeKeys.MOST_OPENED + 10; i++) {
      TreeItem<Row> child = new TreeItem<>(new Row("c" + i, 0, 0));
      child.getChildren().add(new TreeItem<>(new Row("leaf", 0, 0)));
      large.getChildren().add(child);
    }
    assertThat(TreeKeys.expand(large)).isEqualTo(TreeKeys.MOST_OPENED);
    assertThat(TreeKeys.expand(null)).isZero();
  }

  @Test
  void theFilterShowsWhatIsWrongAndIsCleared(FxRobot robot) {
    robot.clickOn("#filter").write("arch:gfx90a").type(KeyCode.ENTER);
    assertThat(filter.queryProperty().get()).isEqualTo("arch:gfx90a");
    robot.interact(
        () -> {
          filter.problem("“arch” is given twice.");
          filter.count(3, 100);
        });
    assertThat(robot.lookup("#filter-problem").queryLabeled().getText())
        .isEqualTo("⚠ “arch” is given twice.");
    assertThat(robot.lookup("#filter-count").queryLabeled().getText()).isEqualTo("3 of 100 rows");
    // Below the field, where there is room for all of it.
    robot.interact(() -> filter.getScene().getRoot().layout());
    assertThat(robot.lookup("#filter-problem").queryLabeled().getBoundsInParent().getMinY())
        .isGreaterThanOrEqualTo(robot.lookup("#filter").queryAs(TextField.class).getHeight());
    robot.clickOn("#filter-clear");
    assertThat(filter.queryProperty().get()).isEmpty();
    robot.clickOn("#filter").write("x").type(KeyCode.ENTER, KeyCode.ESCAPE);
    assertThat(robot.lookup("#filter").queryAs(TextField.class).getText()).isEmpty();
    assertThat(filter.queryProperty().get()).isEmpty();
  }

  /** What does not fit is left out by whole examples. */
  @Test
  void aHintIsWholeInANarrowField(FxRobot robot) {
    TextField field = robot.lookup("#filter").queryAs(TextField.class);
    List<String> hints = new ArrayList<>();
    for (double width : new double[] {600, 215, 150}) {
      robot.interact(
          () -> {
            filter.setMaxWidth(width);
            filter.getScene().getRoot().layout();
          });
      hints.add(field.getPromptText());
    }
    assertThat(hints)
        .containsExactly("filter, e.g. arch:gfx90a size>1M", "filter, e.g. arch:gfx90a", "filter");
  }
}
