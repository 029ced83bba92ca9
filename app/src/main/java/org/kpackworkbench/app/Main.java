package org.kpackworkbench.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program's entry point. */
@Command(
    name = "kpack-workbench",
    description = "Opens, explains, edits and makes kpack archives and the binaries around them.",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class)
public final class Main implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the program and exits with its code. */
  public static void main(String[] args) {
    // A file's name may begin with "@"; it is opened, not read for more arguments.
    System.exit(new CommandLine(new Main()).setExpandAtFiles(false).execute(args));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
