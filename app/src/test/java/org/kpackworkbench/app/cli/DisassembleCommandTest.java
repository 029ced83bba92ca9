package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;

/** Needs an llvm-objdump that knows AMD GPUs, but for what is said without one. */
class DisassembleCommandTest {
  private static final Path LIBRARY =
      Checkout.root().resolve("model/src/test/fixtures/bin/libmany.so");

  /** What is said where the installed LLVM is older than the GPU, such as LLVM 14 for gfx942. */
  private static final String TOO_OLD = "A newer LLVM may know this processor";

  private boolean installed;

  @BeforeEach
  void lookForATool() throws IOException {
    try {
      installed = !DisassemblerFinder.ofSystem().find(null).isEmpty();
    } catch (DisassemblyException none) {
      installed = false;
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void aKernelIsFoundByEachOfItsNamesForEachTarget() {
    assumeTrue(installed, "no llvm-objdump");
    for (String name :
        List.of("_ZN8kpackfix4tileEPf", "kpackfix::tile", "kpackfix::tile(float*)")) {
      CliRun run =
          CliRun.of("disassemble", LIBRARY, "--kernel", name, "--target", "gfx942", "--json");
      assumeFalse(run.err().contains(TOO_OLD), run.err());
      assertThat(run.status()).as("%s: %s", name, run.err()).isZero();
      assertThat(run.rows("kernels"))
          .singleElement()
          .satisfies(
              kernel -> {
                assertThat(kernel)
                    .containsEntry("target", "gfx942")
                    .containsEntry("complete", true);
                List<Map<String, Object>> lines =
                    (List<Map<String, Object>>) kernel.get("instructions");
                assertThat(lines).hasSizeGreaterThan(5);
                assertThat(lines).extracting(line -> line.get("text")).contains("s_endpgm");
              });
    }
    CliRun all = CliRun.of("disassemble", LIBRARY, "--kernel", "kpackfix::tile");
    assertThat(all.out()).contains("@ gfx1030", "@ gfx1100", "@ gfx90a:xnack+", "@ gfx942");
  }

  @Test
  void aNameThatNoKernelHasIsSaid() {
    assumeTrue(installed, "no llvm-objdump");
    CliRun run = CliRun.of("disassemble", LIBRARY, "--kernel", "nothing");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("No kernel is called \"nothing\"");
  }

  @Test
  void aToolThatIsNoneIsSaid() {
    CliRun run =
        CliRun.of(
            "disassemble", LIBRARY, "--kernel", "kpackfix::tile", "--llvm-objdump", "/nowhere/x");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("/nowhere/x");
  }
}
