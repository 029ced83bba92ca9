package org.kpackworkbench.model.format.codeobject;

import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
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

/** A code object with 10,000 kernels of 40 arguments each, some 20 MB of metadata. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class CodeObjectBenchmark {
  private static final int KERNELS = 10_000;
  private static final int ARGUMENTS = 40;

  private ByteView view = ByteView.of("none", new byte[0]);

  /** Makes it. */
  @Setup
  public void make() {
    CodeObjectBuilder builder = new CodeObjectBuilder();
    for (int i = 0; i < KERNELS; i++) {
      builder.kernel(name(i), new byte[64]);
    }
    view =
        builder
            .metadata(
                packer -> {
                  packer.packMapHeader(2).packString("amdhsa.kernels").packArrayHeader(KERNELS);
                  for (int i = 0; i < KERNELS; i++) {
                    packer.packMapHeader(5).packString(".args").packArrayHeader(ARGUMENTS);
                    for (int a = 0; a < ARGUMENTS; a++) {
                      packer.packMapHeader(3).packString(".offset").packInt(a * 8);
                      packer.packString(".size").packInt(8);
                      packer.packString(".value_kind").packString("hidden_block_count_x");
                    }
                    packer.packString(".name").packString(name(i));
                    packer.packString(".symbol").packString(name(i) + ".kd");
                    packer.packString(".vgpr_count").packInt(i & 255);
                    packer.packString(".sgpr_count").packInt(i & 63);
                  }
                  packer.packString("amdhsa.target");
                  packer.packString("amdgcn-amd-amdhsa--gfx90a:xnack+");
                })
            .view();
  }

  private static String name(int i) {
    return "_ZN7rocprim6detail16radix_sort_blockILj%dELj4ELb0EPKfPfEEvT2_T3_j".formatted(i + 1000);
  }

  /** Opening alone. */
  @Benchmark
  public CodeObject open() throws FormatException {
    return CodeObject.read(view);
  }

  /** What a list shows. */
  @Benchmark
  public long targetAndKernelCount() throws FormatException {
    CodeObject codeObject = CodeObject.read(view);
    return codeObject.mismatches(codeObject.target()).size() + codeObject.kernelCount();
  }

  /** All kernels with their arguments. */
  @Benchmark
  public int kernels() throws FormatException {
    return CodeObject.read(view).kernels().size();
  }

  /** The place of each kernel. */
  @Benchmark
  public long locations() throws FormatException {
    CodeObject codeObject = CodeObject.read(view);
    long sum = 0;
    for (Kernel kernel : codeObject.kernels()) {
      sum += codeObject.locate(kernel).codeAddress();
    }
    return sum;
  }

  /** Every name demangled. */
  @Benchmark
  public long names() throws FormatException {
    long sum = 0;
    for (Kernel kernel : CodeObject.read(view).kernels()) {
      sum += kernel.demangledName().length();
    }
    return sum;
  }
}
