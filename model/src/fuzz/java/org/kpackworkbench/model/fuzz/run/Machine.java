package org.kpackworkbench.model.fuzz.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the run took place on. */
final class Machine {
  private Machine() {}

  static String words() throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    return processors + " × " + processor() + ", Java " + Runtime.version().feature();
  }

  private static String processor() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.exists(file)) {
      return System.getProperty("os.arch");
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }
}
