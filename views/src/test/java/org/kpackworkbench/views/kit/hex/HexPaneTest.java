package org.kpackworkbench.views.kit.hex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.draw.Pulses;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class HexPaneTest {
  private HexPane pane;

  @Start
  void show(Stage stage) {
    pane = new HexPane(Pulses.BACKGROUND, Pulses.palette());
    byte[] bytes = ("magic HIPK" + " ".repeat(5_000) + "HIPF").getBytes(StandardCharsets.US_ASCII);
    pane.model().viewProperty().set(ByteView.of("bytes", bytes));
    stage.setScene(Pulses.scene(pane, 900, 400));
    stage.show();
    pane.hex().requestFocus();
  }

  private ByteRange selection() {
    return pane.model().selectionProperty().get();
  }

  private static String message(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  @Test
  void findsTextForwardAndBackwardByKeys(FxRobot robot) {
    robot.push(KeyCode.SHORTCUT, KeyCode.F).write("hip").push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(selection()).isEqualTo(new ByteRange(6, 3));
    robot.push(KeyCode.F3);
    Pulses.settle();
    assertThat(selection()).isEqualTo(new ByteRange(5_010, 3));
    robot.push(KeyCode.F3);
    Pulses.settle();
    assertThat(selection()).isEqualTo(new ByteRange(6, 3));
    assertThat(message(robot, "#find-message")).contains("continued from the start");
    robot.push(KeyCode.SHIFT, KeyCode.F3);
    Pulses.settle();
    assertThat(selection()).isEqualTo(new ByteRange(5_010, 3));
    robot.push(KeyCode.ESCAPE);
    assertThat(robot.lookup("#find-field").tryQuery()).isEmpty();
    assertThat(pane.hex().isFocused()).isTrue();
  }

  @Test
  void theMapLeadsAnywhere(FxRobot robot) {
    byte[] bytes = new byte[1 << 20];
    Claim code = new Claim(new ByteRange(0, 1 << 19), OwnerKind.HOST_CODE, "code", null);
    Claim rest = new Claim(new ByteRange(1 << 19, 1 << 19), OwnerKind.ZERO_FILLED, "zeros", null);
    Claim wrong = new Claim(new ByteRange(100, 4), OwnerKind.PROBLEM, "wrong", null);
    robot.interact(
        () -> {
          pane.model().viewProperty().set(ByteView.of("bytes", bytes));
          pane.model()
              .ownershipProperty()
              .set(ClaimMap.of(bytes.length, List.of(code, wrong, rest)));
        });
    Pulses.settle();
    Minimap map = robot.lookup("#minimap").queryAs(Minimap.class);
    assertThat(map.bands().stream().map(Minimap.Band::kind))
        .as("what is a problem is seen, however small")
        .containsExactly(OwnerKind.PROBLEM, OwnerKind.HOST_CODE, OwnerKind.ZERO_FILLED);
    robot.clickOn(map);
    Pulses.settle();
    assertThat(pane.model().caret()).isBetween((1L << 19) - 8192, (1L << 19) + 8192);
    long row = pane.model().caret() / pane.model().rowLength();
    assertThat(pane.model().topRowProperty().get())
        .isLessThanOrEqualTo(row)
        .isGreaterThan(row - pane.model().visibleRows());
    Node frame = robot.lookup(".minimap-frame").query();
    assertThat(frame.getBoundsInParent().getCenterY())
        .isBetween(map.getHeight() / 2 - 6, map.getHeight() / 2 + 6);
    robot.interact(() -> pane.model().viewProperty().set(ByteView.of("few", new byte[100])));
    Pulses.settle();
    assertThat(map.isVisible()).as("few bytes need none").isFalse();
  }

  @Test
  void anyNumberOfBytesHasAMapOfItsHeight() {
    Claim all = new Claim(new ByteRange(0, Long.MAX_VALUE / 4), OwnerKind.HOST_DATA, "all", null);
    ClaimMap owners = ClaimMap.of(Long.MAX_VALUE / 4, List.of(all));
    assertThat(Minimap.Band.of(owners, owners.sizeBytes(), 300))
        .containsExactly(new Minimap.Band(0, 300, OwnerKind.HOST_DATA, null));
    assertThat(Minimap.Band.of(ClaimMap.of(0, List.of()), 0, 300)).isEmpty();
    assertThat(Minimap.Band.of(ClaimMap.of(3, List.of()), 3, 2))
        .containsExactly(new Minimap.Band(0, 2, OwnerKind.UNOWNED, null));
  }

  @Test
  void saysWhatIsWrongWithDigits(FxRobot robot) {
    robot.push(KeyCode.SHORTCUT, KeyCode.F);
    robot.interact(() -> pane.find().modeProperty().set(FindMode.HEX));
    robot.write("48 4x");
    Pulses.settle();
    assertThat(message(robot, "#find-message"))
        .contains("\"x\" in \"4x\" is not a hexadecimal" + " digit");
    robot.eraseText(1).write("9");
    robot.clickOn("#find-next");
    Pulses.settle();
    assertThat(message(robot, "#find-message")).isEmpty();
    assertThat(selection()).isEqualTo(new ByteRange(6, 2));
    robot.clickOn("#find-count");
    Pulses.settle();
    assertThat(message(robot, "#find-message")).isEqualTo("2 matches");
  }

  @Test
  void goesToOffsetsAndAddresses(FxRobot robot) {
    robot.interact(
        () ->
            pane.setGoToParser(
                () ->
                    new GoToParser(
                        5_014,
                        address -> OptionalLong.of(address - 0x400000),
                        (text, most) ->
                            ".fat".startsWith(text)
                                ? List.of(new GoTo.Found(new ByteRange(6, 4), null, ".fat"))
                                : List.of())));
    robot.push(KeyCode.SHORTCUT, KeyCode.G).write("0x99999");
    Pulses.settle();
    assertThat(message(robot, "#go-to-message")).contains("after the end of the file, 0x1396");
    robot.push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(robot.lookup("#go-to-field").tryQuery()).as("stays open").isPresent();
    robot.push(KeyCode.SHORTCUT, KeyCode.A).write("addr:0x400100").push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(pane.model().caretProperty().get()).isEqualTo(0x100);
    assertThat(robot.lookup("#go-to-field").tryQuery()).isEmpty();

    robot.push(KeyCode.SHORTCUT, KeyCode.G).push(KeyCode.SHORTCUT, KeyCode.A).write(".fat");
    Pulses.settle();
    robot.push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(selection()).isEqualTo(new ByteRange(6, 4));
  }
}
