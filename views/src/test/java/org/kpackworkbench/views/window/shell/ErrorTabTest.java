package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.input.Clipboard;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** What the window says when files are bad, change, or vanish. */
class ErrorTabTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  private static List<String> texts(FxRobot robot, String within) {
    return robot.from(robot.lookup(within)).lookup(".label").queryAllAs(Label.class).stream()
        .filter(Node::isVisible)
        .map(Labeled::getText)
        .toList();
  }

  @Test
  void aFileThatCannotBeOpenedSaysWhyInItsTab(FxRobot robot) throws IOException {
    Path bad = file("bad.kpack");
    robot.interact(() -> workbench.openAll(List.of(bad)));
    assertThat(robot.lookup("#error-what").queryAs(Label.class).getText())
        .isEqualTo("The kpack header does not begin with the format's signature.");
    assertThat(texts(robot, ".error-facts"))
        .contains("Expected", "\"KPAK\"", "Found", "\"made\"", "What to do")
        .contains("Open the file that the archive was made from.");
    robot.clickOn("#error-copy");
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("bad.kpack could not be opened")
                .contains("Expected: \"KPAK\""));
  }

  @Test
  void aFileThatDoesNotExistIsAnErrorInItsTabToo(FxRobot robot) {
    robot.interact(() -> workbench.openAll(List.of(temp.resolve("nowhere.so"))));
    assertThat(robot.lookup("#error-what").queryAs(Label.class).getText())
        .isEqualTo("The file does not exist.");
    assertThat(workbench.settings().recentFiles()).isEmpty();
  }

  @Test
  void tryingAgainOpensItWhenItIsMended(FxRobot robot) throws IOException {
    Path later = temp.resolve("later.so");
    robot.interact(() -> workbench.openAll(List.of(later)));
    Files.writeString(later, "now it is there");
    robot.clickOn("#reload");
    assertThat(robot.lookup("#error-what").tryQuery()).isEmpty();
    assertThat(robot.lookup("#list-overview").tryQuery()).isPresent();
  }

  @Test
  void whatCouldBeReadIsShownWithWhatStoppedIt(FxRobot robot) throws IOException {
    Path part = file("part.so");
    robot.interact(() -> workbench.openAll(List.of(part)));
    assertThat(robot.lookup("#list-overview").tryQuery()).isPresent();
    assertThat(texts(robot, ".error-bar"))
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("Only a part could be read.")
                    .contains("bundle 1")
                    .contains("200"));
    robot.clickOn("#problem-details");
    assertThat(dialogs.errors)
        .singleElement()
        .asString()
        .startsWith("part.so could be read in part");
  }

  @Test
  void problemsOfOneCauseAreOneBar(FxRobot robot) throws IOException {
    Path parts = file("parts-many.so");
    robot.interact(() -> workbench.openAll(List.of(parts)));
    assertThat(texts(robot, ".error-bar"))
        .filteredOn(text -> text.length() > 3)
        .satisfiesExactly(
            text ->
                assertThat(text)
                    .startsWith("Only a part could be read. ")
                    .contains("bundle 1")
                    .contains("4 more like this.")
                    .endsWith("There are problems of 1 other cause."),
            text -> assertThat(text).contains("symbol table").doesNotContain("more like this"),
            text -> assertThat(text).contains("marker").contains("1 more like this."));
    assertThat(robot.lookup("#problem-all").queryButton().getText()).isEqualTo("Show All 9");
  }

  @Test
  void aChangeOnDiskIsSaidAndCanBeTakenOrIgnored(FxRobot robot) throws IOException {
    Path path = temp.resolve("changing.so");
    Files.writeString(path, "one");
    robot.interact(() -> workbench.openAll(List.of(path)));
    Files.writeString(path, "two, and longer");
    robot.interact(() -> workbench.files().checkDisk());
    assertThat(texts(robot, ".warning-bar")).anyMatch(text -> text.contains("changed on disk"));
    robot.clickOn("#ignore-change");
    assertThat(robot.lookup(".warning-bar").tryQuery()).isEmpty();
    Files.writeString(path, "three, and longer still");
    robot.interact(() -> workbench.files().checkDisk());
    FakeFile before = loaded.get(path);
    robot.clickOn(robot.from(robot.lookup(".warning-bar")).lookup("#reload").queryAs(Button.class));
    assertThat(before.closed).isTrue();
    assertThat(robot.lookup(".warning-bar").tryQuery()).isEmpty();
  }

  /** The contents of tabs behind the active tab stay in the scene. */
  private static boolean isInFront(Node node) {
    for (Node each = node; each != null; each = each.getParent()) {
      if (!each.isVisible()) {
        return false;
      }
    }
    return true;
  }

  /** Opens some files, of which the last is active. */
  private List<Path> opened(FxRobot robot, String... names) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (String name : names) {
      paths.add(Files.writeString(temp.resolve(name), "one"));
    }
    robot.interact(() -> workbench.openAll(paths));
    return paths;
  }

  private List<String> shown(FxRobot robot, Path path, String bars) {
    robot.interact(() -> workbench.files().open(path));
    return robot.lookup(bars).lookup(".label").queryAllAs(Label.class).stream()
        .filter(ErrorTabTest::isInFront)
        .map(Labeled::getText)
        .filter(text -> text.length() > 3)
        .toList();
  }

  @Test
  void filesThatOneBuildHasWrittenAreOneBarWithOneAnswer(FxRobot robot) throws IOException {
    List<Path> paths = opened(robot, "first.so", "second.so", "third.so");
    for (Path path : paths.subList(0, 2)) {
      Files.writeString(path, "two, and longer");
    }
    robot.interact(() -> workbench.files().checkDisk());
    assertThat(shown(robot, paths.getFirst(), ".warning-bar"))
        .containsExactly(
            "The file and 1 other open file were changed on disk. What is shown may be out of"
                + " date.");
    Files.writeString(paths.getLast(), "two, and longer");
    robot.interact(() -> workbench.files().checkDisk());
    assertThat(shown(robot, paths.getFirst(), ".warning-bar"))
        .singleElement()
        .asString()
        .startsWith("The file and 2 other open files were changed");
    robot.clickOn("#ignore-all");
    for (Path path : paths) {
      assertThat(shown(robot, path, ".warning-bar")).as(path.toString()).isEmpty();
      Files.writeString(path, "three, and longer still");
    }
    robot.interact(() -> workbench.files().checkDisk());
    List<FakeFile> before = paths.stream().map(loaded::get).toList();
    robot.clickOn("#reload-all");
    assertThat(before).allMatch(file -> file.closed);
    for (Path path : paths) {
      assertThat(shown(robot, path, ".warning-bar")).as(path.toString()).isEmpty();
    }
  }

  @Test
  void filesThatVanishTogetherAreClosedTogether(FxRobot robot) throws IOException {
    List<Path> paths = opened(robot, "first.so", "second.so", "third.so");
    Files.delete(paths.get(1));
    Files.delete(paths.get(2));
    robot.interact(() -> workbench.files().checkDisk());
    assertThat(shown(robot, paths.get(1), ".error-bar"))
        .containsExactly(
            "The file is no longer at %s, and 1 other open file is gone, too."
                .formatted(paths.get(1)));
    robot.clickOn("#close-gone");
    assertThat(workbench.files().sessions())
        .singleElement()
        .extracting(FileSession::path)
        .isEqualTo(paths.getFirst());
  }

  @Test
  void aFileThatVanishesIsAMessageAndNotTheEnd(FxRobot robot) throws IOException {
    Path path = temp.resolve("vanishing.so");
    Files.writeString(path, "one");
    robot.interact(() -> workbench.openAll(List.of(path)));
    Files.delete(path);
    robot.interact(() -> workbench.files().checkDisk());
    assertThat(texts(robot, ".error-bar")).anyMatch(text -> text.contains("no longer at"));
    assertThat(robot.lookup("#list-overview").tryQuery()).as("what was read").isPresent();
    robot.clickOn("#reload");
    assertThat(robot.lookup("#error-what").queryAs(Label.class).getText())
        .isEqualTo("The file does not exist.");
    robot.clickOn("#close-tab");
    assertThat(robot.lookup("#welcome").tryQuery()).isPresent();
  }
}
