package org.kpackworkbench.model.base.query;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a keystroke in a filter box over 100,000 rows costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class QueryBenchmark {
  /** A word that nothing holds, so that every field is searched; the query of the manual. */
  @Param({"librocsparse_", "zzz", "arch:gfx90a size>1M name:gemm", "arch:gfx9* -type:hsaco"})
  public String text;

  private final List<Query.Row> rows =
      IntStream.range(0, 100_000).mapToObj(i -> (Query.Row) new BenchRow(i)).toList();

  private record BenchRow(String name, String arch, String type, double size) implements Query.Row {
    private static final String[] ARCHS = {"gfx1100", "gfx90a:xnack+", "gfx942", "gfx90a:xnack-"};

    BenchRow(int i) {
      this(
          "lib/rocblas/library/Kernels.so-%06d-librocsolver.so.0#%d"
              .formatted(i * 7919 % 99_991, i),
          ARCHS[i % ARCHS.length],
          "hsaco",
          i * 97.0);
    }

    @Override
    public String text(String field) {
      return switch (field) {
        case "name" -> name;
        case "arch" -> arch;
        case "type" -> type;
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      return field.equals("size") ? size : Double.NaN;
    }
  }

  /** Parsing and filtering. */
  @Benchmark
  public int filter() throws QueryException {
    Query query = Query.parse(text, Set.of("name", "arch", "type", "size"));
    int found = 0;
    for (Query.Row row : rows) {
      if (query.matches(row)) {
        found++;
      }
    }
    return found;
  }
}
