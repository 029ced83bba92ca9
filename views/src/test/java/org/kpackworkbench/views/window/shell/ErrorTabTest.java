package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
