package org.kpackworkbench.views.kit.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.geometry.Point2D;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.draw.Pulses;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class LayoutMapTest {
  private static final MapPiece TEXT = piece(0, 600_000, 0, OwnerKind.HOST_CODE, ".text");
  private static final MapPiece FAT =
      piece(600_000, 400_000, 0, OwnerKind.HOST_DATA, ".hip_fatbin");
  private static final MapPiece BUNDLE = piece(600_000, 200_000, 1, OwnerKind.METADATA, "bundle 0");
  private static final MapPiece WRAPPER = piece(550_000, 24, 1, OwnerKind.WRAPPER, "wrapper 0");
  private static final MapPiece LOADED = piece(4_096, 600_000, 0, OwnerKind.HOST_CODE, ".text");

  private LayoutMapPane pane;
  private LayoutMap map;
  private final List<String> chosen = new ArrayList<>();

  private static MapPiece piece(long start, long length, int depth, OwnerKind kind, String label) {
    return new MapPiece(
        new ByteRange(start, length), depth, new MapPiece.Owned(kind, null), label, "", null);
  }

  @Start
  void show(Stage stage) {
    pane = new LayoutMapPane(Pulses.palette());
    map = pane.map();
    map.setOnSelect(piece -> chosen.add(piece.label()));
    map.modelProperty()
        .set(
            new LayoutMapModel(
                List.of(
                    new MapLane(
                        "file",
                        MapLane.Unit.FILE_OFFSET,
                        new ByteRange(0, 1_000_000),
                        List.of(TEXT, WRAPPER, FAT, BUNDLE),
                        List.of(new ByteRange(900_000, 50_000))),
                    new MapLane(
                        "memory",
                        MapLane.Unit.ADDRESS,
                        new ByteRange(4_096, 600_000),
                        List.of(LOADED),
                        List.of())),
                List.of(new MapLink(TEXT.range(), LOADED.range()))));
    stage.setScene(Pulses.scene(pane, 900, 420));
    stage.show();
    map.requestFocus();
  }

  /** The middle of a piece on the screen, in its own level. */
  private Point2D at(FxRobot robot, int lane, MapPiece piece) {
    Pulses.settle();
    Point2D[] point = new Point2D[1];
    robot.interact(
        () -> {
          MapGeometry geometry = map.geometry();
          point[0] =
              map.localToScreen(
                  MapGeometry.MARGIN + map.viewport().middle(lane, piece.range()),
                  geometry.barTop(lane) + (piece.depth() + 0.5) * geometry.levelHeight());
        });
    return point[0];
  }

  private String selected() {
    LayoutMap.MapSelection selection = map.selectionProperty().get();
    return selection == null ? "nothing" : selection.piece().label();
  }

  @Test
  void aClickSelectsThePieceUnderIt(FxRobot robot) {
    robot.clickOn(at(robot, 0, BUNDLE));
    assertThat(selected()).isEqualTo("bundle 0");
    robot.clickOn(at(robot, 0, FAT));
    assertThat(selected()).isEqualTo(".hip_fatbin");
    robot.clickOn(at(robot, 1, LOADED));
    assertThat(map.selectionProperty().get().lane()).isEqualTo(1);
    assertThat(chosen).containsExactly("bundle 0", ".hip_fatbin", ".text");
    assertThat(map.getAccessibleText()).isEqualTo(".text, memory, address 0x1000, 585.9 KiB");
  }

  @Test
  void tinyPiecesCatchThePointerNearThem(FxRobot robot) {
    Point2D wrapper = at(robot, 0, WRAPPER);
    robot.clickOn(wrapper.add(3, 0));
    assertThat(selected()).isEqualTo("wrapper 0");
    robot.clickOn(wrapper.add(-100, 0));
    assertThat(selected()).isEqualTo(".text");
  }

  @Test
  void aDoubleClickShowsAPieceInFullAndZeroShowsAllAgain(FxRobot robot) {
    robot.moveTo(at(robot, 0, BUNDLE)).doubleClickOn(MouseButton.PRIMARY);
    Pulses.settle();
    assertThat(map.viewport().isFitted()).isFalse();
    assertThat(map.viewport().x(0, 600_000)).isPositive();
    assertThat(map.viewport().x(0, 800_000) - map.viewport().x(0, 600_000)).isGreaterThan(600);
    robot.push(KeyCode.DIGIT0);
    Pulses.settle();
    assertThat(map.viewport().isFitted()).isTrue();
  }

  @Test
  void keysWalkAlongALevelAndBetweenLevelsAndLanes(FxRobot robot) {
    robot.push(KeyCode.RIGHT);
    assertThat(selected()).isEqualTo(".text");
    robot.push(KeyCode.RIGHT);
    assertThat(selected()).isEqualTo(".hip_fatbin");
    robot.push(KeyCode.RIGHT);
    assertThat(selected()).as("the last one").isEqualTo(".hip_fatbin");
    robot.push(KeyCode.DOWN);
    assertThat(selected()).isEqualTo("bundle 0");
    robot.push(KeyCode.LEFT);
    assertThat(selected()).isEqualTo("wrapper 0");
    robot.push(KeyCode.DOWN);
    assertThat(map.selectionProperty().get().lane()).isEqualTo(1);
    robot.push(KeyCode.UP);
    assertThat(map.selectionProperty().get().lane()).isZero();
    robot.push(KeyCode.ENTER);
    assertThat(map.viewport().isFitted()).isFalse();
  }

  @Test
  void draggingMovesAndSelectsNothing(FxRobot robot) {
    robot.interact(() -> map.zoomAt(0, 400, 4));
    Point2D from = robot.point(map).query();
    double before = map.viewport().offset(0, 0);
    robot.moveTo(from).press(MouseButton.PRIMARY).moveBy(-60, 0).release(MouseButton.PRIMARY);
    Pulses.settle();
    assertThat(map.viewport().offset(0, 0)).isGreaterThan(before);
    assertThat(selected()).isEqualTo("nothing");
  }

  @Test
  void theProgramSelectsWithoutAnEcho(FxRobot robot) {
    robot.interact(() -> map.selectAt(650_000));
    assertThat(selected()).isEqualTo("bundle 0");
    robot.interact(() -> map.selectAt(850_000));
    assertThat(selected()).isEqualTo(".hip_fatbin");
    assertThat(chosen).isEmpty();
  }

  @Test
  void theLegendNamesWhatIsDrawn(FxRobot robot) {
    Set<String> words =
        robot.lookup(".map-legend .label").queryAllAs(Label.class).stream()
            .map(Label::getText)
            .collect(Collectors.toSet());
    assertThat(words)
        .containsExactlyInAnyOrder(
            "host code", "host data", "wrapper", "metadata, tables", "╱╱╱ pages that are all zero");
    robot.clickOn("#map-zoom-in");
    assertThat(map.viewport().isFitted()).isFalse();
    robot.clickOn("#map-zoom-all");
    assertThat(map.viewport().isFitted()).isTrue();
  }
}
