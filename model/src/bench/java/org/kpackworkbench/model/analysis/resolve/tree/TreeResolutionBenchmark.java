package org.kpackworkbench.model.analysis.resolve.tree;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Resolving every wrapper of an install tree with 300 binaries, five wrappers each, for 16
 * architectures, with a loader that has opened nothing yet.
 *
 * <p>The promise: under a second.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class TreeResolutionBenchmark {
  /** The tree. */
  @State(Scope.Benchmark)
  public static class Tree {
    Path root = Path.of("");

    @Setup
    public void make() throws IOException {
      root = ResolvedTree.path();
    }
  }

  @Benchmark
  public TreeResolution grid(Tree tree) throws IOException {
    return ResolvedTree.resolve(tree.root);
  }
}
