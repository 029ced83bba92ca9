package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of kernel databases that are a code object each: their names say what selects them. */
class NamedCodeTest {
  private static final String IMAGE =
      "attn_fwd-Sig-F__^bf16@16_128_True__P__64_64__CO__wave2_warp4_stg1-Gpu-gfx1100.hsaco";
  private static final String TILES = "Cijk_Alik_Bljk_HHS_BH_MT128x64x32_MI32x32x8x1_SN_gfx1100.co";

  @TempDir private Path folder;

  private Path named(String name) throws IOException {
    Path file = folder.resolve("aotriton/kernels/gfx1100").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.copy(CliRun.fixture("axpy-gfx1100.hsaco"), file);
  }

  @Test
  void listsSignatureAndTuningOfImage() throws IOException {
    Map<String, Object> says =
        Map.of(
            "operation", "attn_fwd",
            "signature", "^bf16@16_128_True",
            "tuning_params", "64_64",
            "compiler_options", "wave2_warp4_stg1");
    Path file = named(IMAGE);
    assertThat(CliRun.of("list", file, "--json").rows("entries").getFirst())
        .containsEntry("metadata", says);
    assertThat(CliRun.of("list", "--recursive", folder).out()).contains("tuning_params=64_64");
    assertThat(CliRun.of("list", file).out()).contains("signature=^bf16@16_128_True");
    assertThat(CliRun.of("info", file, "--json").json()).containsEntry("metadata", says);
    assertThat(CliRun.of("info", file).out()).contains("by its name", "tuning_params=64_64");
  }

  @Test
  void listsTileAndTypesOfSolution() throws IOException {
    assertThat(CliRun.of("list", named(TILES), "--json").rows("entries").getFirst())
        .containsEntry(
            "metadata",
            Map.of(
                "tile", "128x64x32",
                "data_type", "HHS",
                "contraction", "Cijk_Alik_Bljk",
                "transpose_a", true,
                "transpose_b", false));
  }

  @Test
  void namesOthersNothing() {
    Path file = CliRun.fixture("axpy-gfx1100.hsaco");
    assertThat(CliRun.of("list", file, "--json").rows("entries").getFirst())
        .containsEntry("metadata", Map.of());
    assertThat(CliRun.of("info", file).out()).doesNotContain("by its name");
  }
}
