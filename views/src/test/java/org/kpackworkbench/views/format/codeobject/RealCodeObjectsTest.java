package org.kpackworkbench.views.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.format.codeobject.OverviewPage.CodeObjectSummary;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.window.search.KernelFinder;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A real library: its seven targets, and a kernel from name to machine code. */
@Tag("real")
@ExtendWith(WindowRobot.class)
class RealCodeObjectsTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @Test
  void kernelsOfEveryTargetAreFoundAndShown(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.realLibrary());
    OpenedFile file =
        Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
    CodeObjects all = file.as(CodeObjectSource.class).orElseThrow().document().codeObjects();
    Set<String> targets = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      CodeObjectRow row = all.row(i);
      targets.add(row.targetText());
      ShownCodeObject subject =
          ShownCodeObject.load(
              file.as(CodeObjectSource.class).orElseThrow(), row.place(), Progress.NONE);
      assertThat(CodeObjectSummary.of(subject).mismatches()).isEmpty();
    }
    assertThat(targets).hasSize(7);
    List<PlaceFinder.Found> found =
        new KernelFinder().find(file, "generate_kernel mrg32k3a", 1000, Progress.NONE);
    assertThat(found).isNotEmpty();
    robot.interact(() -> window.workbench.navigator().go(found.getFirst().place()));
    assertThat(robot.lookup("#kernel-name").queryAs(TextField.class).getText())
        .isEqualTo(found.getFirst().text());
    window.picture(robot, "real-kernels");
    robot.interact(
        () -> robot.lookup("#kernel-tabs").queryAs(TabPane.class).getSelectionModel().select(2));
    window.picture(robot, "real-disassembly");
    TableView<?> kernels = robot.lookup("#kernels").queryAs(TableView.class);
    assertThat(kernels.getItems().size()).isGreaterThan(10);
    robot.interact(() -> window.workbench.showView("code-object"));
    robot.interact(
        () -> {
          TabPane pages = robot.lookup(".page-tabs").queryAs(TabPane.class);
          pages.getSelectionModel().select(2);
        });
    window.picture(robot, "real-metadata");
  }
}
