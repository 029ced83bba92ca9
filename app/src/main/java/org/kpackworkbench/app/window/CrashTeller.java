package org.kpackworkbench.app.window;

import java.util.concurrent.atomic.AtomicBoolean;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.crash.Crash;
import org.kpackworkbench.app.crash.CrashHandler;
import org.kpackworkbench.app.crash.CrashReport;
import org.kpackworkbench.app.crash.CrashReports;
import org.kpackworkbench.app.crash.RecentLog;
import org.kpackworkbench.app.crash.Situation;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.window.crash.CrashNews;
import org.kpackworkbench.views.window.shell.WindowTrail;
import org.kpackworkbench.views.window.shell.Workbench;

/** Errors in the program, on any thread, are recorded and shown in the window. */
final class CrashTeller {
  private final Workbench workbench;
  private final Background background;
  private final RecentLog log;
  private final Console console;
  private final AtomicBoolean broken = new AtomicBoolean();

  private CrashTeller(Workbench workbench, Background background, RecentLog log, Console console) {
    this.workbench = workbench;
    this.background = background;
    this.log = log;
    this.console = console;
  }

  /**
   * A handler for a window.
   *
   * @param background its way to the UI thread
   */
  static Thread.UncaughtExceptionHandler of(
      Workbench workbench,
      Background background,
      CrashReports reports,
      RecentLog log,
      Console console) {
    CrashTeller teller = new CrashTeller(workbench, background, log, console);
    return new CrashHandler(reports, teller::situation, teller::tell, console);
  }

  private Situation situation() {
    WindowTrail trail = workbench.trail();
    return new Situation(trail.actions(), trail.files(), trail.jobs(), log.lines());
  }

  private void tell(Crash crash) {
    // What fails at each pulse is not worth a new notice each time.
    if (!broken.get() && Integer.bitCount(crash.times()) == 1) {
      background.onUi(() -> show(crash));
    }
  }

  private void show(Crash crash) {
    try {
      workbench.crashed(
          new CrashNews(
              crash.what(),
              crash.report(),
              crash.file(),
              crash.unwritten(),
              CrashReport.WHAT_TO_ATTACH,
              crash.times()));
    } catch (RuntimeException failure) {
      // The window cannot show it any more; failing here again and again would not help.
      broken.set(true);
      console.error("the window cannot report errors in the program: " + failure);
    }
  }
}
