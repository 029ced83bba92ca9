package org.kpackworkbench.app;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.app.cli.Cli;
import org.kpackworkbench.app.cli.ExitStatus;
import org.kpackworkbench.app.console.Console;

/**
 * Commands that are run before the requested one, with their output discarded: {@code
 * -Dkpackworkbench.rehearsal=FILE}, one command a line, its arguments between tabs. Builders of
 * packages fill the cache for fast starts so, which one JVM has to do in one run.
 */
final class Rehearsal {
  private static final String PROPERTY = "kpackworkbench.rehearsal";

  private Rehearsal() {}

  static void runIfAsked() {
    String script = System.getProperty(PROPERTY);
    if (script != null) {
      try {
        run(Path.of(script));
      } catch (IOException unreadable) {
        Console.system().error("the rehearsal cannot be read: " + unreadable);
      }
    }
  }

  /** Runs the commands in a file; how they end does not matter. */
  static void run(Path script) throws IOException {
    for (String line : Files.readAllLines(script)) {
      OutputStream nowhere = OutputStream.nullOutputStream();
      Console console = new Console(nowhere, nowhere, false);
      new Cli(console, files -> ExitStatus.DONE, null).run(line.split("\t", -1));
    }
  }
}
