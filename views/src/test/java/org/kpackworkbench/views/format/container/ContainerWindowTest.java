package org.kpackworkbench.views.format.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.util.Objects;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.container.ContainerDocument;
import org.kpackworkbench.views.kit.rows.SpecRows;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** LLVM's offload containers in the window. */
@ExtendWith(WindowRobot.class)
class ContainerWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private OpenedFile open(FxRobot robot, String name) {
    window.open(robot, fixture(name));
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
  }

  @Test
  void theOverviewSaysWhatIsInIt(FxRobot robot) {
    OpenedFile file = open(robot, "container-llvm22.bin");
    assertThat(file.icon()).isEqualTo(KpackIcon.BUNDLE);
    assertThat(
            robot.lookup(".overview-sentence").queryAllAs(Labeled.class).stream()
                .map(Labeled::getText))
        .contains(
            "container-llvm22.bin is 2 LLVM offload containers, one after another, with 2"
                + " entries.",
            "It holds 2 code objects for 2 GPU targets.");
  }

  @Test
  void anEntryIsSelectedInTheTableAndInTheTree(FxRobot robot) throws IOException {
    OpenedFile file = open(robot, "container-llvm22.bin");
    robot.interact(() -> window.workbench.showView("entries"));
    TableView<?> table = robot.lookup("#entries").queryTableView();
    robot.interact(() -> table.getSelectionModel().clearAndSelect(1));
    Place here = window.workbench.navigator().current();
    assertThat(here)
        .isInstanceOfSatisfying(
            Place.CodeObject.class, code -> assertThat(code.target()).isEqualTo("gfx1100"));
    WorkspaceNodeProvider nodes =
        WorkspaceNodeProvider.of(ContainerDocument.class, new ContainerViews());
    assertThat(nodes.children(file, file.place()))
        .extracting(WorkspaceNode::place)
        .hasSize(2)
        .contains(here);
    assertThat(nodes.way(file, here)).containsExactly(file.place(), here);
    assertThat(Objects.requireNonNull(here.range()).start()).isPositive();
  }

  @Test
  void bitcodeIsListedForWhatItIs(FxRobot robot) throws IOException {
    OpenedFile file = open(robot, "container-bitcode.bin");
    ContainerDocument document = file.as(ContainerDocument.class).orElseThrow();
    assertThat(SpecRows.of(new EntriesSpec(document)))
        .extracting(row -> row.get("Holds"))
        .containsExactly("LLVM bitcode", "LLVM bitcode");
    assertThat(new ContainerViews().children(document, document.place()))
        .allMatch(node -> node.detail().startsWith("LLVM bitcode"))
        .noneMatch(WorkspaceNode::hasChildren);
    assertThat(ContainerViews.overview(document).sentences().get(1)).contains("bitcode");
  }
}
