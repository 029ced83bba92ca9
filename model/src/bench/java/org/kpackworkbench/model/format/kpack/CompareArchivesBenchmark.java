package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.analysis.diff.Compared;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.RowOrder;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Comparing two archives of 100,000 rows, warm: one in a hundred rows is gone, so that all behind
 * it have other ordinals, and one in fifty has other contents.
 *
 * <p>The promise: tables in under a second, opening included.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class CompareArchivesBenchmark {

  /** Which archives. */
  @State(Scope.Benchmark)
  public static class Input {
    @Param({"KERNELS", "LIBRARIES"})
    public String shape;

    List<Path> paths = List.of();

    @Setup
    public void make() throws IOException {
      BenchArchive.Shape which = BenchArchive.Shape.valueOf(shape);
      paths = List.of(BenchArchive.path(which), BenchArchive.changed(which));
    }
  }

  /** Opening both, aligning, comparing tables, and the rows that differ in the order of sizes. */
  @Benchmark
  public int tables(Input input) throws IOException {
    try (Comparison comparison =
        Compare.open(input.paths, UnpackBudget.operation(), Progress.NONE)) {
      TableComparison table = (TableComparison) comparison;
      return RowOrder.byDelta(table, Compared.differences(table, null)).length;
    }
  }

  /** All contents, too. */
  @Benchmark
  public Outcome contents(Input input) throws IOException {
    try (Comparison comparison =
        Compare.open(input.paths, UnpackBudget.operation(), Progress.NONE)) {
      comparison.compareContents(Progress.NONE, row -> {});
      return comparison.outcome();
    }
  }
}
