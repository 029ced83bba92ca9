package org.kpackworkbench.model.artifact.split;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.kpackworkbench.model.pack.TimedCommand;

/**
 * Splits a shard of 50 artifacts with 20,000 files as a whole process, beside what {@code cp -a} of
 * the same tree and {@code pack} of its fat binaries take: {@code .ci/bench --main
 * org.kpackworkbench.model.artifact.split.SplitBenchmark [ROUNDS]}.
 *
 * <p>Each round runs every command once, so that a busy moment of the machine hits all of them; the
 * page cache is warm, everything is on one disk. Needs a built program.
 */
public final class SplitBenchmark {
  private static final Path RUN = Path.of("app", "run").toAbsolutePath();

  private SplitBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    Path shard = LargeShard.path();
    Path work = Files.createTempDirectory(shard.getParent(), "split-");
    try {
      measure(shard, work, rounds);
    } finally {
      delete(work);
    }
  }

  private static void measure(Path shard, Path work, int rounds)
      throws IOException, InterruptedException {
    Path copied = work.resolve("copied");
    Path packed = work.resolve("packed");
    Path split = work.resolve("split");
    TimedCommand copy = new TimedCommand("cp -a", "cp", "-a", shard, copied);
    TimedCommand pack =
        new TimedCommand(
            "pack",
            RUN,
            "pack",
            LargeShard.fatBinaries(),
            "-o",
            packed,
            "--group-name",
            "bench",
            "--gfx-arch-family",
            "all");
    TimedCommand splitting =
        new TimedCommand(
            "split",
            RUN,
            "split",
            "--batch-artifact-parent-dir",
            shard,
            "--output-dir",
            split,
            "--split-databases",
            "rocblas");
    List<TimedCommand> commands = List.of(copy, pack, splitting);
    for (int round = -1; round < rounds; round++) {
      for (TimedCommand command : commands) {
        for (Path output : List.of(copied, packed, split)) {
          delete(output);
        }
        command.run();
      }
      if (round < 0) {
        // Read everything into the page cache, and built the program.
        commands.forEach(command -> command.runs().clear());
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %,d files, %,d bytes, of these %,d in fat binaries; median of %d%n",
        shard.getFileName(),
        LargeShard.FILES,
        sizeBytes(shard),
        sizeBytes(LargeShard.fatBinaries()),
        rounds);
    TimedCommand.print(commands);
    System.out.printf(
        Locale.ROOT,
        "%nsplit takes %.2f times as long as two copies and packing (at most 1)%n",
        splitting.seconds() / (2 * copy.seconds() + pack.seconds()));
  }

  private static long sizeBytes(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).mapToLong(path -> path.toFile().length()).sum();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }
}
