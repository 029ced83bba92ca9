package org.kpackworkbench.model.base.demangle;

import java.util.concurrent.TimeUnit;
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

/** What one name costs; a symbol table has some hundred thousand. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class DemanglerBenchmark {
  /**
   * A plain function, a kernel template, and a name of the standard library with many
   * substitutions.
   */
  @Param({
    "_Z5saxpyfPKfPfi",
    "_ZN12rocrand_impl4host15generate_kernelILNS0_23generate_kernel_methodsE3EEEvPT_PKS4_",
    "_ZNSt3mapINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESt6vectorIS5_SaIS5_EESt4lessIS5_ESaISt4pairIKS5_S8_EEEixERSC_"
  })
  public String mangled;

  /** The full form. */
  @Benchmark
  public String full() {
    return Demangler.demangle(mangled);
  }

  /** The name alone. */
  @Benchmark
  public String brief() {
    return Demangler.shortName(mangled);
  }
}
