package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /** A kernel ends where its symbol ends; what fills the space up to the next one is no code. */
  @Test
  void paddingIsNoPartOfAKernel() {
    assumeTrue(installed, "no llvm-objdump");
    padding("kpackfix::tile", "gfx942", 14, "44 × s_nop: padding");
    padding("kpackfix::count", "gfx1100", 19, "103 × s_code_end: padding");
  }

  @SuppressWarnings("unchecked")
  private static void padding(String name, String target, int instructions, String words) {
    CliRun run = CliRun.of("disassemble", LIBRARY, "--kernel", name, "--target", target, "--json");
    assumeFalse(run.err().contains(TOO_OLD), run.err());
    Map<String, Object> kernel = run.rows("kernels").getFirst();
    assertThat((List<Map<String, Object>>) kernel.get("instructions"))
        .hasSize(instructions)
        .last()
        .satisfies(last -> assertThat(last).containsEntry("text", "s_endpgm"));
    int count = Integer.parseInt(words.substring(0, words.indexOf(' ')));
    assertThat(kernel).containsEntry("paddingBytes", 4 * count);
    assertThat((List<Map<String, Object>>) kernel.get("blocks"))
        .last()
        .satisfies(last -> assertThat(last).containsEntry("leaves", false));
    CliRun text = CliRun.of("disassemble", LIBRARY, "--kernel", name, "--target", target);
    assertThat(text.out().strip()).endsWith(words);
    CliRun csv = CliRun.of("disassemble", LIBRARY, "--kernel", name, "--target", target, "--csv");
    assertThat(csv.out().lines()).hasSize(instructions + 1);
  }

  /** Of any kernel: branches lead to instructions that begin blocks, and blocks cover the code. */
  @Test
  @SuppressWarnings("unchecked")
  void blocksLoopsAndLiveRegistersAreInJson() {
    assumeTrue(installed, "no llvm-objdump");
    List<Map<String, Object>> kernels = new ArrayList<>();
    for (String name :
        List.of(
            "kpackfix::tile",
            "_ZN8kpackfix6reduceIfLi256ENS_6detail4PlusIfEEEEvPT_PKS4_T1_",
            "kpackfix::scratch",
            "kpackfix::by_value")) {
      CliRun run =
          CliRun.of("disassemble", LIBRARY, "--kernel", name, "--target", "gfx1030", "--json");
      assumeFalse(run.err().contains(TOO_OLD), run.err());
      kernels.addAll(run.rows("kernels"));
    }
    assertThat(kernels).isNotEmpty();
    int branches = 0;
    for (Map<String, Object> kernel : kernels) {
      var lines = (List<Map<String, Object>>) kernel.get("instructions");
      var blocks = (List<Map<String, Object>>) kernel.get("blocks");
      List<Object> begins = blocks.stream().map(block -> block.get("address")).toList();
      assertThat(begins).first().isEqualTo(lines.getFirst().get("address"));
      assertThat(lines)
          .extracting(line -> line.get("address"))
          .allSatisfy(at -> assertThat((String) at).matches("0x[0-9a-f]+"));
      for (int i = 0; i < blocks.size(); i++) {
        if (i + 1 < blocks.size()) {
          assertThat(blocks.get(i)).containsEntry("end", blocks.get(i + 1).get("address"));
        }
        assertThat((List<Integer>) blocks.get(i).get("next"))
            .allMatch(next -> next >= 0 && next < blocks.size());
      }
      for (Map<String, Object> line : lines) {
        String text = (String) line.get("text");
        if (text.startsWith("s_cbranch") || text.startsWith("s_branch")) {
          assertThat(begins).as(text).contains(line.get("branchAddress"));
          branches++;
        } else {
          assertThat(line).as(text).containsEntry("branchAddress", null);
        }
      }
      assertThat(
              lines.stream()
                  .map(line -> (Integer) line.get("liveVgprs"))
                  .filter(Objects::nonNull)
                  .max(Integer::compare))
          .contains((Integer) kernel.get("peakLiveVgprs"));
      for (Map<String, Object> loop : (List<Map<String, Object>>) kernel.get("loops")) {
        assertThat(begins).contains(loop.get("address"));
      }
    }
    assertThat(branches).isPositive();
    assertThat(kernels).anySatisfy(each -> assertThat((List<?>) each.get("loops")).isNotEmpty());
  }

  /** Bytes of a file, and standard input, are the same code. */
  @Test
  void aUriAndStandardInputAreRead() throws IOException {
    assumeTrue(installed, "no llvm-objdump");
    Map<String, Object> row =
        CliRun.of("list", LIBRARY, "--target", "gfx942", "--json").rows("entries").getFirst();
    String[] which = {"--kernel", "kpackfix::tile", "--target", "gfx942", "--json"};
    CliRun whole =
        CliRun.of("disassemble", LIBRARY, which[0], which[1], which[2], which[3], which[4]);
    assumeFalse(whole.err().contains(TOO_OLD), whole.err());
    CliRun uri =
        CliRun.of("disassemble", row.get("uri"), which[0], which[1], which[2], which[3], which[4]);
    CliRun piped;
    try (InputStream in = Files.newInputStream(LIBRARY)) {
      piped =
          CliRun.reading(in, "disassemble", "-", which[0], which[1], which[2], which[3], which[4]);
    }
    assertThat(whole.rows("kernels")).hasSize(1);
    Object code = whole.rows("kernels").getFirst().get("instructions");
    for (CliRun run : List.of(uri, piped)) {
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.rows("kernels").getFirst()).containsEntry("instructions", code);
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void linesAreInstructionsAsCsvAndKernelsAsJson() {
    assumeTrue(installed, "no llvm-objdump");
    CliRun json = CliRun.of("disassemble", LIBRARY, "--kernel", "kpackfix::tile", "--json");
    assumeFalse(json.err().contains(TOO_OLD), json.err());
    long instructions =
        json.rows("kernels").stream()
            .mapToLong(kernel -> ((List<Object>) kernel.get("instructions")).size())
            .sum();
    CliRun csv = CliRun.of("disassemble", LIBRARY, "--kernel", "kpackfix::tile", "--csv");
    List<String> lines = csv.out().lines().toList();
    assertThat(lines.getFirst()).startsWith("file,name,target,binary,index,address,bytes,text,");
    assertThat(lines).hasSize((int) instructions + 1);
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).contains(",_ZN8kpackfix4tileEPf,gfx942,"))
        .anySatisfy(line -> assertThat(line).contains(",s_endpgm,"))
        .filteredOn(line -> line.contains("s_endpgm"))
        .allMatch(line -> line.matches(".*,0x[0-9a-f]+,[0-9A-F ]+,s_endpgm,.*"), "as in JSON");
    CliRun each = CliRun.of("disassemble", LIBRARY, "--kernel", "kpackfix::tile", "--json-lines");
    assertThat(each.out().lines())
        .hasSize(json.rows("kernels").size())
        .allSatisfy(line -> assertThat(line).contains("\"instructions\": ["));
    assertThat(CliRun.of("disassemble", LIBRARY, "--kernel", "x", "--csv", "--json-lines").status())
        .isEqualTo(2);
  }

  @Test
  void anExpressionSelectsTargets() {
    assumeTrue(installed, "no llvm-objdump");
    CliRun run =
        CliRun.of(
            "disassemble",
            CliRun.fixture("libmany.so"),
            "--kernel",
            "kpackfix_scalars",
            "--target-regex",
            "^gfx90a:xnack[+]$",
            "--json");
    assertThat(run.rows("kernels"))
        .extracting(row -> row.get("target"))
        .containsExactly("gfx90a:xnack+");
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
