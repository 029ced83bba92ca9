package org.kpackworkbench.views.analysis.compare.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.views.analysis.compare.bytes.ByteCompareView.ByteStrip;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.draw.Pulses;
import org.kpackworkbench.views.kit.hex.HexSurface;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class ByteComparePaneTest {
  private final StackPane root = new StackPane();
  private ByteComparePane pane;

  @TempDir private Path folder;

  @Start
  void show(Stage stage) {
    stage.setScene(Pulses.scene(root, 1300, 500));
    // The stage is one for all tests, and may have the size that another one gave it.
    stage.sizeToScene();
    stage.show();
  }

  @AfterEach
  void end(FxRobot robot) {
    if (pane != null) {
      robot.interact(pane::dispose);
    }
  }

  private void compare(FxRobot robot, byte[]... sides) {
    compare(robot, ComparedBytes.of(sides));
  }

  private void compare(FxRobot robot, ByteComparison comparison) {
    begin(robot, comparison);
    Pulses.settle();
  }

  /** Shows the pane, which has begun to compare. */
  private void begin(FxRobot robot, ByteComparison comparison) {
    robot.interact(
        () -> {
          List<String> labels = comparison.sides().stream().map(side -> side.label()).toList();
          pane =
              new ByteComparePane(
                  comparison, labels, Pulses.BACKGROUND, Pulses.palette(), StandardFormats.all());
          root.getChildren().setAll(pane.node());
          pane.focus();
        });
  }

  private ByteCompareView view(FxRobot robot) {
    return robot.lookup(".byte-compare-view").queryAs(ByteCompareView.class);
  }

  private List<String> rows(FxRobot robot) {
    return DrawnRows.rows(view(robot).model(), view(robot).sides());
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static String count(FxRobot robot) {
    return text(robot, "#difference-count");
  }

  private static byte[] letters(int from, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (from + i);
    }
    return bytes;
  }

  @Test
  void whatWasPutInStandsBesideAGapAndTheRestIsAlignedAgain(FxRobot robot) {
    byte[] before = ComparedBytes.random(1, 16);
    byte[] after = ComparedBytes.random(2, 64);
    compare(
        robot,
        ComparedBytes.joined(before, after),
        ComparedBytes.joined(before, letters(0x41, 4), after));
    assertThat(count(robot)).isEqualTo("Difference 1 of 1");
    List<String> rows = rows(robot);
    assertThat(rows.get(0)).startsWith("0: ").contains(" | 0: ");
    assertThat(rows.get(1)).startsWith("10: // // // // ").contains(" + 10: 41 42 43 44 ");
    assertThat(rows.get(2)).startsWith("1c: ").contains(" | 20: ");
    assertThat(text(robot, "#caret-side-0")).isEqualTo("left: nothing here, before offset 0x10");
    assertThat(text(robot, "#caret-side-1")).isEqualTo("right: offset 0x10, byte 41 'A'");
    assertThat(view(robot).getAccessibleText()).contains("right: offset 0x10, byte 41 'A'");
  }

  @Test
  void keysAndButtonsGoFromDifferenceToDifference(FxRobot robot) {
    byte[] one = ComparedBytes.random(1, 20_000);
    byte[] other = one.clone();
    other[100]++;
    other[10_000]++;
    other[10_001]++;
    other[19_999]++;
    compare(robot, one, other);
    assertThat(count(robot)).isEqualTo("Difference 1 of 3");
    assertThat(pane.statusText().getValue()).as("said above").isEmpty();
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(count(robot)).isEqualTo("Difference 2 of 3");
    assertThat(pane.selectedBytes(0)).isEqualTo(new ByteRange(10_000, 2));
    Pulses.settle();
    assertThat(rows(robot)).anyMatch(row -> row.startsWith("2710: ") && row.contains(" ≠ 2710: "));
    robot.clickOn("#next-difference");
    assertThat(count(robot)).isEqualTo("Difference 3 of 3");
    robot.clickOn("#next-difference");
    assertThat(count(robot)).isEqualTo("Difference 3 of 3; no more differences after this");
    robot.push(KeyCode.ALT, KeyCode.UP);
    robot.clickOn("#previous-difference");
    assertThat(count(robot)).isEqualTo("Difference 1 of 3");
    robot.clickOn("#previous-difference");
    assertThat(count(robot)).isEqualTo("Difference 1 of 3; no more differences before this");
  }

  @Test
  void sameBytesAreCalledSoOnlyWhenAllWereCompared(FxRobot robot) {
    byte[] bytes = ComparedBytes.random(1, 1000);
    compare(robot, bytes, bytes.clone());
    assertThat(count(robot)).isEqualTo("All bytes are the same");
    robot.push(KeyCode.ALT, KeyCode.DOWN);
    assertThat(count(robot)).isEqualTo("All bytes are the same");
    compare(robot, new byte[0], new byte[0]);
    assertThat(count(robot)).isEqualTo("All bytes are the same");
    assertThat(text(robot, "#caret-side-0")).isEqualTo("left: no bytes");
  }

  @Test
  void equalBytesFoldAndUnfoldByAClick(FxRobot robot) {
    byte[] one = ComparedBytes.random(1, 16 * 400);
    byte[] other = one.clone();
    other[16 * 300]++;
    compare(robot, one, other);
    robot.clickOn("#fold-equal");
    Pulses.settle();
    assertThat(rows(robot)).hasSize(7).first().isEqualTo("… 4 768 equal bytes …");
    assertThat(rows(robot).get(3)).startsWith("12c0: ").contains(" ≠ ");
    assertThat(rows(robot)).last().isEqualTo("… 1 552 equal bytes …");
    HexSurface surface = view(robot).surface();
    robot.clickOn(surface.localToScreen(60, surface.headerHeight() + 4));
    Pulses.settle();
    assertThat(rows(robot).getFirst()).startsWith("0: ");
    robot.clickOn("#fold-equal");
    Pulses.settle();
    assertThat(rows(robot)).noneMatch(row -> row.contains("equal bytes"));
  }

  @Test
  void theCaretPassesWhatIsFolded(FxRobot robot) {
    byte[] one = ComparedBytes.random(1, 16 * 400);
    byte[] other = one.clone();
    other[16 * 100]++;
    other[16 * 200]++;
    compare(robot, one, other);
    robot.interact(() -> robot.lookup("#fold-equal").queryAs(ToggleButton.class).fire());
    robot.push(KeyCode.DOWN).push(KeyCode.DOWN).push(KeyCode.DOWN);
    assertThat(text(robot, "#caret-side-0")).startsWith("left: offset 0xc60");
    robot.push(KeyCode.UP);
    assertThat(text(robot, "#caret-side-0")).startsWith("left: offset 0x660");
    assertThat(rows(robot)).filteredOn(row -> row.contains("equal bytes")).hasSize(3);
  }

  @Test
  void findsOnEitherSideAndGoesOnByF3(FxRobot robot) {
    byte[] one = ("left magic" + " ".repeat(600) + "magic").getBytes(StandardCharsets.US_ASCII);
    byte[] other = ("left magic" + " ".repeat(600) + "majic").getBytes(StandardCharsets.US_ASCII);
    compare(robot, one, other);
    robot.push(KeyCode.SHORTCUT, KeyCode.HOME);
    robot.push(KeyCode.SHORTCUT, KeyCode.F).write("magic").push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(pane.selectedBytes(0)).isEqualTo(new ByteRange(5, 5));
    robot.push(KeyCode.F3);
    Pulses.settle();
    assertThat(pane.selectedBytes(0)).isEqualTo(new ByteRange(610, 5));
    robot.clickOn("#in-side-1");
    robot.push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(pane.selectedBytes(1)).isEqualTo(new ByteRange(5, 5));
    robot.push(KeyCode.SHIFT, KeyCode.F3);
    Pulses.settle();
    assertThat(pane.selectedBytes(1)).isEqualTo(new ByteRange(5, 5));
    robot.push(KeyCode.ESCAPE);
    assertThat(robot.lookup("#find-field").tryQuery()).isEmpty();
    assertThat(view(robot).isFocused()).isTrue();
  }

  @Test
  void goesToAnOffsetOfEitherSide(FxRobot robot) {
    byte[] before = ComparedBytes.random(1, 500);
    byte[] after = ComparedBytes.random(2, 5_000);
    compare(
        robot,
        ComparedBytes.joined(before, after),
        ComparedBytes.joined(before, letters(1, 100), after));
    robot.push(KeyCode.SHORTCUT, KeyCode.G);
    robot.clickOn("#in-side-1");
    robot.write("4096").push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(pane.selectedBytes(1)).isEqualTo(new ByteRange(4096, 1));
    assertThat(pane.selectedBytes(0)).isEqualTo(new ByteRange(3996, 1));
    robot.push(KeyCode.SHORTCUT, KeyCode.G);
    robot.clickOn("#in-side-0");
    robot.write("0x1000").push(KeyCode.ENTER);
    Pulses.settle();
    assertThat(pane.selectedBytes(0)).isEqualTo(new ByteRange(4096, 1));
    goTo(robot, "0x1000..0x1010");
    assertThat(pane.selectedBytes(0)).as("a range").isEqualTo(new ByteRange(4096, 16));
    robot.push(KeyCode.SHORTCUT, KeyCode.G).write("0x99999");
    Pulses.settle();
    assertThat(text(robot, "#go-to-message")).contains("after the end of the file");
  }

  @Test
  void swappingShowsTheOtherSideFirst(FxRobot robot) {
    byte[] bytes = ComparedBytes.random(1, 100);
    compare(robot, bytes, ComparedBytes.joined(bytes, letters(1, 16)));
    assertThat(count(robot)).isEqualTo("Difference 1 of 1");
    String before = rows(robot).getLast();
    assertThat(before).contains(" + ");
    robot.push(KeyCode.ALT, KeyCode.BACK_SLASH);
    Pulses.settle();
    assertThat(rows(robot).getLast()).contains(" − ");
    assertThat(text(robot, "#caret-side-1")).isEqualTo("right: after the end");
    assertThat(count(robot)).isEqualTo("Difference 1 of 1");
    robot.clickOn("#swap-sides");
    Pulses.settle();
    assertThat(rows(robot).getLast()).isEqualTo(before);
  }

  @Test
  void copiesTheBytesOfTheSideOfTheCaret(FxRobot robot) {
    compare(robot, new byte[] {1, 2, 3, 4}, new byte[] {1, 0x41, 0x42, 4});
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    Pulses.settle();
    assertThat(clipboard(robot)).isEqualTo("02 03");
    robot.push(KeyCode.SHORTCUT, KeyCode.RIGHT).push(KeyCode.SHORTCUT, KeyCode.C);
    Pulses.settle();
    assertThat(clipboard(robot)).isEqualTo("41 42");
  }

  private static String clipboard(FxRobot robot) {
    String[] text = new String[1];
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }

  @Test
  void theStripLeadsToWhereItIsClicked(FxRobot robot) {
    byte[] one = ComparedBytes.random(1, 1_000_000);
    byte[] other = one.clone();
    other[1]++;
    other[750_000]++;
    compare(robot, one, other);
    ByteStrip strip = robot.lookup("#difference-strip").queryAs(ByteStrip.class);
    Point2D there = strip.localToScreen(8, strip.getHeight() * 0.75);
    robot.clickOn(there);
    Pulses.settle();
    assertThat(pane.selectedBytes(0).start()).isBetween(740_000L, 760_000L);
    assertThat(strip.words(strip.getHeight() * 0.75)).isEqualTo("difference 2: 1 bytes");
    assertThat(strip.words(strip.getHeight() * 0.5)).isNull();
  }

  @Test
  void ownersAreNamedWhereTheFormatSaysThem(FxRobot robot) throws Exception {
    byte[] archive = Files.readAllBytes(ArchiveFiles.golden(folder));
    compare(robot, archive, new byte[archive.length]);
    robot.push(KeyCode.SHORTCUT, KeyCode.HOME);
    Pulses.settle();
    assertThat(text(robot, "#caret-side-0")).endsWith("byte 4b 'K', in magic");
    assertThat(text(robot, "#caret-side-1")).endsWith("byte 00");
  }

  @Test
  void theSideOfTheCaretComesIntoSightWhereNotBothFit(FxRobot robot) {
    compare(robot, new byte[] {1, 2}, new byte[] {1, 3});
    robot.interact(() -> ((Region) pane.node()).setMaxWidth(500));
    Pulses.settle();
    ScrollBar sideways = robot.lookup(".byte-compare-view .scroll-bar").queryAs(ScrollBar.class);
    assertThat(sideways.isVisible()).isTrue();
    assertThat(sideways.getValue()).isZero();
    robot.push(KeyCode.SHORTCUT, KeyCode.RIGHT);
    assertThat(sideways.getValue()).isGreaterThan(50);
    robot.push(KeyCode.SHORTCUT, KeyCode.LEFT);
    assertThat(sideways.getValue()).isZero();
  }

  @Test
  void aWindowMaySwapMoreThanTheBytes(FxRobot robot) {
    compare(robot, new byte[] {1}, new byte[] {2});
    List<String> asked = new ArrayList<>();
    pane.setOnSwap(() -> asked.add("swap"));
    robot.push(KeyCode.ALT, KeyCode.BACK_SLASH).clickOn("#swap-sides");
    assertThat(asked).hasSize(2);
    assertThat(text(robot, "#caret-side-0")).isEqualTo("left: offset 0x0, byte 01");
  }

  @Test
  void twoGigabytesAreScrolledWithoutBeingRead(FxRobot robot) throws IOException {
    Path one = sparse("one", 2L << 30);
    Path other = sparse("other", 2L << 30);
    try (OpenFile first = OpenFile.open(one);
        OpenFile second = OpenFile.open(other)) {
      begin(robot, ComparedBytes.of(List.of(first.view(), second.view())));
      robot.interact(() -> robot.lookup("#align-stop").queryButton().fire());
      Pulses.settle();
      assertThat(text(robot, "#align-words")).startsWith("stopped at ");
      assertThat(count(robot)).isEqualTo("No difference in what was compared");
      robot.push(KeyCode.SHORTCUT, KeyCode.END);
      Pulses.settle();
      assertThat(rows(robot).getLast()).startsWith("7ffffff0: 00 ");
      robot.interact(pane::dispose);
    }
  }

  private Path sparse(String name, long size) throws IOException {
    Path file = folder.resolve(name);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap(new byte[1]), size - 1);
    }
    return file;
  }

  @Test
  void aFileThatShrinksMeanwhileSaysSo(FxRobot robot) throws IOException {
    Path one = folder.resolve("one");
    Path other = folder.resolve("other");
    Files.write(one, ComparedBytes.random(1, 600_000));
    Files.write(other, ComparedBytes.random(1, 600_000));
    try (OpenFile first = OpenFile.open(one);
        OpenFile second = OpenFile.open(other)) {
      ByteComparison comparison = ComparedBytes.of(List.of(first.view(), second.view()));
      try (FileChannel channel = FileChannel.open(one, StandardOpenOption.WRITE)) {
        channel.truncate(100_000);
      }
      compare(robot, comparison);
      String words = ((Parent) robot.lookup("#compare-message").query()).getAccessibleText();
      assertThat(words).startsWith("Not all could be compared. ").contains("one");
      assertThat(count(robot)).isEqualTo("No difference in what was compared");
      robot.interact(pane::dispose);
    }
  }

  @Test
  void bytesArePutBesideOneAnotherByHand(FxRobot robot) {
    compare(robot, ComparedBytes.random(1, 300), ComparedBytes.random(2, 300));
    robot.push(KeyCode.SHORTCUT, KeyCode.HOME);
    goTo(robot, "16");
    menu(robot, "Mark Byte for Alignment");
    robot.push(KeyCode.SHORTCUT, KeyCode.RIGHT);
    goTo(robot, "48");
    menu(robot, "Align With 0x10 of the left Side");
    Pulses.settle();
    assertThat(pane.selectedBytes(1)).isEqualTo(new ByteRange(48, 1));
    assertThat(pane.selectedBytes(0)).isEqualTo(new ByteRange(16, 1));
    menu(robot, "Align Automatically");
    Pulses.settle();
    assertThat(pane.selectedBytes(0)).isEqualTo(new ByteRange(48, 1));
  }

  private static void goTo(FxRobot robot, String offset) {
    robot.push(KeyCode.SHORTCUT, KeyCode.G).write(offset).push(KeyCode.ENTER);
    Pulses.settle();
  }

  private void menu(FxRobot robot, String words) {
    robot.interact(
        () ->
            view(robot)
                .fireEvent(
                    new ContextMenuEvent(
                        ContextMenuEvent.CONTEXT_MENU_REQUESTED, 9, 9, 99, 99, true, null)));
    Pulses.settle();
    robot.clickOn(words);
  }

  @Test
  void threeSidesStandBesideOneAnother(FxRobot robot) {
    byte[] bytes = ComparedBytes.random(1, 64);
    byte[] changed = bytes.clone();
    changed[3]++;
    compare(robot, bytes, changed, java.util.Arrays.copyOf(bytes, 40));
    assertThat(count(robot)).isEqualTo("Difference 1 of 2");
    assertThat(rows(robot).getFirst().split(" ≠ ")).hasSize(3);
    assertThat(text(robot, "#caret-side-2")).startsWith("side 3: offset 0x3");
    assertThat(robot.lookup("#swap-sides").queryButton().isDisabled()).isTrue();
  }
}
