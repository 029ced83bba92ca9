package org.kpackworkbench.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.crash.CrashReports;
import org.kpackworkbench.app.crash.RecentLog;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** An error on any thread leaves the window as it is, with a notice and a report. */
@ExtendWith(ApplicationExtension.class)
class CrashTellerTest {
  @TempDir static Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final RecentLog log = new RecentLog();
  private final Background background = Background.onThreads();
  private Stage stage;
  private WorkbenchWindow window;
  private Thread.UncaughtExceptionHandler handler;
  private Path crashes;

  @Start
  void start(Stage primary) throws Exception {
    stage = primary;
    crashes = Files.createTempDirectory(folder, "crashes");
    Themes themes = new Themes(new SystemLook(false, false), new Zoom());
    window =
        new WorkbenchWindow(
            stage, StandardParts.make(Journals.none()), ShellState.inMemory(), background, themes);
    handler =
        CrashTeller.of(
            window.workbench(),
            background,
            CrashReports.in(crashes),
            log,
            new Console(OutputStream.nullOutputStream(), err, false));
    window.show();
  }

  private List<String> reports() throws Exception {
    try (Stream<Path> files = Files.list(crashes)) {
      return files.map(CrashTellerTest::read).toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  private static void waitForNotice(FxRobot robot) throws TimeoutException {
    WaitForAsyncUtils.waitFor(
        10, TimeUnit.MINUTES, () -> robot.lookup("#crash-notice").tryQuery().isPresent());
  }

  @Test
  void anErrorOnTheUiThreadDoesNotEndTheWindow(FxRobot robot) throws Exception {
    LogRecord record = new LogRecord(Level.WARNING, "could not check {0}");
    record.setParameters(new Object[] {"a.so"});
    log.publish(record);
    robot.interact(
        () -> {
          Thread.currentThread().setUncaughtExceptionHandler(handler);
          window.workbench().actions().run(ActionId.ZOOM_RESET);
        });
    Platform.runLater(
        () -> {
          throw new IllegalStateException("boom");
        });
    waitForNotice(robot);
    robot.interact(() -> Thread.currentThread().setUncaughtExceptionHandler(null));
    assertThat(stage.isShowing()).isTrue();
    assertThat(reports())
        .singleElement()
        .asString()
        .contains("boom", "JavaFX Application Thread", "Normal Size", "could not check a.so");
  }

  @Test
  void anErrorOnAnotherThreadIsToldToo(FxRobot robot) throws Exception {
    Thread thread =
        new Thread(
            () -> {
              throw new OutOfMemoryError("Java heap space");
            });
    thread.setUncaughtExceptionHandler(handler);
    thread.start();
    thread.join();
    waitForNotice(robot);
    assertThat(reports()).singleElement().asString().contains("OutOfMemoryError");
  }
}
