package org.kpackworkbench.installers.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.kpackworkbench.installers.Edition;
import org.kpackworkbench.installers.Resources;
import org.kpackworkbench.installers.Trees;

/** The single script that starts the program, for the window and for commands. */
public final class Launcher {
  /** Commands whose time is spent in compression and in copying by the system. */
  private static final Set<String> NATIVE = Set.of("convert", "pack", "prune", "split");

  /** Commands that work long enough for the better compiler. */
  private static final Set<String> LONG =
      Set.of("split-wheel", "restore", "recombine", "overlay", "verify", "diff");

  /**
   * How the JVM of short commands differs; from a checkout it is the same. The heap starts small
   * whatever the machine has, so that what is garbage is collected and not only left.
   */
  static final List<String> SHORT_OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmn48m", "-Xms80m");

  /** How that of {@link #NATIVE} ones differs; from a checkout it is the same. */
  static final List<String> NATIVE_OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xms64m");

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
   * @param edition whose launcher it is
   */
  public static void write(Path file, Path options, List<String> commands, Edition edition)
      throws IOException {
    String script =
        Resources.text("runtime/kpack-workbench.sh")
            .replace("@MAIN@", "-m " + RuntimeImage.MAIN)
            .replace("@WINDOW_OPTIONS@", String.join(" ", WINDOW_OPTIONS))
            .replace("@SHORT_OPTIONS@", String.join(" ", SHORT_OPTIONS))
            .replace("@NATIVE_OPTIONS@", String.join(" ", NATIVE_OPTIONS))
            .replace("@COMMANDS@", names(commands, Launcher::isShort))
            .replace("@NATIVE_COMMANDS@", names(commands, NATIVE::contains))
            .replace("@LONG_COMMANDS@", names(commands, LONG::contains))
            .replace("@OPTIONS@", String.join(" \\\n  ", edition.options(options(options))));
    if (!edition.hasWindow()) {
      script = script.replace("cache=window", "cache=commands");
    }
    Trees.write(file, script);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
  }

  /** The options in a file that has one in each line, and remarks. */
  public static List<String> options(Path file) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> line.startsWith("-")).toList();
  }

  private static boolean isShort(String name) {
    return !NATIVE.contains(name) && !LONG.contains(name);
  }

  private static String names(List<String> commands, Predicate<String> which) {
    return commands.stream()
        .filter(name -> !name.equals("render"))
        .filter(which)
        .collect(Collectors.joining(" | "));
  }
}
