package org.kpackworkbench.installers.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.installers.Edition;
import org.kpackworkbench.installers.Tool;
import org.kpackworkbench.installers.Trees;

/**
 * Caches from which the JVM takes classes loaded and linked (JEP 483, 514 and 515): one for
 * commands and one for the window, whose classes commands would only carry along. Each is made by a
 * run of the program that is like what users do.
 */
public final class StartCaches {
  // Profiles of the run would send hundreds of methods to the second compiler as soon as the window
  // starts; on two cores it keeps one busy and lets what is needed first wait. The first compiler
  // writes none, and the program starts in half the time; how it is compiled later stays the same.
  private static final String NO_PROFILES = "-XX:TieredStopAtLevel=1";

  private StartCaches() {}

  /**
   * Makes those of an edition.
   *
   * @param image the folder that runs, all but its caches
   * @param options the JVM options that every start uses
   * @param sample the sample workspace, which is what the program is run on
   * @param rehearsal the commands that are run, one a line, with tabs between their arguments
   */
  public static void make(
      Edition edition, Path image, List<String> options, Path sample, Path rehearsal)
      throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("start-caches");
    try {
      Path files = work.resolve("sample");
      Trees.copy(sample, files);
      Files.createDirectories(image.resolve("cache"));
      commands(image, options, files, rehearsal, work);
      if (edition.hasWindow()) {
        window(image, options, files, work);
      }
    } finally {
      Trees.delete(work);
    }
  }

  private static void commands(
      Path image, List<String> options, Path sample, Path rehearsal, Path work)
      throws IOException, InterruptedException {
    String lines =
        Files.readString(rehearsal)
            .replace("@SAMPLE@", sample.toString())
            .replace("@OUT@", work.resolve("out").toString());
    Path script = Trees.write(work.resolve("commands.txt"), lines);
    List<String> jvm =
        List.of(NO_PROFILES, "-XX:+UseSerialGC", "-Dkpackworkbench.rehearsal=" + script);
    run(image, options, "commands", jvm, List.of("--version"), work, Map.of());
  }

  private static void window(Path image, List<String> options, Path sample, Path work)
      throws IOException, InterruptedException {
    try (Display display = Display.open()) {
      List<String> jvm = new ArrayList<>(List.of(NO_PROFILES, "-Dkpackworkbench.startTimes=true"));
      jvm.addAll(display.jvmOptions());
      List<String> args =
          List.of(
              sample.resolve("lib/libmixed.so").toString(),
              sample.resolve("kernels/kinds-gfx942.hsaco").toString(),
              sample.resolve(".kpack/kpackfix_gfx90a.kpack").toString());
      // Most starts find settings, as this one leaves them, and read them with classes of their
      // own.
      start(image, options, jvm, args, work, display.variables());
      run(image, options, "window", jvm, args, work, display.variables());
    }
  }

  private static void run(
      Path image,
      List<String> options,
      String name,
      List<String> jvm,
      List<String> args,
      Path work,
      Map<String, String> variables)
      throws IOException, InterruptedException {
    Path cache = image.resolve("cache").resolve(name + ".aot");
    List<String> recording = new ArrayList<>(jvm);
    recording.add("-XX:AOTCacheOutput=" + cache);
    String said = start(image, options, recording, args, work, variables);
    if (!Files.isRegularFile(cache)) {
      throw new IOException(
          "no cache for %s was made by %s %s:\n%s".formatted(name, recording, args, said));
    }
  }

  /** Runs the program; returns what it says. */
  private static String start(
      Path image,
      List<String> options,
      List<String> jvm,
      List<String> args,
      Path work,
      Map<String, String> variables)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(RuntimeImage.java(image.resolve("runtime")).toString());
    command.add("-Duser.home=" + work);
    command.addAll(options);
    command.addAll(jvm);
    command.addAll(List.of("-m", RuntimeImage.MAIN));
    command.addAll(args);
    Map<String, String> environment = new java.util.HashMap<>(variables);
    // Nothing of the builder's own settings goes in, and nothing is left in them.
    environment.put("HOME", work.toString());
    environment.put("XDG_CONFIG_HOME", work.resolve("config").toString());
    environment.put("XDG_DATA_HOME", work.resolve("data").toString());
    environment.put("LC_ALL", "C.UTF-8");
    return Tool.ofSystem(command, environment);
  }
}
