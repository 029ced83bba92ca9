package org.kpackworkbench.model.fuzz.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.fuzz.Corpus;
import org.kpackworkbench.model.fuzz.FuzzTarget;

/** One target under the fuzzer: runs it for some time, keeps findings and the smallest inputs. */
final class TargetRun {
  /** How large the part of a corpus is that goes into the repository. */
  private static final long KEPT_BYTES = 40_000;

  private static final long KEPT_INPUT_BYTES = 8_000;
  private static final Duration SHORTEST = Duration.ofSeconds(20);
  private static final int MOST_STARTS = 6;

  private final FuzzTarget target;
  private final Duration time;
  private final Path folder;
  private final Path grown;
  private final Path found;

  TargetRun(FuzzTarget target, Duration time) {
    this.target = target;
    this.time = time;
    this.folder = Path.of(System.getProperty("fuzz.work")).resolve(target.id()).toAbsolutePath();
    this.grown = folder.resolve("corpus");
    this.found = folder.resolve("found");
  }

  TargetResult run() throws IOException, InterruptedException {
    Files.createDirectories(grown);
    empty(found);
    for (Path seed : Corpus.inputs(target)) {
      Path copy = grown.resolve("seed-" + seed.getFileName());
      if (!Files.exists(copy)) {
        Files.copy(seed, copy);
      }
    }
    long executions = 0;
    long features = 0;
    long seconds = 0;
    long start = System.nanoTime();
    Duration left = time;
    // Running out of memory or time ends the fuzzer; what is left of the time is used anyway.
    for (int i = 0; i < MOST_STARTS && (i == 0 || left.compareTo(SHORTEST) > 0); i++) {
      FuzzerOutput output = fuzz(i, left);
      if (i == 0 && output.executions() == 0 && files(found).isEmpty()) {
        throw new IOException("the fuzzer does not start; see " + folder);
      }
      executions += output.executions();
      seconds += output.seconds();
      features = Math.max(features, output.features());
      left = time.minusNanos(System.nanoTime() - start);
    }
    int findings = keepFindings();
    return new TargetResult(
        target.id(),
        seconds / 60.0,
        executions,
        features,
        words(Files.createDirectories(Corpus.folder(target))),
        findings,
        LocalDate.now(ZoneOffset.UTC).toString(),
        System.getProperty("fuzz.commit", "unknown"),
        Machine.words());
  }

  private FuzzerOutput fuzz(int number, Duration left) throws IOException, InterruptedException {
    Path log = folder.resolve("fuzz-" + number + ".log");
    fuzzer(
        log,
        left.plusMinutes(20),
        "--keep_going=20",
        "-max_total_time=" + Math.max(1, left.toSeconds()),
        // By the clock, on a machine that may be busy: what took ten seconds is read again alone.
        "-timeout=120",
        "-report_slow_units=10",
        "-rss_limit_mb=2048",
        grown.toString());
    return FuzzerOutput.read(log);
  }

  /** Whether an input takes long on a machine that has nothing else to do. */
  private boolean slow(Path input) throws IOException, InterruptedException {
    int status =
        start(
            folder.resolve("replay.log"),
            Duration.ofMinutes(5),
            List.of(Replay.class.getName(), target.name(), input.toString()));
    return status != 0;
  }

  private void fuzzer(Path log, Duration most, String... arguments)
      throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.entry().getName(),
                "--instrumentation_includes=org.kpackworkbench.**",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + found + "/"));
    all.addAll(List.of(arguments));
    start(log, most, all);
  }

  private int start(Path log, Duration most, List<String> arguments)
      throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    Path memory = Path.of("/dev/shm");
    if (Files.isWritable(memory)) {
      temporary = Files.createDirectories(memory.resolve("fuzz-" + target.id()));
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:+EnableDynamicAgentLoading",
                "-Djava.io.tmpdir=" + temporary,
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(most.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("the fuzzer does not end; see " + log);
      }
      return process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.waitFor();
      empty(temporary);
    }
  }

  /** This program's, which the fuzzer is on; its processes run in another folder. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Each finding becomes an input of the corpus in the repository. */
  private int keepFindings() throws IOException, InterruptedException {
    List<Path> all = new ArrayList<>();
    for (Path finding : files(found)) {
      String name = finding.getFileName().toString();
      boolean byTheClock = name.startsWith("timeout-") || name.startsWith("slow-unit-");
      if (!byTheClock || slow(finding)) {
        all.add(finding);
      }
    }
    Path kept = Files.createDirectories(Corpus.folder(target));
    for (Path finding : all) {
      Path copy = kept.resolve(finding.getFileName());
      if (!Files.exists(copy)) {
        Files.copy(finding, copy);
      }
    }
    return all.size();
  }

  /**
   * Keeps the smallest inputs that together reach as much as all, but for those into which the
   * fuzzer wrote the path of its own folder: they differ from machine to machine. Returns what is
   * kept, in words.
   */
  String keepCorpus() throws IOException, InterruptedException {
    Path least = folder.resolve("least");
    empty(least);
    fuzzer(
        folder.resolve("merge.log"),
        Duration.ofMinutes(15),
        "-merge=1",
        "-timeout=300",
        "-rss_limit_mb=2048",
        least.toString(),
        grown.toString());
    Path kept = Files.createDirectories(Corpus.folder(target));
    for (Path old : files(kept)) {
      if (old.getFileName().toString().matches("[0-9a-f]{40}")) {
        Files.delete(old);
      }
    }
    long bytes = 0;
    for (Path input : files(least)) {
      long size = Files.size(input);
      if (size <= KEPT_INPUT_BYTES && bytes + size <= KEPT_BYTES && !namesItsFolder(input)) {
        Files.copy(input, kept.resolve(input.getFileName()));
        bytes += size;
      }
    }
    return words(kept);
  }

  /** The fuzzer offers names such as {@code FOLDER/jazzer-traversal} to whatever opens files. */
  private boolean namesItsFolder(Path input) throws IOException {
    String text = Files.readString(input, StandardCharsets.ISO_8859_1);
    return text.contains(folder.getParent() + "/jazz");
  }

  private static String words(Path kept) throws IOException {
    List<Path> now = files(kept);
    long all = 0;
    for (Path input : now) {
      all += Files.size(input);
    }
    return now.size() + " inputs, " + (all + 999) / 1000 + " KB";
  }

  /** Smallest first. */
  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .sorted(
              Comparator.comparingLong((Path file) -> file.toFile().length())
                  .thenComparing(Path::getFileName))
          .toList();
    }
  }

  private static void empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    Files.createDirectories(folder);
  }
}
