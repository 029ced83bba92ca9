package org.kpackworkbench.model.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls of the system that change names, by {@code strace}. */
final class StepCount {
  private static final String CALLS =
      "rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,symlink,symlinkat";

  private StepCount() {}

  /** Whether there is a tracer that may trace. */
  static boolean possible() throws InterruptedException {
    try {
      return new ProcessBuilder("strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=none", "true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException none) {
      return false;
    }
  }

  static List<String> counting(Path folder) {
    return List.of(
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-o",
        folder.resolve("calls").toString(),
        "-e",
        "trace=" + CALLS);
  }

  /** The most calls of one thread, after the process has ended. */
  static int of(Process counted, Path folder) throws IOException, InterruptedException {
    try (BufferedReader lines = counted.inputReader()) {
      List<String> said = lines.lines().toList();
      if (!said.contains(CrashChild.END)) {
        throw new IllegalStateException(said.toString());
      }
    }
    counted.waitFor();
    Map<String, Integer> calls = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve("calls"))) {
      if (line.contains("(")) {
        calls.merge(line.substring(0, line.indexOf(' ')), 1, Integer::sum);
      }
    }
    return calls.values().stream().max(Integer::compare).orElse(0);
  }

  /** Kills the process when one of its threads makes such a call for the nth time. */
  static List<String> killingAt(int number) {
    return List.of(
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        "trace=" + CALLS,
        "-e",
        "inject=" + CALLS + ":signal=KILL:when=" + number);
  }
}
