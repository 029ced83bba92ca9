package org.kpackworkbench.installers.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.installers.Resources;
import org.kpackworkbench.installers.Trees;

/** The one script that starts the program, for the window and for commands. */
public final class Launcher {
  /** Commands that work long enough for the better compiler. */
  private static final Set<String> LONG =
      Set.of(
          "convert",
          "pack",
          "split",
          "split-wheel",
          "restore",
          "recombine",
          "overlay",
          "prune",
          "verify",
          "diff");

  /**
   * How the window's JVM differs. It has room for all that a start makes, so that nothing is
   * collected before the first picture. The second compiler takes what is ten times hotter than it
   * usually has to be: on two cores it would else keep one busy with what a start does for a
   * moment, while loops over whole files, which gain by it, still get there within milliseconds.
   */
  public static final List<String> WINDOW_OPTIONS =
      List.of(
          "-XX:NewSize=64m",
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000",
          "-XX:Tier4BackEdgeThreshold=400000");

  private Launcher() {}

  /**
   * Writes it.
   *
   * @param file where
   * @param options the file of JVM options that every start uses
   * @param commands the names of the program's commands
   */
  public static void write(Path file, Path options, List<String> commands) throws IOException {
    String script =
        Resources.text("runtime/kpack-workbench.sh")
            .replace("@MAIN@", "-m " + RuntimeImage.MAIN)
            .replace("@WINDOW_OPTIONS@", String.join(" ", WINDOW_OPTIONS))
            .replace("@COMMANDS@", names(commands, false))
            .replace("@LONG_COMMANDS@", names(commands, true))
            .replace("@OPTIONS@", String.join(" \\\n  ", options(options)));
    Trees.write(file, script);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
  }

  /** The options in a file that has one in each line, and remarks. */
  public static List<String> options(Path file) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> line.startsWith("-")).toList();
  }

  private static String names(List<String> commands, boolean longer) {
    return commands.stream()
        .filter(name -> !name.equals("render"))
        .filter(name -> LONG.contains(name) == longer)
        .collect(Collectors.joining(" | "));
  }
}
