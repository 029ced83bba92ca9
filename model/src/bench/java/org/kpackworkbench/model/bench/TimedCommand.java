package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A command that is measured as a whole process, run after run. */
final class TimedCommand {
  private static final Path TIME = Path.of("/usr/bin/time");

  /** In a variable's value it means microseconds of the clock when the process is started. */
  static final String LAUNCH_MICROS = "@LAUNCH_MICROS@";

  private static final int MOST_SECONDS = 900;

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment = new HashMap<>();
  private final List<Double> seconds = new ArrayList<>();
  private long residentKb;
  private final List<String> said = new ArrayList<>();
  private int status;
  private @Nullable String failure;

  TimedCommand(String name, Object... command) {
    this.name = name;
    this.command = Stream.of(command).map(String::valueOf).toList();
  }

  /** With an exit status that is no failure, though not 0. */
  TimedCommand endingWith(int expected) {
    status = expected;
    return this;
  }

  TimedCommand with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  String name() {
    return name;
  }

  /** Why the last run failed; null if none did. A command that failed once is not run again. */
  @Nullable String failure() {
    return failure;
  }

  /** What was measured; null if that is nothing. */
  @Nullable Samples samples() {
    return seconds.isEmpty() || failure != null ? null : new Samples(seconds, residentKb, 0);
  }

  /** What each run that counts said on its standard error. */
  List<String> said() {
    return List.copyOf(said);
  }

  /** Its row of the table. */
  Row row(long bytes, Limit limit) {
    Samples samples = samples();
    return samples == null
        ? Row.failed(name, failure == null ? "was not run" : failure)
        : Row.of(name, samples, bytes, limit);
  }

  /** Forgets what was measured so far: that read everything into the page cache. */
  void forget() {
    seconds.clear();
    said.clear();
    residentKb = 0;
  }

  /** Runs it once, unless it failed before. */
  void run(Path work) throws IOException, InterruptedException {
    if (failure != null) {
      return;
    }
    Path errors = Files.createTempFile(work, "said", ".txt");
    Path peak = Files.createTempFile(work, "peak", ".txt");
    List<String> line = new ArrayList<>();
    if (Files.isExecutable(TIME)) {
      line.addAll(List.of(TIME.toString(), "-q", "-f", "%M", "-o", peak.toString()));
    }
    line.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(line).redirectError(errors.toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    environment.forEach(
        (name, value) ->
            builder.environment().put(name, value.replace(LAUNCH_MICROS, Long.toString(micros))));
    long start = System.nanoTime();
    Process process = builder.start();
    long most = watch(process, start);
    double took = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != status) {
      failure = "ended with %d: %s".formatted(process.exitValue(), tail(errors));
    } else {
      seconds.add(took);
      said.add(new String(Files.readAllBytes(errors), StandardCharsets.UTF_8));
      String exact = Files.readString(peak).strip();
      residentKb = Math.max(residentKb, exact.isEmpty() ? most : Long.parseLong(exact));
    }
    Files.delete(errors);
    Files.delete(peak);
  }

  // Without the tool the largest resident set is examined while it runs (Linux: VmHWM).
  private static long watch(Process process, long start) throws InterruptedException {
    long most = 0;
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      most = Math.max(most, residentKb(process.pid()));
      if (System.nanoTime() - start > MOST_SECONDS * 1_000_000_000L) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    }
    return most;
  }

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

  /** The end of what was said, as much as a table holds. */
  static String tail(Path errors) throws IOException {
    String text = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).strip();
    return text.length() <= 300 ? text : "…" + text.substring(text.length() - 300);
  }
}
