package org.kpackworkbench.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.cli.Cli;
import org.kpackworkbench.app.cli.ExitStatus;
import org.kpackworkbench.app.cli.WindowRequest;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.crash.CrashHandler;
import org.kpackworkbench.app.crash.CrashReports;
import org.kpackworkbench.app.crash.Situation;
import org.kpackworkbench.app.picture.PictureMaker;
import org.kpackworkbench.app.picture.PictureRequest;
import org.kpackworkbench.app.sample.SampleWorkspace;
import org.kpackworkbench.app.settings.ThreadsSetting;
import org.kpackworkbench.app.settings.UserSettings;
import org.kpackworkbench.app.window.Displays;
import org.kpackworkbench.app.window.WorkbenchApplication;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.views.kit.theme.Theme;

/** The program's entry point. */
public final class Main {
  private static final int PICTURE_WIDTH = 1280;
  private static final int PICTURE_HEIGHT = 860;

  private static final String WINDOW = "org.kpackworkbench.views";

  private Main() {}

  /** Runs the program and exits with its status. */
  public static void main(String[] args) {
    try {
      int status = run(args);
      if (status != ExitStatus.DONE || othersRun()) {
        System.exit(status);
      }
    } catch (Throwable failure) {
      // Java would end with 1, which says that something was found. With so little memory, or with
      // libraries that cannot be read, nothing can be relied on but this.
      try (OutputStream err = new FileOutputStream(FileDescriptor.err)) {
        err.write(
            ("kpack-workbench: Java could not run the program: " + failure + "\n").getBytes(UTF_8));
      } catch (Throwable silent) {
        Runtime.getRuntime().halt(ExitStatus.FAILED);
      }
      Runtime.getRuntime().halt(ExitStatus.FAILED);
    }
  }

  /**
   * Whether something would keep the program from ending with its last line. Without it the end is
   * quicker: to exit, Java looks for loggers in all jars first.
   */
  private static boolean othersRun() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] all = new Thread[group.activeCount() + 1];
    int found = group.enumerate(all);
    for (int at = 0; at < found; at++) {
      if (!all[at].equals(Thread.currentThread()) && !all[at].isDaemon()) {
        return true;
      }
    }
    return found == all.length;
  }

  private static int run(String[] args) {
    Console console = Console.system();
    Rehearsal.runIfAsked();
    CrashReports crashes = CrashReports.ofUser();
    List<String> asked = List.of(args);
    // Of threads that a command started; what the command itself throws is caught by it.
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) ->
            new CrashHandler(crashes, () -> Situation.ofCommand(asked), crash -> {}, console)
                .uncaughtException(thread, failure));
    Cli cli =
        new Cli(
            console,
            hasWindow() ? request -> openWindow(request, console) : null,
            crashes,
            () -> ThreadsSetting.in(UserSettings.folder()));
    return cli.run(args);
  }

  // The package for the command line alone is linked without the window's modules.
  private static boolean hasWindow() {
    ModuleLayer layer = Main.class.getModule().getLayer();
    // No class of the window is loaded for that: it would be the only one in most starts.
    return layer != null
        ? layer.findModule(WINDOW).isPresent()
        : Main.class.getClassLoader().getResource(WINDOW.replace('.', '/') + "/spi") != null;
  }

  // Its own method, so that commands never load the window's classes.
  private static int openWindow(WindowRequest request, Console console) throws Exception {
    String missing = Displays.missing();
    if (missing != null) {
      return picture(request, missing, console);
    }
    try {
      WorkbenchApplication.open(request.files(), request.compare());
      return ExitStatus.DONE;
    } catch (RuntimeException failure) {
      String why = Displays.refusal(failure);
      if (why == null) {
        throw failure;
      }
      console.error("the window cannot be opened: " + why);
      console.note("Without a display, kpack-workbench render FILE --view window -o PNG draws it.");
      return ExitStatus.FAILED;
    }
  }

  /** Draws the window's content into a picture, where there is no display. */
  private static int picture(WindowRequest request, String missing, Console console)
      throws Exception {
    List<Path> files = request.files();
    console.error("there is no display for the window: " + missing);
    Path picture = Files.createTempDirectory("kpack-workbench").resolve("window.png");
    PictureMaker.make(
        new PictureRequest(
            files.isEmpty() ? SampleWorkspace.ofUser().files() : files,
            request.compare() ? PictureMaker.COMPARE : PictureMaker.WINDOW,
            picture,
            PICTURE_WIDTH,
            PICTURE_HEIGHT,
            Theme.LIGHT,
            null,
            null,
            List.of()));
    console.note(
        "The window was drawn into this picture instead (kpack-workbench render draws others):");
    try (TextOut out = console.text()) {
      out.line(picture.toString());
    }
    return ExitStatus.DONE;
  }
}
