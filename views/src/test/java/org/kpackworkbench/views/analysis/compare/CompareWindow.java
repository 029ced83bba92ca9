package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;

/** The real window with a comparison in it, as a user sees it. */
final class CompareWindow {
  final StandardWindow window;

  CompareWindow(Stage stage) {
    window = new StandardWindow(stage);
  }

  CompareWindow(Stage stage, Background background) {
    window = new StandardWindow(stage, StandardViews.parts(), background);
  }

  void compare(FxRobot robot, List<Path> paths) {
    robot.interact(() -> new Comparing(window.workbench.context()).compare(paths));
  }

  /** Compares two archives in which one of each kind of change is. */
  List<Path> archives(FxRobot robot, Path folder) throws Exception {
    List<Path> paths =
        ComparedFiles.archives(
            folder.toRealPath(),
            StandardWindow.fixture("kinds-gfx942.hsaco"),
            StandardWindow.fixture("axpy-gfx906-v4.hsaco"));
    compare(robot, paths);
    return paths;
  }

  static TableView<org.kpackworkbench.views.kit.rows.LoadedRow<Row>> table(FxRobot robot) {
    return robot.lookup("#compare-rows").queryTableView();
  }

  /** The rows that are shown: the change of each, and its name. */
  static List<String> rows(FxRobot robot) {
    List<String> rows = new ArrayList<>();
    for (org.kpackworkbench.views.kit.rows.LoadedRow<Row> line : table(robot).getItems()) {
      Row row = line.content();
      rows.add(row == null ? "…" : row.change().word() + " " + row.key());
    }
    return rows;
  }

  /** The rows of a kind. */
  static List<String> rows(FxRobot robot, String group) {
    List<String> rows = new ArrayList<>();
    for (org.kpackworkbench.views.kit.rows.LoadedRow<Row> line : table(robot).getItems()) {
      Row row = line.content();
      if (row != null && row.group().equals(group)) {
        rows.add(row.change().word() + " " + row.key());
      }
    }
    return rows;
  }

  static String outcome(FxRobot robot) {
    return robot.lookup("#compare-outcome").queryAs(Label.class).getText();
  }

  /** The counts above the table. */
  static List<String> chips(FxRobot robot) {
    return robot.lookup("#compare-summary .toggle-button").queryAllAs(ToggleButton.class).stream()
        .map(ToggleButton::getText)
        .toList();
  }

  static List<String> crumbs(FxRobot robot) {
    return robot.lookup("#compare-crumbs .crumb").queryAllAs(Button.class).stream()
        .filter(Node::isVisible)
        .map(Button::getText)
        .toList();
  }

  static String tabInFront(FxRobot robot) {
    Tab tab =
        robot.lookup("#file-tabs").queryAs(TabPane.class).getSelectionModel().getSelectedItem();
    return tab.getText();
  }

  /** Selects the row of a name. */
  static void select(FxRobot robot, String key) {
    robot.interact(
        () -> {
          TableView<org.kpackworkbench.views.kit.rows.LoadedRow<Row>> table = table(robot);
          for (int at = 0; at < table.getItems().size(); at++) {
            Row row = table.getItems().get(at).content();
            if (row != null && row.key().equals(key)) {
              table.requestFocus();
              table.getSelectionModel().clearAndSelect(at);
              table.getFocusModel().focus(at);
              return;
            }
          }
          throw new AssertionError("no row " + key + " in " + rows(robot));
        });
  }

  static String selected(FxRobot robot) {
    org.kpackworkbench.views.kit.rows.LoadedRow<Row> line =
        table(robot).getSelectionModel().getSelectedItem();
    return line == null || line.content() == null ? "" : line.content().key();
  }

  void run(FxRobot robot, ActionId id) {
    robot.interact(() -> assertThat(window.workbench.actions().run(id)).as(id.text()).isTrue());
  }

  boolean enabled(ActionId id) {
    return window.workbench.actions().get(id).enabledProperty().get();
  }
}
