package org.kpackworkbench.model.archive;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.job.Progress;

/**
 * What an open archive of 100,000 rows costs a whole process: heap in use after a collection, and
 * resident memory, above a JVM that opened nothing. Each figure is the median of five processes.
 *
 * <p>The promise: less than 20 MB of heap, less than 60 MB resident.
 */
public final class OpenArchiveMemory {
  private static final int ROUNDS = 5;

  private OpenArchiveMemory() {}

  /** What a process does before it is measured. */
  private enum Work {
    NOTHING("empty JVM"),
    OPEN("open"),
    GET("open, get one kernel of 4 KiB"),
    LIST("open, read every row"),
    NAIVE("naive reader");

    private final String words;

    Work(String words) {
      this.words = words;
    }
  }

  /** Figures of a process, in KiB. */
  private record Figures(long heap, long resident, long peak) {}

  /** Without arguments prints the table; with work and shape is one of the measured processes. */
  public static void main(String[] args) throws Exception {
    if (args.length == 2) {
      measured(Work.valueOf(args[0]), BenchArchive.Shape.valueOf(args[1]));
      return;
    }
    for (BenchArchive.Shape shape : BenchArchive.Shape.values()) {
      System.out.printf("%n%s, %.1f MB%n", shape, Files.size(BenchArchive.path(shape)) / 1e6);
      System.out.printf(
          "%-32s %12s %12s %12s   (MB above the empty JVM)%n",
          "", "heap", "resident", "peak resident");
      Figures empty = median(Work.NOTHING, shape);
      for (Work work : Work.values()) {
        Figures figures = work == Work.NOTHING ? empty : median(work, shape);
        System.out.printf(
            "%-32s %12.1f %12.1f %12.1f%s%n",
            work.words,
            megabytes(figures.heap() - (work == Work.NOTHING ? 0 : empty.heap())),
            megabytes(figures.resident() - (work == Work.NOTHING ? 0 : empty.resident())),
            megabytes(figures.peak() - (work == Work.NOTHING ? 0 : empty.peak())),
            work == Work.NOTHING ? "   (in all)" : "");
      }
    }
  }

  private static double megabytes(long kib) {
    return kib * 1024 / 1e6;
  }

  private static Figures median(Work work, BenchArchive.Shape shape) throws Exception {
    List<Long> heap = new ArrayList<>();
    List<Long> resident = new ArrayList<>();
    List<Long> peak = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      Figures figures = fork(work, shape);
      heap.add(figures.heap());
      resident.add(figures.resident());
      peak.add(figures.peak());
    }
    return new Figures(middle(heap), middle(resident), middle(peak));
  }

  private static long middle(List<Long> values) {
    return values.stream().sorted().toList().get(ROUNDS / 2);
  }

  private static Figures fork(Work work, BenchArchive.Shape shape) throws Exception {
    List<String> command =
        ChildJvm.command(
            List.of("-Dkpack.bench.dir=" + BenchArchive.path(shape).getParent()),
            OpenArchiveMemory.class,
            List.of(
                KpackArchive.class,
                com.github.luben.zstd.Zstd.class,
                org.msgpack.core.MessagePack.class,
                org.jspecify.annotations.Nullable.class),
            work,
            shape);
    Process process = ChildJvm.start(command);
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      String[] parts = line == null ? new String[0] : line.split(" ", -1);
      if (parts.length != 3) {
        throw new IOException("the measured process said: " + line);
      }
      return new Figures(
          Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    } finally {
      process.waitFor();
    }
  }

  private static void measured(Work work, BenchArchive.Shape shape) throws Exception {
    Object kept = work(work, BenchArchive.path(shape));
    long resident = status("VmRSS:");
    long peak = status("VmHWM:");
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    long heap = (runtime.totalMemory() - runtime.freeMemory()) / 1024;
    System.out.println(heap + " " + resident + " " + peak);
    java.lang.ref.Reference.reachabilityFence(kept);
  }

  private static Object work(Work work, Path path) throws IOException {
    if (work == Work.NOTHING) {
      return path;
    }
    if (work == Work.NAIVE) {
      return new NaiveArchive(path);
    }
    KpackArchive archive = KpackArchive.open(path);
    if (work == Work.GET) {
      archive.load(archive.entryCount() / 2);
    }
    if (work == Work.LIST) {
      archive.blobs(Progress.NONE);
      archive.entries().forEach(entry -> archive.storedSizeBytes(entry.row()));
    }
    return archive;
  }

  private static long status(String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(field)) {
        return Long.parseLong(line.replaceAll("\\D+", ""));
      }
    }
    throw new IOException("no " + field + " in /proc/self/status");
  }
}
