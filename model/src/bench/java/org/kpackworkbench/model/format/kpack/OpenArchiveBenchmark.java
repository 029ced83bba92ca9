package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Opening an archive of 100,000 rows, warm, beside a naive reader; and what an open one answers.
 *
 * <p>The promise: at most 25 ms to open.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class OpenArchiveBenchmark {

  /** Which archive. */
  @State(Scope.Benchmark)
  public static class Input {
    @Param({"KERNELS", "LIBRARIES"})
    public String shape;

    Path path;

    @Setup
    public void make() throws IOException {
      path = BenchArchive.path(BenchArchive.Shape.valueOf(shape));
    }
  }

  /** An archive that is open, its chain walked. */
  @State(Scope.Benchmark)
  public static class Open {
    KpackArchive archive;
    private int next;

    @Setup(Level.Trial)
    public void open(Input input) throws IOException {
      archive = KpackArchive.open(input.path);
      archive.blobs(Progress.NONE);
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
      archive.close();
    }

    /** A row somewhere else than the last one. */
    int row() {
      next = (next + 33_331) % archive.entryCount();
      return next;
    }
  }

  /** Header and table into the index. */
  @Benchmark
  public int open(Input input) throws IOException {
    try (KpackArchive archive = KpackArchive.open(input.path)) {
      return archive.entryCount();
    }
  }

  /** The same into a tree of values, with the file in an array. */
  @Benchmark
  public int openNaively(Input input) throws IOException {
    return new NaiveArchive(input.path).binaries();
  }

  /** Opening, and walking the chain of 100,000 frame sizes. */
  @Benchmark
  public int openAndWalk(Input input) throws IOException {
    try (KpackArchive archive = KpackArchive.open(input.path)) {
      return archive.blobs(Progress.NONE).count();
    }
  }

  /** One kernel of 4 KiB by its row. */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public ByteView load(Open open) throws IOException {
    return open.archive.load(open.row());
  }

  /** One kernel of 4 KiB, found by name, index and target as a loader does. */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public ByteView findAndLoad(Open open) throws IOException {
    ArchiveEntry entry = open.archive.entry(open.row());
    return open.archive.load(
        open.archive.find(entry.binary(), entry.index(), entry.targetText()).orElseThrow());
  }

  /** All rows with their texts, as a table of all of them needs. */
  @Benchmark
  public long list(Open open) {
    return open.archive.entries().stream().mapToLong(ArchiveEntry::originalSizeBytes).sum();
  }
}
