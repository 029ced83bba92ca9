package org.kpackworkbench.app.window;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import javafx.application.Application;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.crash.CrashReports;
import org.kpackworkbench.app.crash.RecentLog;
import org.kpackworkbench.app.sample.SampleTour;
import org.kpackworkbench.app.sample.SampleWorkspace;
import org.kpackworkbench.app.settings.SettingsStore;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.ToolkitSettings;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.spi.FileLoader;
import org.kpackworkbench.views.window.settings.Location;
import org.kpackworkbench.views.window.shell.FileSession;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.shell.WorkbenchParts;
import org.kpackworkbench.views.window.shell.WorkbenchWindow;
import org.kpackworkbench.views.window.standard.DocumentFile;

/** The program with its window; its arguments say what to do with which files. */
public final class WorkbenchApplication extends Application {
  private static final System.Logger LOG = System.getLogger(WorkbenchApplication.class.getName());

  /** JavaFX makes the application itself, and hands it no more than texts. */
  private static final AtomicReference<@Nullable Beginning> BEGUN = new AtomicReference<>();

  /**
   * Shows the window and returns when it is closed.
   *
   * @param compare whether the files are compared with one another, and not opened one by one
   */
  public static void open(List<Path> files, boolean compare) {
    ToolkitSettings.apply();
    BEGUN.set(Beginning.of(new FirstFiles(files, compare), DocumentFile::load));
    Application.launch(WorkbenchApplication.class);
  }

  @Override
  public void start(Stage stage) throws IOException {
    Beginning begun = Objects.requireNonNull(BEGUN.getAndSet(null));
    RecentLog log = RecentLog.ofProcess();
    CrashReports crashes = CrashReports.ofUser();
    SettingsStore settings = begun.settings();
    StartTimes times = StartTimes.ifAsked();
    Background background = times == null ? Background.onThreads() : times.background();
    Themes themes = new Themes(SystemLook.ofPlatform(), new Zoom());
    SampleOpener sample = new SampleOpener(background);
    Journals journals = Journals.in(settings.editsFolder());
    WorkbenchParts parts =
        StandardParts.make(journals)
            .sample(sample::open)
            .tour(SampleTour::ofUser)
            .folderOpener(folder -> openFolder(folder, background))
            .locations(locations(settings, crashes));
    ReadAhead first = begun.ahead();
    if (first != null) {
      parts.loading(first::before);
    }
    WorkbenchWindow window = new WorkbenchWindow(stage, parts, settings, background, themes);
    Thread.setDefaultUncaughtExceptionHandler(
        CrashTeller.of(window.workbench(), background, crashes, log, Console.system()));
    sample.into(window.workbench());
    settings.notice().ifPresent(window.workbench()::say);
    FirstFiles files = begun.files();
    if (times != null) {
      times.watch(
          stage.getScene(),
          () -> isOpen(window.workbench(), files),
          words -> {
            Console.system().note(words);
            stage.close();
          });
    }
    // Before it is shown, so that the first page is not laid out only to make room.
    files.showIn(window.workbench());
    window.show();
  }

  private static List<Location> locations(SettingsStore settings, CrashReports crashes) {
    return List.of(
        new Location("Settings", settings.folder()),
        new Location("Edits that are not saved", settings.editsFolder()),
        new Location("Crash reports", crashes.folder()));
  }

  /** On the desktop's way; of a folder that is not there yet the nearest one above it. */
  private void openFolder(Path folder, Background background) {
    background.run(
        () -> {
          Path there = folder;
          while (!Files.isDirectory(there) && there.getParent() != null) {
            there = there.getParent();
          }
          return there.toUri().toString();
        },
        there -> getHostServices().showDocument(there),
        failure -> LOG.log(Level.WARNING, "could not look for " + folder, failure));
  }

  private static boolean isOpen(Workbench workbench, FirstFiles first) {
    FileSession active = workbench.files().active();
    return first.files().isEmpty() || first.compare() || (active != null && active.file() != null);
  }

  /**
   * Data that a window needs from the disk, read on threads of their own from before JavaFX starts:
   * while the toolkit starts, one processor has nothing else to do.
   *
   * @param files what the window is opened for
   * @param reading reads the settings
   * @param ahead reads the first file that is opened; null if there is none
   */
  record Beginning(FirstFiles files, FutureTask<SettingsStore> reading, @Nullable ReadAhead ahead) {

    /**
     * Begins to read.
     *
     * @param loader opens files
     */
    static Beginning of(FirstFiles files, FileLoader loader) {
      FutureTask<SettingsStore> reading = new FutureTask<>(SettingsStore::ofUser);
      Thread.ofPlatform().daemon().name("settings").start(reading);
      Path first = files.compare() || files.files().isEmpty() ? null : files.files().getFirst();
      ReadAhead ahead =
          first != null && Files.isRegularFile(first) ? ReadAhead.of(first, loader) : null;
      return new Beginning(files, reading, ahead);
    }

    /** The user's settings, as soon as they are read. */
    SettingsStore settings() throws IOException {
      return Threads.get(reading);
    }
  }

  /** Opens the sample workspace in a window that is made later. UI thread only. */
  private static final class SampleOpener {
    private final Background background;
    private @Nullable Workbench workbench;

    SampleOpener(Background background) {
      this.background = background;
    }

    /** Sets the window's content. */
    void into(Workbench made) {
      workbench = made;
    }

    /** Unpacks the sample in the background, then opens its files. */
    void open() {
      Workbench window = workbench;
      if (window != null) {
        background.run(
            SampleWorkspace::ofUser,
            sample -> window.openAll(sample.files()),
            failure ->
                window.context().dialogs().showError("Could not unpack the sample", failure));
      }
    }
  }
}
