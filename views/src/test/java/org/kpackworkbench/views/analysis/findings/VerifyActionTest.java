package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Alt+T verifies the active file, and the dock lists what is wrong. */
@ExtendWith(WindowRobot.class)
class VerifyActionTest {
  @TempDir Path folder;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  /** Presses the key and waits for the end of the job. */
  private FindingsList verify(FxRobot robot) throws Exception {
    // The robot of the headless platform has no Alt key.
    robot.interact(
        () -> {
          Scene scene = window.stage.getScene();
          Node focused = scene.getFocusOwner();
          Event.fireEvent(
              focused == null ? scene.getRoot() : focused,
              new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.T, false, false, true, false));
        });
    Job job = Await.ended(window.workbench.jobs(), "Verify");
    assertThat(job.failureProperty().get()).isNull();
    assertThat(job.state()).isEqualTo(Job.State.DONE);
    FindingsList list = new FindingsList(window, robot);
    list.openAll();
    return list;
  }

  @Test
  void whatIsWrongWithAnArchiveIsListed(FxRobot robot) throws Exception {
    window.open(robot, ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    FindingsList list = verify(robot);
    // The code objects of the golden archive are no ELF files either.
    assertThat(list.findings())
        .extracting(Finding::rule)
        .contains("archive-unsafe-key", "code-object-elf");
    Finding first = list.findings().getFirst();
    assertThat(first.severity()).isEqualTo(Severity.ERROR);
    assertThat(first.advice()).isNotEmpty();
    assertThat(list.heading()).isEqualTo("Findings (" + list.findings().size() + ")");
    assertThat(notice(robot)).startsWith("✖ Verified unsafe.kpack: ");
    window.picture(robot, "verify-archive");
    int line = list.lineOf("code-object-elf");
    Finding code = list.lines().get(line).finding();
    robot.interact(list.table()::requestFocus);
    list.select(line);
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0])
        .contains("code-object-elf", code.message(), code.advice(), "expected: the bytes 7F 45");
    robot.type(KeyCode.ENTER);
    Await.until(
        "the code object with its byte",
        () ->
            window.workbench.navigator().current() instanceof Place at
                && at.path().stream().anyMatch(step -> step instanceof Place.CodeObject));
  }

  @Test
  void aRuleThatIsExcludedIsInNoListAndNoReport(FxRobot robot) throws Exception {
    window.open(robot, ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    FindingsList list = verify(robot);
    int all = list.findings().size();
    long some =
        list.findings().stream().filter(each -> each.rule().equals("code-object-elf")).count();
    robot.interact(list.table()::requestFocus);
    list.select(list.lineOf("code-object-elf"));
    robot.interact(
        () -> assertThat(window.workbench.actions().run(ActionId.EXCLUDE_RULE)).isTrue());
    assertThat(list.findings()).hasSize(all - (int) some);
    assertThat(list.heading()).isEqualTo("Findings (%d)".formatted(all - some));
    Path report = folder.resolve("report.txt");
    window.dialogs.save = Optional.of(report);
    robot.interact(() -> window.workbench.actions().run(ActionId.EXPORT_REPORT));
    Await.allEnded(window.workbench.jobs());
    assertThat(report).content().contains("archive-unsafe-key").doesNotContain("code-object-elf");
    robot.clickOn("#findings-include");
    assertThat(list.findings()).hasSize(all);
  }

  /** What the last notice in the corner says. */
  private static String notice(FxRobot robot) {
    return robot.from(robot.lookup(".notice")).lookup(".label").queryAllAs(Labeled.class).stream()
        .map(Labeled::getText)
        .reduce("", (before, now) -> now);
  }

  @Test
  void whatWasFoundIsExportedInTheFormatThatTheNameSays(FxRobot robot) throws Exception {
    window.open(robot, ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    assertThat(window.workbench.actions().get(ActionId.EXPORT_REPORT).enabledProperty().getValue())
        .isFalse();
    verify(robot);
    for (String ending : List.of("html", "md", "json", "txt", "sarif", "xml")) {
      Path report = folder.resolve("report." + ending);
      window.dialogs.save = Optional.of(report);
      robot.interact(
          () -> assertThat(window.workbench.actions().run(ActionId.EXPORT_REPORT)).isTrue());
      Await.allEnded(window.workbench.jobs());
      assertThat(report).content().contains("archive-unsafe-key", "unsafe.kpack");
    }
    assertThat(folder.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void aFatLibraryHasANoteAndAnArchiveInOrderNothing(FxRobot robot) throws Exception {
    window.open(robot, fixture("libmany.so"));
    FindingsList list = verify(robot);
    assertThat(list.findings())
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(Severity.NOTE);
    assertThat(list.titles().getFirst()).contains("Fat, not converted");
    assertThat(notice(robot)).startsWith("ℹ Verified libmany.so: ");
  }

  @Test
  void afterVerifyingAFileThatIsRightItSaysSo(FxRobot robot) throws IOException, Exception {
    window.open(robot, fixture("bundle.co"));
    FindingsList list = verify(robot);
    assertThat(list.heading()).isEqualTo("Findings");
    assertThat(robot.lookup("#findings-none").queryAs(Labeled.class).getText())
        .isEqualTo("Verified: nothing is wrong with bundle.co.");
    assertThat(robot.lookup(".findings-bar").tryQuery()).as("only a line").isEmpty();
    assertThat(notice(robot)).startsWith("✓ Verified bundle.co: ");
  }

  @Test
  void aFileThatIsNotReadIsNamedAndNothingIsCalledRight(FxRobot robot) throws Exception {
    Path page = folder.resolve("libone.so");
    window.open(robot, java.nio.file.Files.writeString(page, "<!DOCTYPE html><p>404"));
    FindingsList list = verify(robot);
    assertThat(list.findings())
        .extracting(Finding::message)
        .anyMatch(what -> what.startsWith("Not checked: HTML page."))
        .anyMatch(what -> what.startsWith("Its name says that it is a shared library"));
    assertThat(window.workbench.jobs().list().getFirst().outcomeProperty().get())
        .extracting(outcome -> java.util.Objects.requireNonNull(outcome).text())
        .asString()
        .startsWith("Nothing was checked in libone.so: HTML page.");
    assertThat(window.workbench.jobs().list().getFirst().outcomeProperty().get())
        .extracting(outcome -> java.util.Objects.requireNonNull(outcome).stays())
        .as("the list that it is about is in view")
        .isEqualTo(false);
  }
}
