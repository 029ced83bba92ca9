package org.kpackworkbench.model.pack;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    TimedCommand zstd =
        new TimedCommand("zstd -3 -T0", "zstd", "-3", "-T0", "-q", "-f", library, "-o", compressed);
    TimedCommand pack =
        new TimedCommand(
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
    TimedCommand test = new TimedCommand("zstd -t", "zstd", "-t", "-q", compressed);
    TimedCommand verify = new TimedCommand("verify", RUN, "verify", archive);
    List<TimedCommand> subjects = new ArrayList<>(List.of(zstd, pack, test));
    if (runs(List.of(RUN.toString(), "verify", "--help"))) {
      subjects.add(verify);
    }
    for (TimedCommand subject : subjects) {
      // Reads everything into the page cache, and builds the program.
      subject.run();
    }
    subjects.forEach(subject -> subject.runs().clear());
    for (int round = 0; round < ROUNDS; round++) {
      for (TimedCommand subject : subjects) {
        subject.run();
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

  private static void print(Path library, Path packed, Path compressed, List<TimedCommand> subjects)
      throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%s: %,d bytes; zstd %,d, archive %,d; median of %d%n%n",
        library.getFileName(),
        Files.size(library),
        Files.size(compressed),
        Files.size(packed.resolve(".kpack/bench-all.kpack")),
        ROUNDS);
    TimedCommand.print(subjects);
  }

  private static void ratio(String name, TimedCommand ours, TimedCommand zstd, double wanted) {
    System.out.printf(
        Locale.ROOT,
        "%n%s takes %.2f times as long as %s (at most %.1f)",
        name,
        ours.seconds() / zstd.seconds(),
        zstd.name(),
        wanted);
    System.out.println();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
