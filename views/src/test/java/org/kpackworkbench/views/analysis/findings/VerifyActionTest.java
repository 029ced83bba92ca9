package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
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
  private TableView<ShownFinding> verify(FxRobot robot) throws Exception {
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
    return robot.lookup("#findings").queryTableView();
  }

  @Test
  void whatIsWrongWithAnArchiveIsListed(FxRobot robot) throws Exception {
    window.open(robot, ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    TableView<ShownFinding> table = verify(robot);
    // The code objects of the golden archive are no ELF files either.
    assertThat(table.getItems())
        .extracting(ShownFinding::rule)
        .contains("archive-unsafe-key", "code-object-elf");
    ShownFinding first = table.getItems().getFirst();
    assertThat(first.severity()).isEqualTo(ShownFinding.Severity.ERROR);
    assertThat(first.advice()).isNotEmpty();
    assertThat(robot.lookup("#dock-findings").queryAs(Labeled.class).getText())
        .isEqualTo("Findings (" + table.getItems().size() + ")");
    window.picture(robot, "verify-archive");
    ShownFinding code =
        table.getItems().stream()
            .filter(finding -> finding.rule().equals("code-object-elf"))
            .findFirst()
            .orElseThrow();
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(table.getItems().indexOf(code));
        });
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0]).contains("code-object-elf", code.what(), code.advice());
    robot.type(KeyCode.ENTER);
    assertThat(Objects.requireNonNull(window.workbench.navigator().current()))
        .isInstanceOf(Place.CodeObject.class);
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
    TableView<ShownFinding> table = verify(robot);
    assertThat(table.getItems())
        .singleElement()
        .extracting(ShownFinding::severity)
        .isEqualTo(ShownFinding.Severity.NOTE);
    assertThat(table.getItems().getFirst().what()).contains("Fat, not converted");
  }

  @Test
  void afterVerifyingAFileThatIsRightItSaysSo(FxRobot robot) throws IOException, Exception {
    window.open(robot, fixture("bundle.co"));
    TableView<ShownFinding> table = verify(robot);
    assertThat(table.getItems()).isEmpty();
    assertThat(((Labeled) table.getPlaceholder()).getText())
        .isEqualTo("Verified: nothing is wrong with bundle.co.");
  }

  @Test
  void aFileThatIsNotReadIsNamedAndNothingIsCalledRight(FxRobot robot) throws Exception {
    Path page = folder.resolve("libone.so");
    window.open(robot, java.nio.file.Files.writeString(page, "<!DOCTYPE html><p>404"));
    TableView<ShownFinding> table = verify(robot);
    assertThat(table.getItems())
        .extracting(ShownFinding::what)
        .anyMatch(what -> what.startsWith("Not checked: HTML page."))
        .anyMatch(what -> what.startsWith("Its name says that it is a shared library"));
    assertThat(window.workbench.jobs().list().getFirst().outcomeProperty().get())
        .extracting(outcome -> java.util.Objects.requireNonNull(outcome).text())
        .asString()
        .startsWith("Nothing was checked in libone.so: HTML page.");
  }
}
