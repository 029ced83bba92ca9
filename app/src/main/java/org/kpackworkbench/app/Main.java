package org.kpackworkbench.app;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.cli.Cli;
import org.kpackworkbench.app.cli.ExitStatus;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.window.WorkbenchApplication;

/** The program's entry point. */
public final class Main {
  private Main() {}

  /** Runs the program and exits with its status. */
  public static void main(String[] args) {
    System.exit(new Cli(Console.system(), Main::openWindow).run(args));
  }

  // Its own method, so that commands never load the window's classes.
  private static int openWindow(List<Path> files) {
    WorkbenchApplication.open(files);
    return ExitStatus.DONE;
  }
}
