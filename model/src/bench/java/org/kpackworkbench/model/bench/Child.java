package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A class with a {@code main} in a JVM of its own, on the class path of this one. */
final class Child {
  private static final int MOST_SECONDS = 150;

  private Child() {}

  /**
   * Runs it.
   *
   * @param options for the JVM
   * @return the lines that it printed
   * @throws IOException if it fails, with the end of what it said
   */
  static List<String> run(Path work, List<String> options, String main, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    if (Scale.current() == Scale.QUICK) {
      command.add("-D" + Scale.QUICK_PROPERTY + "=true");
    }
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Path out = Files.createTempFile(work, "out", ".txt");
    Path said = Files.createTempFile(work, "said", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(said.toFile())
            .start();
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IOException("not done after %d seconds".formatted(MOST_SECONDS));
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "ended with %d: %s".formatted(process.exitValue(), TimedCommand.tail(said)));
    }
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }

  /** The lines, each a list of figures between tabs. */
  static List<List<Double>> figures(List<String> lines) {
    return lines.stream()
        .map(line -> List.of(line.split("\t")).stream().map(Double::valueOf).toList())
        .toList();
  }
}
