package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.views.analysis.compare.ChooserPage.RecentComparisons;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.FileDropTarget;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.Remembered;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** How one gets to a comparison, and back to one. */
@ExtendWith(WindowRobot.class)
class CompareWaysTest {
  @TempDir Path temp;
  private CompareWindow page;

  @Start
  void start(Stage stage) {
    page = new CompareWindow(stage);
  }

  private static boolean compares(FxRobot robot, String title) {
    return CompareWindow.tabInFront(robot).equals(title)
        && robot.lookup("#compare-rows").tryQuery().isPresent();
  }

  @Test
  void thePageThatAsksTakesWhatIsChosen(FxRobot robot) throws Exception {
    robot.push(KeyCode.CONTROL, KeyCode.D);
    page.window.picture(robot, "compare-chooser");
    assertThat(CompareWindow.tabInFront(robot)).isEqualTo("Compare");
    assertThat(robot.lookup("#compare-go").queryButton().isDisabled()).isTrue();
    page.window.dialogs.files = List.of(fixture("libone.so"));
    robot.clickOn("#compare-browse-file-0");
    assertThat(robot.lookup("#compare-go").queryButton().isDisabled()).isTrue();
    page.window.dialogs.files = List.of(fixture("libhostonly.so"));
    robot.clickOn("#compare-browse-file-1");
    assertThat(path(robot, 1).getText()).isEqualTo(fixture("libhostonly.so").toString());
    robot.clickOn("#compare-swap-fields");
    page.window.picture(robot, "compare-chosen");
    robot.clickOn("#compare-go");
    assertThat(compares(robot, "libhostonly.so ↔ libone.so")).isTrue();
  }

  @Test
  void thePageThatAsksHasTheTwoFilesThatAreOpen(FxRobot robot) throws Exception {
    page.window.open(robot, temp, fixture("libone.so"), fixture("libhostonly.so"));
    robot.push(KeyCode.CONTROL, KeyCode.D);
    assertThat(List.of(path(robot, 0).getText(), path(robot, 1).getText()))
        .containsExactly(fixture("libone.so").toString(), fixture("libhostonly.so").toString());
    robot.push(KeyCode.CONTROL, KeyCode.D);
    assertThat(robot.lookup("#compare-path-2").tryQuery()).as("not twice").isEmpty();
    page.window.picture(robot, "compare-open");
    robot.type(KeyCode.ENTER);
    assertThat(compares(robot, "libone.so ↔ libhostonly.so")).isTrue();
  }

  @Test
  void thePageThatAsksHasTheTwoFoldersThatAreOpen(FxRobot robot) throws Exception {
    Path one = temp.resolve("one");
    Path two = temp.resolve("two");
    for (Path tree : List.of(one, two)) {
      Files.createDirectories(tree.resolve("lib"));
      Files.copy(fixture("libone.so"), tree.resolve("lib/libone.so"));
    }
    page.window.open(robot, fixture("libone.so"), one, two);
    robot.push(KeyCode.CONTROL, KeyCode.D);
    assertThat(List.of(path(robot, 0).getText(), path(robot, 1).getText()))
        .containsExactly(one.toString(), two.toString());
  }

  @Test
  void ofThreeOpenFilesThePageThatAsksGuessesNone(FxRobot robot) throws Exception {
    page.window.open(robot, fixture("libone.so"), fixture("libhostonly.so"), fixture("libmany.so"));
    robot.push(KeyCode.CONTROL, KeyCode.D);
    assertThat(path(robot, 0).getText()).isEmpty();
    assertThat(path(robot, 1).getText()).isEmpty();
  }

  @Test
  void pathsCanBeTyped(FxRobot robot) throws Exception {
    robot.push(KeyCode.CONTROL, KeyCode.D);
    robot.interact(
        () -> {
          path(robot, 0).setText(fixture("libone.so").toString());
          path(robot, 1).setText(temp.resolve("nothing.so").toString());
        });
    assertThat(robot.lookup("#compare-path-words-1").queryAs(Label.class).getText())
        .isEqualTo("not found");
    robot.interact(
        () -> {
          path(robot, 1).setText(fixture("libhostonly.so").toString());
          path(robot, 1).requestFocus();
        });
    robot.type(KeyCode.ENTER);
    assertThat(compares(robot, "libone.so ↔ libhostonly.so")).isTrue();
  }

  private static TextField path(FxRobot robot, int side) {
    return robot.lookup("#compare-path-" + side).queryAs(TextField.class);
  }

  @Test
  void whatWasComparedIsRememberedAcrossStarts(FxRobot robot) throws Exception {
    page.compare(robot, List.of(fixture("libone.so"), fixture("libhostonly.so")));
    Remembered remembered = page.window.workbench.context().remembered();
    assertThat(new RecentComparisons(remembered).list())
        .as("as the next start reads it")
        .containsExactly(CompareCall.of(List.of(fixture("libone.so"), fixture("libhostonly.so"))));
    robot.push(KeyCode.CONTROL, KeyCode.W);
    page.run(robot, ActionId.COMPARE);
    Hyperlink link =
        robot.from(robot.lookup("#compare-chooser")).lookup(".hyperlink").nth(0).query();
    assertThat(link.getText()).isEqualTo("libone.so ↔ libhostonly.so");
    robot.clickOn(link);
    assertThat(compares(robot, "libone.so ↔ libhostonly.so")).isTrue();
  }

  @Test
  void twoDroppedFilesAreCompared(FxRobot robot) throws Exception {
    List<List<Path>> taken = new ArrayList<>();
    assertThat(new FileDropTarget(taken::add).dropped(List.of())).isFalse();
    assertThat(
            new FileDropTarget(taken::add)
                .dropped(
                    List.of(fixture("libone.so").toFile(), fixture("libhostonly.so").toFile())))
        .isTrue();
    robot.interact(() -> new Comparing(page.window.workbench.context()).dropped(taken.getFirst()));
    assertThat(compares(robot, "libone.so ↔ libhostonly.so")).isTrue();
    robot.interact(
        () ->
            new Comparing(page.window.workbench.context()).dropped(List.of(fixture("libone.so"))));
    assertThat(CompareWindow.tabInFront(robot)).as("another one is requested").isEqualTo("Compare");
    assertThat(path(robot, 0).getText()).isEqualTo(fixture("libone.so").toString());
    assertThat(path(robot, 1).getText()).isEmpty();
  }

  @Test
  void theOpenFileIsComparedWithAnotherOrWithTheSelectedOne(FxRobot robot) throws Exception {
    page.window.open(robot, fixture("libone.so"));
    page.window.dialogs.files = List.of(fixture("libhostonly.so"));
    page.run(robot, ActionId.COMPARE_WITH);
    assertThat(compares(robot, "libone.so ↔ libhostonly.so")).isTrue();
    page.window.open(robot, fixture("libone.so"));
    page.run(robot, ActionId.SELECT_FOR_COMPARE);
    assertThat(page.enabled(ActionId.COMPARE_WITH_SELECTED)).as("with itself").isFalse();
    page.window.open(robot, fixture("libmixed.so"));
    assertThat(
            page.window
                .workbench
                .actions()
                .get(ActionId.COMPARE_WITH_SELECTED)
                .textProperty()
                .get())
        .isEqualTo("Compare “libone.so” With “libmixed.so”");
    page.run(robot, ActionId.COMPARE_WITH_SELECTED);
    assertThat(compares(robot, "libone.so ↔ libmixed.so")).isTrue();
  }

  @Test
  void filesThatChangeAreReadAgainWhereTheUserWas(FxRobot robot) throws Exception {
    List<Path> paths =
        ComparedFiles.archives(
            temp.toRealPath(), fixture("kinds-gfx942.hsaco"), fixture("axpy-gfx906-v4.hsaco"));
    page.compare(robot, paths);
    CompareWindow.select(robot, "lib/libkernels.so#0 @ gfx942");
    robot.push(KeyCode.ENTER);
    ComparedFiles.archive(
        paths.getLast(),
        List.of(
            new ComparedFiles.Code(
                "lib/libkernels.so",
                0,
                "gfx942",
                Files.readAllBytes(fixture("kinds-gfx942.hsaco")))));
    Files.setLastModifiedTime(paths.getLast(), FileTime.fromMillis(1_000_000));
    robot.interact(
        () -> page.window.workbench.context().pages().open().forEach(p -> p.lookAgain()));
    assertThat(robot.lookup(".message-bar").queryAllAs(Node.class))
        .anyMatch(bar -> bar.getAccessibleText().contains("was changed on disk"));
    robot.push(KeyCode.F5);
    assertThat(CompareWindow.crumbs(robot)).containsExactly("All", "lib/libkernels.so#0 @ gfx942");
    assertThat(CompareWindow.outcome(robot)).isEqualTo("Identical, byte for byte");
    assertThat(robot.lookup(".message-bar").queryAll()).isEmpty();
    robot.push(KeyCode.BACK_SPACE);
    assertThat(CompareWindow.rows(robot, "code object"))
        .contains("same lib/libkernels.so#0 @ gfx942", "removed lib/libsame.so#0 @ gfx900");
  }

  @Test
  void codeObjectsInsideFilesAreCompared(FxRobot robot) throws Exception {
    List<Path> paths =
        ComparedFiles.archives(
            temp.toRealPath(), fixture("kinds-gfx942.hsaco"), fixture("axpy-gfx906-v4.hsaco"));
    page.window.open(robot, paths.getFirst());
    var place =
        new org.kpackworkbench.model.base.place.Place.CodeObject(
            new org.kpackworkbench.model.base.place.Place.File(paths.getFirst()),
            "lib/libkernels.so",
            0,
            "gfx942",
            null,
            true);
    robot.interact(() -> page.window.workbench.navigator().go(place));
    page.window.dialogs.files = List.of(fixture("kinds-gfx942.hsaco"));
    page.run(robot, ActionId.COMPARE_WITH);
    assertThat(CompareWindow.outcome(robot)).isEqualTo("Identical, byte for byte");
    assertThat(CompareWindow.rows(robot, "kernel")).containsExactly("same 9 equal rows");
    CompareWindow.select(robot, "9 equal rows");
    robot.push(KeyCode.ENTER);
    assertThat(CompareWindow.rows(robot, "kernel")).contains("same kpackfix_scalars");
  }

  @Test
  void namesAreAsLongAsIsNeeded() {
    assertThat(
            CompareCall.of(List.of(Path.of("/x/old/a.kpack"), Path.of("/x/new/a.kpack"))).names())
        .containsExactly("old/a.kpack", "new/a.kpack");
    assertThat(CompareCall.of(List.of(Path.of("/x/a.kpack"), Path.of("/y/b.kpack"))).names())
        .containsExactly("a.kpack", "b.kpack");
    assertThat(CompareCall.of(List.of(Path.of("/x/a b"), Path.of("/y/c"))).command(Order.GIVEN))
        .isEqualTo(Optional.of("kpack-workbench diff '/x/a b' /y/c"));
    assertThat(CompareCall.of(List.of(Path.of("/x/a"), Path.of("/y/c"))).command(Order.TIME))
        .isEqualTo(Optional.of("kpack-workbench diff --side-order time /x/a /y/c"));
  }

  @Test
  void whatIsRememberedWronglyIsForgotten() {
    Remembered remembered = Remembered.inMemory();
    remembered.list("compare.recent", List.of("", "/alone", "/a\0/b"));
    assertThat(new RecentComparisons(remembered).list())
        .containsExactly(CompareCall.of(List.of(Path.of("/a"), Path.of("/b"))));
  }
}
