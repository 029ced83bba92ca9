package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The program as a process of its own. */
final class JavaProcess {
  private static final int SIGINT = 2;

  private JavaProcess() {}

  /**
   * The words that start it, as launchers do.
   *
   * @param jvm options for Java
   */
  static List<String> command(List<String> jvm, Object... args) {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.addAll(jvm);
    @Nullable String modules = System.getProperty("jdk.module.path");
    if (modules == null || !JavaProcess.class.getModule().isNamed()) {
      // Where tests run on the class path, the program does, too.
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add("org.kpackworkbench.app.Main");
    } else {
      command.addAll(List.of("--module-path", modules));
      command.add("@" + base.resolve("src/main/launch/java.args"));
      command.addAll(List.of("-m", "org.kpackworkbench.app/org.kpackworkbench.app.Main"));
    }
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return command;
  }

  /**
   * The same for a process that gets SIGINT, wherever the tests are started: what a shell starts
   * behind itself ignores that signal, and so does all that this starts in turn.
   */
  static List<String> interruptible(List<String> jvm, Object... args) throws IOException {
    List<String> command = new ArrayList<>();
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> new BigInteger(line.substring("SigIgn:".length()).strip(), 16))
            .anyMatch(ignored -> ignored.testBit(SIGINT - 1))) {
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.addAll(command(jvm, args));
    return command;
  }

  /**
   * Waits for something that a process does, or for its end. Looking without a pause would take the
   * process half of what the machine can do.
   */
  static void until(Process process, Callable<Boolean> condition) throws Exception {
    while (!condition.call() && !process.waitFor(1, TimeUnit.MILLISECONDS)) {
      Thread.onSpinWait();
    }
  }

  /** Starts it; standard error goes to that of the test. */
  static Process start(List<String> jvm, Object... args) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(jvm, args));
    builder.environment().remove("DISPLAY");
    builder.environment().remove("WAYLAND_DISPLAY");
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
