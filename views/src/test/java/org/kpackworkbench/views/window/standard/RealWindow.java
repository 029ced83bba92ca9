package org.kpackworkbench.views.window.standard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.testfx.api.FxRobot;

/** The program's window with all its views over real files, with everything on one thread. */
@ExtendWith(WindowRobot.class)
abstract class RealWindow {
  private static final Path FIXTURES = Path.of("../model/src/test/fixtures/bin");

  Workbench workbench;

  /** Call from a method with {@code @Start}, which TestFX finds in the class itself only. */
  void show(Stage stage) {
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    WorkbenchWindow window =
        new WorkbenchWindow(
            stage, StandardViews.parts(), ShellState.inMemory(), Background.sameThread(), themes);
    workbench = window.workbench();
    stage.setWidth(1000);
    stage.setHeight(800);
    stage.setX(0);
    stage.setY(0);
    window.show();
  }

  /** Opens a compiled fixture and activates one of its views. */
  Path open(FxRobot robot, String fixture, String view) {
    Path file = FIXTURES.resolve(fixture);
    robot.interact(() -> workbench.openAll(List.of(file)));
    bring(robot, view);
    return file;
  }

  /**
   * Debian's real library; skips the test where it was not fetched, or fails where it has to be.
   */
  static Path realLibrary() throws IOException {
    Path folder = Path.of(System.getProperty("kpack.real.dir", "../target/real"));
    Optional<Path> found = Optional.empty();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        found =
            files
                .filter(Files::isRegularFile)
                .filter(file -> file.getFileName().toString().startsWith("librocrand.so.1."))
                .findFirst();
      }
    }
    String message = "librocrand1 is not below " + folder + "; .ci/fetch-real fetches it";
    if (found.isEmpty() && Boolean.getBoolean("kpack.real.required")) {
      Assertions.fail(message);
    }
    Assumptions.assumeTrue(found.isPresent(), message);
    return found.orElseThrow();
  }

  /** Activates a view of the file. */
  void bring(FxRobot robot, String view) {
    robot.interact(
        () -> {
          TabPane views = views(robot);
          for (Tab tab : views.getTabs()) {
            if (("view-" + view).equals(tab.getId())) {
              views.getSelectionModel().select(tab);
            }
          }
        });
  }

  /** The id of the active view. */
  String inFront(FxRobot robot) {
    return views(robot).getSelectionModel().getSelectedItem().getId().replace("view-", "");
  }

  List<String> tabs(FxRobot robot) {
    return views(robot).getTabs().stream().map(Tab::getText).toList();
  }

  private static TabPane views(FxRobot robot) {
    return robot
        .lookup(".view-tabs")
        .match(node -> node.getParent() != null)
        .queryAs(TabPane.class);
  }

  Place here() {
    return workbench.navigator().current();
  }

  /** What the rows of a table say, by the titles of the columns. */
  static List<Map<String, String>> rows(FxRobot robot, String table) {
    TableView<?> view = robot.lookup("#" + table).queryAs(TableView.class);
    List<Map<String, String>> rows = new ArrayList<>();
    for (int row = 0; row < view.getItems().size(); row++) {
      Map<String, String> texts = new LinkedHashMap<>();
      for (TableColumn<?, ?> column : view.getColumns()) {
        texts.put(
            column.getText(),
            column.getCellData(row) instanceof RowColumn.Face face
                ? face.text()
                : String.valueOf(column.getCellData(row)));
      }
      rows.add(texts);
    }
    return rows;
  }

  /** Selects the first row of a table in which a column says something. */
  static void select(FxRobot robot, String table, String column, String value) {
    List<Map<String, String>> rows = rows(robot, table);
    for (int row = 0; row < rows.size(); row++) {
      if (value.equals(rows.get(row).get(column))) {
        TableView<?> view = robot.lookup("#" + table).queryAs(TableView.class);
        int found = row;
        robot.interact(() -> view.getSelectionModel().clearAndSelect(found));
        return;
      }
    }
    throw new AssertionError("no row says " + value + " in " + column + ": " + rows);
  }

  /** What the selected row of a table says in a column. */
  static String selected(FxRobot robot, String table, String column) {
    TableView<?> view = robot.lookup("#" + table).queryAs(TableView.class);
    int row = view.getSelectionModel().getSelectedIndex();
    return row < 0 ? "" : rows(robot, table).get(row).get(column);
  }

  /** Types into the filter of the active view. */
  static void filter(FxRobot robot, String query) {
    TextField field =
        robot.lookup("#filter").match(node -> node.isVisible()).queryAs(TextField.class);
    robot.interact(
        () -> {
          field.setText(query);
          field.fireEvent(new javafx.event.ActionEvent());
        });
  }
}
