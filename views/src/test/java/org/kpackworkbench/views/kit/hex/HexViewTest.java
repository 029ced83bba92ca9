package org.kpackworkbench.views.kit.hex;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.draw.Pulses;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class HexViewTest {
  private static final long FIVE_GB = 5_000_000_000L;

  private HexView hex;
  private final List<String> messages = new ArrayList<>();

  @Start
  void show(Stage stage) {
    hex = new HexView(Pulses.BACKGROUND, Pulses.palette());
    hex.setOnMessage(messages::add);
    stage.setScene(Pulses.scene(hex, 900, 400));
    stage.show();
    hex.requestFocus();
  }

  private HexModel model() {
    return hex.model();
  }

  private void showBytes(FxRobot robot, byte[] bytes) {
    robot.interact(() -> model().viewProperty().set(ByteView.of("bytes", bytes)));
    Pulses.settle();
  }

  private static byte[] counting(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  @Test
  void showsBytesAsDigitsAndText(FxRobot robot) {
    showBytes(robot, counting(70));
    assertThat(new HexTranscript(hex).rows())
        .hasSize(5)
        .contains(
            "00000040  40 41 42 43 44 45                                 @ABCDE",
            "00000030  30 31 32 33 34 35 36 37  38 39 3a 3b 3c 3d 3e 3f  0123456789:;<=>?");
  }

  @Test
  void keysMoveTheCaretAndSelect(FxRobot robot) {
    showBytes(robot, counting(100_000));
    robot.push(KeyCode.DOWN).push(KeyCode.RIGHT).push(KeyCode.RIGHT);
    assertThat(model().caretProperty().get()).isEqualTo(18);
    robot.push(KeyCode.SHIFT, KeyCode.RIGHT).push(KeyCode.SHIFT, KeyCode.DOWN);
    assertThat(model().selectionProperty().get()).isEqualTo(new ByteRange(18, 18));
    robot.push(KeyCode.HOME);
    assertThat(model().caretProperty().get()).isEqualTo(32);
    assertThat(model().selectionProperty().get().isEmpty()).isTrue();
    robot.push(KeyCode.END);
    assertThat(model().caretProperty().get()).isEqualTo(47);
    robot.push(KeyCode.SHORTCUT, KeyCode.END);
    assertThat(model().caretProperty().get()).isEqualTo(99_999);
    Pulses.settle();
    assertThat(new HexTranscript(hex).rows().getLast()).startsWith("00018690  90 91 92");
    robot.push(KeyCode.SHORTCUT, KeyCode.HOME).push(KeyCode.PAGE_DOWN);
    assertThat(model().topRowProperty().get()).isEqualTo(model().visibleRows());
    robot.push(KeyCode.SHORTCUT, KeyCode.A);
    assertThat(model().selectionProperty().get()).isEqualTo(new ByteRange(0, 100_000));
  }

  @Test
  void theScreenReaderHearsTheByteAndItsOwners(FxRobot robot) {
    showBytes(robot, "KPAK".getBytes(StandardCharsets.US_ASCII));
    Claim claim = new Claim(new ByteRange(0, 4), OwnerKind.METADATA, "magic", null);
    robot.interact(() -> model().ownershipProperty().set(ClaimMap.of(4, List.of(claim))));
    Pulses.settle();
    robot.push(KeyCode.RIGHT);
    assertThat(hex.getAccessibleText()).isEqualTo("offset 0x1, byte 50, 80, P, in magic");
  }

  @Test
  void theMouseSelectsBytesAndOwners(FxRobot robot) {
    showBytes(robot, counting(1_000));
    Claim claim = new Claim(new ByteRange(33, 20), OwnerKind.MARKER, "marker", null);
    robot.interact(() -> model().ownershipProperty().set(ClaimMap.of(1_000, List.of(claim))));
    Pulses.settle();
    HexSurface surface = robot.lookup(".monospaced").queryAs(HexSurface.class);
    double row = surface.rowHeight();
    double y = surface.headerHeight() + row / 2;
    HexColumns columns = surface.columns(0);
    robot
        .moveTo(at(robot, surface, columns.hexX(2) + 3, y + row))
        .press(MouseButton.PRIMARY)
        .moveTo(at(robot, surface, columns.hexX(4) + 3, y + 3 * row))
        .release(MouseButton.PRIMARY);
    assertThat(model().selectionProperty().get()).isEqualTo(ByteRange.between(18, 53));

    robot.moveTo(at(robot, surface, columns.asciiX(5) + 2, y + 2 * row));
    robot.doubleClickOn(MouseButton.PRIMARY);
    assertThat(model().selectionProperty().get()).isEqualTo(claim.range());
  }

  private static Point2D at(FxRobot robot, Node node, double x, double y) {
    Point2D[] point = new Point2D[1];
    robot.interact(() -> point[0] = node.localToScreen(x, y));
    return point[0];
  }

  @Test
  void fiveGigabytesScrollInConstantMemory(FxRobot robot, @TempDir Path folder) throws IOException {
    Path path = folder.resolve("sparse");
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap("the end".getBytes(StandardCharsets.US_ASCII)), FIVE_GB - 7);
    }
    try (OpenFile file = OpenFile.open(path)) {
      robot.interact(() -> model().viewProperty().set(file.view()));
      Pulses.settle();
      int nodes = countNodes(hex);
      long rows = FIVE_GB / 16;
      for (int step = 1; step <= 20; step++) {
        long row = rows * step / 21;
        robot.interact(() -> model().scrollTo(row));
        Pulses.settle();
        assertThat(model().topRowProperty().get()).isEqualTo(row);
        assertThat(new HexTranscript(hex).rows().getFirst())
            .startsWith("%09x  00 00".formatted(row * 16));
        assertThat(hex.cachedBytes()).isLessThanOrEqualTo(512 * 1024);
      }
      robot.push(KeyCode.SHORTCUT, KeyCode.END);
      Pulses.settle();
      assertThat(new HexTranscript(hex).rows().getLast())
          .startsWith("12a05f1f0")
          .endsWith(".........the end");
      robot.push(KeyCode.PAGE_UP);
      assertThat(model().topRowProperty().get()).isEqualTo(rows - 2 * model().visibleRows());
      assertThat(countNodes(hex)).isEqualTo(nodes).isLessThan(40);
      robot.interact(() -> model().viewProperty().set(null));
      Pulses.settle();
    }
  }

  private static int countNodes(Parent parent) {
    int count = 1;
    for (Node child : parent.getChildrenUnmodifiable()) {
      count += child instanceof Parent inner ? countNodes(inner) : 1;
    }
    return count;
  }

  @Test
  void aFileThatWasClosedSaysSoInItsRows(FxRobot robot, @TempDir Path folder) throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[100]);
    ByteView view;
    try (OpenFile file = OpenFile.open(path)) {
      view = file.view();
    }
    robot.interact(() -> model().viewProperty().set(view));
    Pulses.settle();
    assertThat(new HexTranscript(hex).rows().getFirst()).contains("after the file was closed");
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    Pulses.settle();
    assertThat(messages).singleElement().asString().contains("after the file was closed");
  }

  @Test
  void scrollsByPixelsBetweenRows(FxRobot robot) {
    showBytes(robot, counting(100_000));
    HexSurface surface = robot.lookup(".monospaced").queryAs(HexSurface.class);
    double row = surface.rowHeight();
    robot.interact(() -> surface.scrollPixels(2.5 * row));
    assertThat(model().topRowProperty().get()).isEqualTo(2);
    robot.interact(() -> surface.scrollPixels(0.75 * row));
    assertThat(model().topRowProperty().get()).isEqualTo(3);
    robot.interact(() -> surface.scrollPixels(-100 * row));
    assertThat(model().topRowProperty().get()).isZero();
    robot.interact(() -> surface.scrollPixels(1e9));
    assertThat(model().topRowProperty().get()).isEqualTo(model().lastTop());
  }

  @Test
  void copiesTheSelection(FxRobot robot) {
    showBytes(robot, "KPAK".getBytes(StandardCharsets.US_ASCII));
    robot.push(KeyCode.SHORTCUT, KeyCode.A).push(KeyCode.SHORTCUT, KeyCode.C);
    Pulses.settle();
    assertThat(clipboard(robot)).isEqualTo("4b 50 41 4b");
    robot.interact(() -> hex.copy(HexCopy.TEXT));
    Pulses.settle();
    assertThat(clipboard(robot)).isEqualTo("KPAK");
  }

  private static String clipboard(FxRobot robot) {
    String[] text = new String[1];
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }

  @Test
  void tooLargeASelectionIsNotCopied(FxRobot robot) {
    showBytes(robot, new byte[HexCopy.MOST_BYTES + 1]);
    robot.push(KeyCode.SHORTCUT, KeyCode.A).push(KeyCode.SHORTCUT, KeyCode.C);
    assertThat(messages).singleElement().asString().contains("at most 4.0 MiB can be copied");
  }

  @Test
  void addressesAppearWhenTheyAreKnown(FxRobot robot) {
    showBytes(robot, counting(100));
    double before = hex.prefWidth(-1);
    robot.interact(
        () -> model().addressOfProperty().set(offset -> OptionalLong.of(0x1000 + offset)));
    Pulses.settle();
    assertThat(hex.prefWidth(-1)).isGreaterThan(before);
  }

  @Test
  void theTipGoesWhenTheBytesUnderThePointerMove(FxRobot robot) {
    showBytes(robot, new byte[100_000]);
    Node surface = hex.getChildrenUnmodifiable().getFirst();
    robot.interact(
        () ->
            surface.fireEvent(
                new MouseEvent(
                    MouseEvent.MOUSE_MOVED,
                    150,
                    60,
                    150,
                    60,
                    MouseButton.NONE,
                    0,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    null)));
    assertThat(hex.tip().isPending()).isTrue();
    robot.interact(() -> model().scrollTo(20));
    assertThat(hex.tip().isPending()).isFalse();
  }
}
