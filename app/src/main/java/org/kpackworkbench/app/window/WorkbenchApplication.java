package org.kpackworkbench.app.window;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.stage.Stage;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.crash.CrashReports;
import org.kpackworkbench.app.crash.RecentLog;
import org.kpackworkbench.app.settings.SettingsStore;
import org.kpackworkbench.views.editing.Journals;
import org.kpackworkbench.views.job.Background;
import org.kpackworkbench.views.shell.FileSession;
import org.kpackworkbench.views.shell.Workbench;
import org.kpackworkbench.views.shell.WorkbenchParts;
import org.kpackworkbench.views.shell.WorkbenchWindow;
import org.kpackworkbench.views.theme.SystemLook;
import org.kpackworkbench.views.theme.Themes;
import org.kpackworkbench.views.theme.Zoom;

/** The program with its window; its arguments say what to do with which files. */
public final class WorkbenchApplication extends Application {
  /** What the first argument says is to be done with the others. */
  private static final String OPEN = "open";

  private static final String COMPARE = "compare";

  /**
   * Shows the window and returns when it is closed.
   *
   * @param compare whether the files are compared with one another, and not opened one by one
   */
  public static void open(List<Path> files, boolean compare) {
    Application.launch(
        WorkbenchApplication.class,
        Stream.concat(Stream.of(compare ? COMPARE : OPEN), files.stream().map(Path::toString))
            .toArray(String[]::new));
  }

  @Override
  public void start(Stage stage) {
    RecentLog log = RecentLog.ofProcess();
    SettingsStore settings = SettingsStore.ofUser();
    StartTimes times = StartTimes.ifAsked();
    Background background = times == null ? Background.onThreads() : times.background();
    Themes themes = new Themes(SystemLook.ofPlatform(), new Zoom());
    SampleOpener sample = new SampleOpener(background);
    Journals journals = Journals.in(settings.editsFolder());
    WorkbenchParts parts =
        StandardParts.make(journals).sample(sample::open).folderOpener(this::openFolder);
    WorkbenchWindow window = new WorkbenchWindow(stage, parts, settings, background, themes);
    Thread.setDefaultUncaughtExceptionHandler(
        CrashTeller.of(
            window.workbench(), background, CrashReports.ofUser(), log, Console.system()));
    sample.into(window.workbench());
    settings.notice().ifPresent(window.workbench()::say);
    List<Path> files = getParameters().getRaw().stream().map(Path::of).toList();
    if (times != null) {
      times.watch(
          stage.getScene(),
          () -> isOpen(window.workbench(), files),
          words -> {
            Console.system().note(words);
            stage.close();
          });
    }
    window.show();
    if (!files.isEmpty()) {
      window.workbench().openAll(files);
    }
  }

  /** On the desktop's way, which may start a process. */
  private void openFolder(Path folder) {
    getHostServices().showDocument(folder.toUri().toString());
  }

  private static boolean isOpen(Workbench workbench, List<Path> files) {
    FileSession active = workbench.files().active();
    return files.isEmpty() || (active != null && active.file() != null);
  }
}
