package org.kpackworkbench.app.cli;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import picocli.CommandLine;

/** The options of the command line, for manuals and completions. */
public final class CommandLines {
  /**
   * A command in the help.
   *
   * @param name the command's name; empty for the program without a command
   * @param words what it does, in a few words
   * @param line its options, parameters and help
   */
  public record Entry(String name, String words, CommandLine line) {}

  private CommandLines() {}

  /** All of them, the program without a command first, in the order of the help. */
  public static List<Entry> all() {
    return all(true);
  }

  /**
   * The commands of an installation, the program without a command first, in the order of the help.
   *
   * @param withWindow whether the installation has the window
   */
  public static List<Entry> all(boolean withWindow) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Console silent = new Console(nowhere, nowhere, false);
    List<Entry> entries = new ArrayList<>();
    entries.add(
        new Entry(
            "",
            "inspect kpack archives and the binaries that use them",
            new RootCommand(silent, withWindow ? files -> ExitStatus.DONE : null).line()));
    for (Cli.Verb verb : Cli.verbs(withWindow)) {
      entries.add(new Entry(verb.name(), verb.words(), verb.make().apply(silent).line()));
    }
    return List.copyOf(entries);
  }
}
