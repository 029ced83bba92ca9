package org.kpackworkbench.views.format.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Wheels and packages in the real window. */
class PackageWindowTest extends WindowTest {
  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private OpenedFile active() {
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
  }

  @Test
  void aWheelOpensAsATreeWhoseFilesOpen(FxRobot robot) throws IOException {
    Path wheel = StandardWindow.fixture("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl");
    window.open(robot, wheel);
    assertThat(active().isFolder()).isTrue();
    assertThat(active().kindWords()).isEqualTo("Python wheel (a ZIP archive)");
    assertThat(robot.lookup(".label").queryAllAs(Label.class))
        .extracting(Label::getText)
        .contains("Name", "tiny", "Version", "1.0", "Needs", "numpy (>=1.20)");
    window.picture(robot, "wheel-overview");
    robot.interact(() -> assertThat(window.workbench.showView("files")).isTrue());
    TableView<?> files = robot.lookup("#files").queryAs(TableView.class);
    assertThat(files.getItems()).hasSize(6);
    window.picture(robot, "wheel-files");

    Path library = active().path().resolve("tiny/lib/libtiny.so");
    window.open(robot, library);
    assertThat(active().path()).hasToString(wheel.toAbsolutePath() + "/tiny/lib/libtiny.so");
    assertThat(robot.lookup(".overview-sentence").queryAllAs(Label.class))
        .extracting(Label::getText)
        .anyMatch(text -> text.contains("device code"));
    window.picture(robot, "wheel-library");

    // The file that holds it, and its name as a text, lead to the tabs that are open.
    int tabs = window.workbench.files().sessions().size();
    window.open(robot, wheel);
    window.open(robot, Path.of(library.toString()));
    assertThat(window.workbench.files().sessions()).hasSize(tabs);
  }

  /** What works in a folder works in a wheel. */
  @Test
  void viewsOfAFolderAreThereForAWheel(FxRobot robot) {
    Path wheel = StandardWindow.fixture("many-1.0-py3-none-linux_x86_64.whl");
    show(robot, wheel, "coverage");
    TableView<?> coverage = robot.lookup("#coverage").queryTableView();
    assertThat(coverage.getItems()).hasSize(1);
    assertThat(coverage.getColumns())
        .extracting(column -> column.getText())
        .contains("gfx90a:xnack+", "gfx942", "gfx1030", "gfx1100");
    assertThat(robot.lookup("#coverage-summary").queryAs(Label.class).getText())
        .isEqualTo("1 wrapper × 5 architectures: no holes");
    show(robot, wheel, "kernel-figures");
    assertThat(robot.lookup("#kernel-figures").queryTableView().getItems())
        .as("nine kernels for five targets")
        .hasSize(45);
    show(robot, wheel, "resolve");
    assertThat(robot.lookup("#resolve-summary").queryAs(Label.class).getText())
        .startsWith("1 binary has its code on gfx90a:xnack+");
    show(robot, wheel, "advise");
    assertThat(robot.lookup("#advice-summary").queryAs(Label.class).getText()).isNotEmpty();
  }
}
