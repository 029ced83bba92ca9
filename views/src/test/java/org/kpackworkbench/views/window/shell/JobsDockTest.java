package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** Long work as the window shows it; the work waits in a queue until the test runs it. */
class JobsDockTest extends ShellTest {
  private final Deque<Runnable> queue = new ArrayDeque<>();

  private final List<Path> opened = new ArrayList<>();

  @Override
  WorkbenchParts parts() {
    return super.parts().folderOpener(opened::add);
  }

  @Start
  void start(Stage primary) {
    show(primary, Background.on(queue::add, Runnable::run));
  }

  private void work(FxRobot robot) {
    robot.interact(
        () -> {
          while (!queue.isEmpty()) {
            queue.poll().run();
          }
        });
  }

  private static List<String> texts(FxRobot robot, String within) {
    return robot.from(robot.lookup(within)).lookup(".label").queryAllAs(Label.class).stream()
        .map(Labeled::getText)
        .toList();
  }

  @Test
  void aRunningJobStandsInTheStripAndCanBeCancelled(FxRobot robot) {
    List<Progress> seen = new ArrayList<>();
    Job[] job = new Job[1];
    robot.interact(
        () ->
            job[0] =
                workbench
                    .jobs()
                    .start(
                        "Extract 12 code objects",
                        progress -> {
                          seen.add(progress);
                          progress.begin("Writing", 100, Unit.BYTES);
                          progress.step(40);
                          return 1;
                        },
                        result -> JobOutcome.done("never")));
    assertThat(robot.lookup("#dock-jobs").queryLabeled().getText()).isEqualTo("Jobs (1)");
    assertThat(texts(robot, ".dock-strip")).contains("Extract 12 code objects");
    assertThat(robot.lookup(".dock-strip .progress-bar").queryAs(ProgressBar.class).isVisible())
        .isTrue();
    robot.clickOn(".dock-strip .cancel-job");
    assertThat(job[0].cancelRequested()).isTrue();
    work(robot);
    assertThat(job[0].state()).isEqualTo(Job.State.CANCELLED);
    assertThat(robot.lookup("#dock-jobs").queryLabeled().getText()).isEqualTo("Jobs");
    assertThat(robot.lookup(".dock-strip .progress-bar").tryQuery()).isEmpty();
    assertThat(robot.lookup(".notice").tryQuery()).as("being cancelled is no news").isEmpty();
  }

  @Test
  void whatCameOfJobsIsCopied(FxRobot robot) {
    robot.interact(
        () -> {
          workbench.jobs().start("Hash", progress -> 1, result -> JobOutcome.done("All right"));
          workbench
              .jobs()
              .start(
                  "Pack",
                  progress -> {
                    throw new IOException("The disk is full.");
                  },
                  result -> JobOutcome.done("never"));
        });
    work(robot);
    robot.clickOn("#dock-jobs");
    ListView<?> list = robot.lookup("#jobs").queryListView();
    robot.interact(
        () -> {
          list.requestFocus();
          list.getSelectionModel().selectAll();
        });
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0].lines())
        .containsExactlyInAnyOrder("Hash: ✓ All right", "Pack: The disk is full.");
  }

  @Test
  void escapeCancelsTheNewestJob(FxRobot robot) {
    Job[] job = new Job[1];
    robot.interact(
        () ->
            job[0] = workbench.jobs().start("Hash", progress -> 1, result -> JobOutcome.done("x")));
    robot.push(KeyCode.ESCAPE);
    assertThat(job[0].cancelRequested()).isTrue();
  }

  @Test
  void theOutcomeIsANoticeThatLeadsToTheResult(FxRobot robot) {
    List<String> shown = new ArrayList<>();
    robot.interact(
        () ->
            workbench
                .jobs()
                .start(
                    "Extract",
                    progress -> 3,
                    count ->
                        JobOutcome.done("Wrote " + count + " files")
                            .showing("Show", () -> shown.add("result"))
                            .wrote(temp.resolve("out"))));
    work(robot);
    assertThat(texts(robot, ".notice")).contains("✓ Wrote 3 files");
    robot.clickOn("#notice-show");
    assertThat(shown).containsExactly("result");
    assertThat(robot.lookup(".notice").tryQuery()).isEmpty();
    robot.clickOn("#dock-jobs");
    assertThat(texts(robot, "#jobs")).as("it stays visible").contains("✓ Wrote 3 files");
    robot.clickOn("#dock-jobs");
    assertThat(robot.lookup("#jobs").tryQuery()).as("a second click closes the panel").isEmpty();
  }

  @Test
  void whatWasWrittenIsShownOnTheDesktopFromTheNoticeAndTheList(FxRobot robot) {
    robot.interact(
        () ->
            workbench
                .jobs()
                .start(
                    "Extract",
                    progress -> 3,
                    count -> JobOutcome.done("Wrote 3 files").wrote(temp.resolve("out"))));
    work(robot);
    robot.clickOn(".notice #notice-folder");
    assertThat(opened).containsExactly(temp.resolve("out"));
    robot.clickOn("#dock-jobs");
    robot.clickOn("#jobs #notice-folder");
    assertThat(opened).hasSize(2);
  }

  @Test
  void aResultWithErrorsHasTheSignOfErrorsAndStays(FxRobot robot) throws Exception {
    Notices notices = new Notices(dialogs, Duration.millis(1), null);
    for (JobOutcome.Severity severity : JobOutcome.Severity.values()) {
      robot.interact(
          () -> {
            workbench
                .jobs()
                .start("Verify", progress -> 18, count -> JobOutcome.of(severity, "18 findings"));
            queue.forEach(Runnable::run);
            queue.clear();
            notices.ended(workbench.jobs().list().getFirst());
          });
    }
    WaitForAsyncUtils.waitFor(5, TimeUnit.MINUTES, () -> notices.getChildren().size() == 2);
    assertThat(notices.getChildren())
        .extracting(notice -> notice.getAccessibleText())
        .containsExactly("Warning: 18 findings", "Error: 18 findings");
    assertThat(texts(robot, ".notice"))
        .contains("✖ 18 findings", "⚠ 18 findings", "ℹ 18 findings", "✓ 18 findings");
    robot.clickOn("#dock-jobs");
    assertThat(texts(robot, "#jobs")).contains("✖ 18 findings", "✓ 18 findings");
  }

  @Test
  void aFailureLeadsToAllThatIsKnownAboutIt(FxRobot robot) {
    robot.interact(
        () ->
            workbench
                .jobs()
                .start(
                    "Extract",
                    progress -> {
                      throw new IOException("No space left on device");
                    },
                    result -> JobOutcome.done("never")));
    work(robot);
    assertThat(texts(robot, ".notice")).contains("✖ Extract failed: No space left on device");
    robot.clickOn("#notice-show");
    assertThat(dialogs.errors).containsExactly("Extract failed: No space left on device");
  }

  @Test
  void filesLoadInTheBackground(FxRobot robot) throws IOException {
    var path = file("slow.so");
    robot.interact(() -> workbench.openAll(List.of(path)));
    robot.interact(
        () -> {
          // Finding out that it is no folder, which also accesses the disk.
          queue.poll().run();
        });
    assertThat(robot.lookup("Opening slow.so …").tryQuery()).isPresent();
    assertThat(loaded).isEmpty();
    work(robot);
    assertThat(robot.lookup("#list-overview").tryQuery()).isPresent();
  }

  @Test
  void goodNewsGoesAwayAndBadNewsStays(FxRobot robot) throws Exception {
    Notices notices = new Notices(dialogs, Duration.millis(1), null);
    robot.interact(
        () -> {
          workbench
              .jobs()
              .start(
                  "Extract",
                  progress -> {
                    throw new IOException("No space left on device");
                  },
                  result -> JobOutcome.done("never"));
          queue.forEach(Runnable::run);
          notices.ended(workbench.jobs().list().getFirst());
          notices.say("Copied");
        });
    WaitForAsyncUtils.waitFor(5, TimeUnit.MINUTES, () -> notices.getChildren().size() == 1);
    assertThat(notices.getChildren().getFirst().getAccessibleText())
        .isEqualTo("✖ Extract failed: No space left on device");
  }
}
