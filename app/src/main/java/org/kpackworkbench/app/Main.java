package org.kpackworkbench.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program's entry point. */
@Command(
    name = "kpack-workbench",
    description = "Opens, explains, edits and makes kpack archives and the binaries around them.",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class)
public final class Main implements Runnable {
  @picocli.CommandLine.Spec
  private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  /** Runs the program and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
