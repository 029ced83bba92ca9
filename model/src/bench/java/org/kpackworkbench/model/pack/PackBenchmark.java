package org.kpackworkbench.model.pack;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Packs and verifies a large library as whole processes, beside what the zstd tool takes for the
 * same bytes: {@code .ci/bench --main org.kpackworkbench.model.pack.PackBenchmark [LIBRARY]}.
 *
 * <p>Each round runs every command once, so that a busy moment of the machine hits all of them; the
 * page cache is warm, the output is on the input's disk. Needs {@code zstd} and a built program.
 * The largest resident set is the process's own (Linux: {@code VmHWM}).
 */
public final class PackBenchmark {
  private static final int ROUNDS = 5;
  private static final Path RUN = Path.of("app", "run").toAbsolutePath();

  private PackBenchmark() {}

  /** A command that is measured. */
  private record Subject(String name, List<String> command, List<Run> runs) {
    Subject(String name, Object... command) {
      this(name, Stream.of(command).map(String::valueOf).toList(), new ArrayList<>());
    }

    double seconds() {
      List<Double> sorted = runs.stream().map(Run::seconds).sorted().toList();
      return sorted.get(sorted.size() / 2);
    }

    long residentKb() {
      return runs.stream().mapToLong(Run::residentKb).max().orElse(0);
    }
  }

  private record Run(double seconds, long residentKb) {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path library = args.length > 0 ? Path.of(args[0]).toAbsolutePath() : LargeLibrary.path();
    Path folder = Files.createTempDirectory(library.getParent(), "pack-");
    try {
      measure(library, folder);
    } finally {
      delete(folder);
    }
  }

  private static void measure(Path library, Path folder) throws IOException, InterruptedException {
    Path packed = folder.resolve("packed");
    Path archive = packed.resolve(".kpack/bench-all.kpack");
    Path compressed = folder.resolve("library.zst");
    Subject zstd =
        new Subject("zstd -3 -T0", "zstd", "-3", "-T0", "-q", "-f", library, "-o", compressed);
    Subject pack =
        new Subject(
            "pack",
            RUN,
            "pack",
            library,
            "-o",
            packed,
            "--force",
            "--group-name",
            "bench",
            "--gfx-arch-family",
            "all");
    Subject test = new Subject("zstd -t", "zstd", "-t", "-q", compressed);
    Subject verify = new Subject("verify", RUN, "verify", archive);
    List<Subject> subjects = new ArrayList<>(List.of(zstd, pack, test));
    if (runs(List.of(RUN.toString(), "verify", "--help"))) {
      subjects.add(verify);
    }
    for (Subject subject : subjects) {
      // Reads everything into the page cache, and builds the program.
      run(subject);
    }
    subjects.forEach(subject -> subject.runs().clear());
    for (int round = 0; round < ROUNDS; round++) {
      for (Subject subject : subjects) {
        run(subject);
      }
    }
    print(library, packed, compressed, subjects);
    ratio("pack", pack, zstd, 2);
    if (subjects.contains(verify)) {
      ratio("verify", verify, test, 1.5);
    }
  }

  private static boolean runs(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }

  private static void run(Subject subject) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(subject.command())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long most = 0;
    while (!process.waitFor(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
      most = Math.max(most, residentKb(process.pid()));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(subject.command() + " ended with " + process.exitValue());
    }
    subject.runs().add(new Run(seconds, most));
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

  private static void print(Path library, Path packed, Path compressed, List<Subject> subjects)
      throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%s, %d processors, Java %s, %s%n",
        processor(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        LocalDate.now());
    System.out.printf(
        Locale.ROOT,
        "%s: %,d bytes; zstd %,d, archive %,d; median of %d%n%n",
        library.getFileName(),
        Files.size(library),
        Files.size(compressed),
        Files.size(packed.resolve(".kpack/bench-all.kpack")),
        ROUNDS);
    System.out.printf("%-12s %8s %8s %8s %10s%n", "", "median s", "least s", "most s", "RSS MB");
    for (Subject subject : subjects) {
      System.out.printf(
          Locale.ROOT,
          "%-12s %8.2f %8.2f %8.2f %10.0f%n",
          subject.name(),
          subject.seconds(),
          subject.runs().stream().mapToDouble(Run::seconds).min().orElse(0),
          subject.runs().stream().mapToDouble(Run::seconds).max().orElse(0),
          subject.residentKb() / 1e3);
    }
  }

  private static void ratio(String name, Subject ours, Subject zstd, double wanted) {
    System.out.printf(
        Locale.ROOT,
        "%n%s takes %.2f times as long as %s (at most %.1f)",
        name,
        ours.seconds() / zstd.seconds(),
        zstd.name(),
        wanted);
    System.out.println();
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

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
