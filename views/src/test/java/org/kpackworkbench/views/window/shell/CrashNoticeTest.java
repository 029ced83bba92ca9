package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.window.crash.CrashNews;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** An error in the program is shown in the window, which continues. */
class CrashNoticeTest extends ShellTest {
  private static final Path FILE = Path.of("/settings/crashes/crash-1.txt");
  private final List<Path> opened = new ArrayList<>();

  @Start
  void start(Stage primary) {
    show(primary);
  }

  @Override
  WorkbenchParts parts() {
    return super.parts().folderOpener(opened::add);
  }

  private static CrashNews news(Path file, String unwritten, int times) {
    return new CrashNews(
        "java.lang.Error: boom", "the report\n", file, unwritten, "Attach it.", times);
  }

  private static String notice(FxRobot robot) {
    return robot.lookup("#crash-notice .label").queryAs(Label.class).getText();
  }

  private static String text(Region view, String id) {
    return ((Label) view.lookup(id)).getText();
  }

  private Region details(FxRobot robot) {
    robot.clickOn("#crash-notice #notice-show");
    return dialogs.shown.get(CrashNews.TITLE);
  }

  private static void fire(FxRobot robot, Region view, String id) {
    robot.interact(((Button) view.lookup(id))::fire);
  }

  private static String clipboard(FxRobot robot) {
    List<String> text = new ArrayList<>();
    robot.interact(() -> text.add(Clipboard.getSystemClipboard().getString()));
    return text.getFirst();
  }

  @Test
  void aNoticeLeadsToWhatHappenedWhatIsSavedAndTheReport(FxRobot robot) {
    robot.interact(() -> workbench.crashed(news(FILE, "", 1)));
    assertThat(notice(robot)).contains("Something went wrong in the program", "was written");
    Region view = details(robot);
    assertThat(text(view, "#crash-what")).contains("boom");
    assertThat(text(view, "#crash-saved")).contains("there are no unsaved changes");
    assertThat(text(view, "#crash-attach")).isEqualTo("Attach it.");
    assertThat(((TextField) view.lookup("#crash-path")).getText()).isEqualTo(FILE.toString());
    assertThat(((TextArea) view.lookup("#crash-report")).getText()).isEqualTo("the report\n");
    fire(robot, view, "#crash-copy-path");
    assertThat(clipboard(robot)).isEqualTo(FILE.toString());
    fire(robot, view, "#crash-copy-report");
    assertThat(clipboard(robot)).isEqualTo("the report\n");
    fire(robot, view, "#crash-open-folder");
    assertThat(opened).containsExactly(FILE.getParent());
  }

  @Test
  void tabLeavesTheReport(FxRobot robot) {
    robot.interact(() -> workbench.crashed(news(FILE, "", 1)));
    Region view = details(robot);
    robot.interact(
        () -> {
          Scene scene = new Scene(view, 700, 500);
          TextArea report = (TextArea) view.lookup("#crash-report");
          view.applyCss();
          view.layout();
          report.requestFocus();
          assertThat(scene.getFocusOwner()).isSameAs(report);
          KeyEvent tab =
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "\t", "\t", KeyCode.TAB, false, false, false, false);
          Event.fireEvent(report, tab);
          assertThat(scene.getFocusOwner()).isNotSameAs(report);
          assertThat(report.getText()).isEqualTo("the report\n");
        });
  }

  @Test
  void aReportThatCouldNotBeWrittenIsThereToBeCopied(FxRobot robot) {
    robot.interact(() -> workbench.crashed(news(null, "disk full", 1)));
    assertThat(notice(robot)).doesNotContain("was written");
    Region view = details(robot);
    assertThat(text(view, "#crash-unwritten")).contains("disk full", "Copy it");
    assertThat(view.lookup("#crash-path")).isNull();
    assertThat(view.lookup("#crash-open-folder")).isNull();
    assertThat(view.lookup("#crash-copy-report")).isNotNull();
  }

  @Test
  void furtherErrorsTakeThePlaceOfTheFirstNoticeAndKeepItsReport(FxRobot robot) {
    robot.interact(
        () -> {
          workbench.crashed(news(FILE, "", 1));
          workbench.crashed(new CrashNews("java.lang.Error: boom", "", null, "", "Attach it.", 64));
        });
    assertThat(robot.lookup("#crash-notice").queryAll()).hasSize(1);
    assertThat(notice(robot)).contains("64 times");
    assertThat(((TextArea) details(robot).lookup("#crash-report")).getText())
        .isEqualTo("the report\n");
  }

  @Test
  void whatTheWindowIsAboutCanBeAskedFromAnotherThread(FxRobot robot) throws Exception {
    Path path = file("a.so");
    robot.interact(
        () -> {
          workbench.openAll(List.of(path));
          workbench.actions().run(ActionId.ZOOM_IN);
          workbench.actions().run(ActionId.ZOOM_RESET);
        });
    List<String> said = new ArrayList<>();
    Thread other =
        new Thread(
            () -> {
              said.addAll(workbench.trail().actions());
              said.addAll(workbench.trail().files());
            });
    other.start();
    other.join();
    assertThat(said.get(0)).endsWith("Normal Size (ZOOM_RESET)");
    assertThat(said.get(1)).endsWith("Zoom In (ZOOM_IN)");
    assertThat(said.getLast()).startsWith("a.so: ").doesNotContain(temp.toString());
    robot.interact(() -> workbench.actions().run(ActionId.CLOSE_ALL));
    assertThat(workbench.trail().files()).isEmpty();
  }

  @Test
  void aWindowThatIsGoneTakesNoTitle(FxRobot robot) throws IOException {
    Path path = file("a.so");
    List<String> titles = new ArrayList<>();
    robot.interact(
        () -> {
          workbench.openAll(List.of(path));
          stage.titleProperty().subscribe(title -> titles.add(title));
          stage.hide();
        });
    assertThat(titles).as("files are closed after the window").hasSize(1);
    assertThat(stage.titleProperty().isBound()).isFalse();
  }
}
