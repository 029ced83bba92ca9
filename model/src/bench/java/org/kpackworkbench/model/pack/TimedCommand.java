package org.kpackworkbench.model.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A command that is measured as a whole process. */
public record TimedCommand(String name, List<String> command, List<Run> runs) {
  /** One run of it. */
  public record Run(double seconds, long residentKb) {}

  public TimedCommand(String name, Object... command) {
    this(name, Stream.of(command).map(String::valueOf).toList(), new ArrayList<>());
  }

  /** The median. */
  public double seconds() {
    List<Double> sorted = runs.stream().map(Run::seconds).sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  private long mostResidentKb() {
    return runs.stream().mapToLong(Run::residentKb).max().orElse(0);
  }

  /** Runs it once; the largest resident set is the process's own (Linux: {@code VmHWM}). */
  public void run() throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long most = 0;
    while (!process.waitFor(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
      most = Math.max(most, residentKb(process.pid()));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(command + " ended with " + process.exitValue());
    }
    runs.add(new Run(seconds, most));
  }

  /** The largest resident set so far; 0 where the system does not say. */
  private static long residentKb(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | java.io.UncheckedIOException ended) {
      return 0;
    }
  }

  /** Prints the machine and the times of some commands. */
  public static void print(List<TimedCommand> commands) throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%s, %d processors, Java %s, %s%n%n",
        processor(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        LocalDate.now());
    System.out.printf("%-12s %8s %8s %8s %10s%n", "", "median s", "least s", "most s", "RSS MB");
    for (TimedCommand command : commands) {
      System.out.printf(
          Locale.ROOT,
          "%-12s %8.2f %8.2f %8.2f %10.0f%n",
          command.name(),
          command.seconds(),
          command.runs().stream().mapToDouble(Run::seconds).min().orElse(0),
          command.runs().stream().mapToDouble(Run::seconds).max().orElse(0),
          command.mostResidentKb() / 1e3);
    }
  }

  private static String processor() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    if (!Files.exists(info)) {
      return System.getProperty("os.arch", "");
    }
    try (Stream<String> lines = Files.lines(info)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    }
  }
}
