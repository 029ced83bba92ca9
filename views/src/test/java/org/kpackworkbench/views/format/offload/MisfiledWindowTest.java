package org.kpackworkbench.views.format.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.offload.BundleDocument;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Bundles whose code objects are for other targets; files without code objects of their own. */
@ExtendWith(WindowRobot.class)
class MisfiledWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @Test
  void theOverviewOfABundleSaysIt(FxRobot robot) {
    window.open(robot, fixture("mismatch.co"));
    assertThat(
            robot.lookup(".message-bar .label").queryAllAs(Labeled.class).stream()
                .map(Labeled::getText))
        .anyMatch(text -> text.contains("filed under gfx942") && text.contains("gfx90a:xnack+"));
  }

  @Test
  void theTreeOfABundleSaysIt(FxRobot robot) throws IOException {
    window.open(robot, fixture("mismatch.co"));
    var file =
        Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
    WorkspaceNodeProvider nodes = WorkspaceNodeProvider.of(BundleDocument.class, new BundleNodes());
    WorkspaceNode bundle = nodes.children(file, file.place()).getFirst();
    List<String> details =
        nodes.children(file, bundle.place()).stream().map(WorkspaceNode::detail).toList();
    assertThat(details).containsOnlyOnce("⚠ states gfx90a:xnack+");
  }

  @Test
  void aHostOnlyFileSaysWhereItsCodeObjectsAre(FxRobot robot) {
    window.open(robot, fixture("libhostonly.so"));
    robot.interact(() -> window.workbench.showView("code-objects"));
    Label none = (Label) robot.lookup("#code-objects").queryTableView().getPlaceholder();
    assertThat(none.getText()).contains("archives").contains("Marker");
  }

  @Test
  void bytesThatNoRowHasSelectNoRow(FxRobot robot) {
    window.open(robot, fixture("libone.so"));
    robot.interact(() -> window.workbench.showView("sections"));
    TableView<?> table = robot.lookup("#sections").queryTableView();
    robot.interact(() -> table.getSelectionModel().clearAndSelect(3));
    Place.Section row = (Place.Section) window.workbench.navigator().current();
    Place.File file = new Place.File(fixture("libone.so"));
    Place header = new Place.Part(file, "ELF header", new ByteRange(0, 64));
    robot.interact(
        () -> {
          window.workbench.navigator().select(header, this);
          window.workbench.showView("sections");
        });
    assertThat(table.getSelectionModel().getSelectedIndex()).isNegative();
    robot.interact(() -> table.getSelectionModel().clearAndSelect(3));
    assertThat(window.workbench.navigator().current()).isEqualTo(row);
  }
}
