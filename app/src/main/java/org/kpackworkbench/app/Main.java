package org.kpackworkbench.app;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.window.WorkbenchApplication;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The program's entry point. */
@Command(
    name = "kpack-workbench",
    description = "Opens, explains, edits and makes kpack archives and the binaries around them.",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class)
public final class Main implements Runnable {
  /** Runs the program and exits with its code. */
  public static void main(String[] args) {
    // A file's name may begin with "@"; it is opened, not read for more arguments.
    System.exit(new CommandLine(new Main()).setExpandAtFiles(false).execute(args));
  }

  @Parameters(paramLabel = "FILE", description = "Files and folders to open in the window.")
  private List<Path> files = List.of();

  @Override
  public void run() {
    WorkbenchApplication.open(files);
  }
}
