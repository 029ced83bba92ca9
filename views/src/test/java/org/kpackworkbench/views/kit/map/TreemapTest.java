package org.kpackworkbench.views.kit.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.control.Hyperlink;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.draw.Pulses;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class TreemapTest {
  private static final MapPiece.Owned LOOK = new MapPiece.Owned(OwnerKind.DEVICE_CODE, "gfx90a");
  private static final TreemapNode BIG = TreemapNode.leaf("big", 600_000, LOOK, "the big one");
  private static final TreemapNode SMALL = TreemapNode.leaf("small", 200_000, LOOK, null);
  private static final TreemapNode FIRST =
      TreemapNode.group("first", null, null, List.of(BIG, SMALL));
  private static final TreemapNode SECOND =
      TreemapNode.group(
          "second", null, null, List.of(TreemapNode.leaf("other", 400_000, LOOK, null)));
  private static final TreemapNode ROOT =
      TreemapNode.group("all", null, null, List.of(SECOND, FIRST));

  private Treemap treemap;
  private final List<String> chosen = new ArrayList<>();

  @Start
  void show(Stage stage) {
    TreemapPane pane = new TreemapPane(Pulses.palette());
    treemap = pane.treemap();
    treemap.setOnSelect(node -> chosen.add(node.label()));
    treemap.rootProperty().set(ROOT);
    stage.setScene(Pulses.scene(pane, 900, 500));
    stage.show();
    treemap.requestFocus();
  }

  private Point2D middleOf(FxRobot robot, TreemapNode node) {
    Pulses.settle();
    Point2D[] point = new Point2D[1];
    robot.interact(
        () -> {
          Squarify.Box box =
              treemap.tiles().stream()
                  .filter(tile -> tile.node().equals(node))
                  .findFirst()
                  .orElseThrow()
                  .box();
          point[0] = treemap.localToScreen(box.x() + box.width() / 2, box.y() + box.height() / 2);
        });
    return point[0];
  }

  private List<String> path() {
    return treemap.pathProperty().get().stream().map(TreemapNode::label).toList();
  }

  @Test
  void aClickSelectsATile(FxRobot robot) {
    robot.clickOn(middleOf(robot, BIG));
    assertThat(treemap.selectionProperty().get()).isSameAs(BIG);
    assertThat(chosen).containsExactly("big");
    assertThat(treemap.getAccessibleText()).isEqualTo("big, 585.9 KiB, 50.0 % of all");
  }

  @Test
  void aDoubleClickGoesIntoTheGroupAndTheWayLeadsBack(FxRobot robot) {
    robot.moveTo(middleOf(robot, BIG)).doubleClickOn(MouseButton.PRIMARY);
    Pulses.settle();
    assertThat(path()).containsExactly("all", "first");
    assertThat(treemap.tiles())
        .extracting(tile -> tile.node().label())
        .containsExactly("big", "small");
    robot.clickOn(robot.lookup("#treemap-way .hyperlink").queryAs(Hyperlink.class));
    Pulses.settle();
    assertThat(path()).containsExactly("all");
    assertThat(treemap.selectionProperty().get()).as("where it came from").isSameAs(FIRST);
  }

  @Test
  void keysSelectGoInAndOut(FxRobot robot) {
    Pulses.settle();
    robot.push(KeyCode.RIGHT);
    assertThat(treemap.selectionProperty().get()).as("starts at the largest").isSameAs(BIG);
    robot.push(KeyCode.RIGHT);
    assertThat(chosen).hasSize(2).last().isNotEqualTo("big");
    robot.interact(() -> treemap.select(FIRST));
    robot.push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(path()).containsExactly("all", "first");
    robot.push(KeyCode.BACK_SPACE);
    assertThat(path()).containsExactly("all");
    robot.push(KeyCode.BACK_SPACE);
    assertThat(path()).as("already outermost").containsExactly("all");
  }

  @Test
  void leftoversCanBeLookedInto(FxRobot robot) {
    List<TreemapNode> leaves = new ArrayList<>();
    leaves.add(TreemapNode.leaf("giant", 1L << 40, LOOK, null));
    for (int i = 0; i < 500; i++) {
      leaves.add(TreemapNode.leaf("dwarf " + i, 1_000 + i, LOOK, null));
    }
    robot.interact(() -> treemap.rootProperty().set(TreemapNode.group("all", null, null, leaves)));
    Pulses.settle();
    TreemapNode more = treemap.tiles().getLast().node();
    assertThat(more.label()).isEqualTo("500 more");
    robot.interact(() -> treemap.drillInto(more));
    Pulses.settle();
    assertThat(path()).containsExactly("all", "500 more");
    assertThat(treemap.tiles()).hasSize(500);
  }
}
