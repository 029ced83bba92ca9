package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelName;
import org.kpackworkbench.model.format.codeobject.Occupancy.Limit;

class OccupancyTest {
  private static Kernel kernel(
      long vgprs,
      long agprs,
      long sgprs,
      long ldsBytes,
      long workgroup,
      long wave,
      @Nullable Boolean pairs) {
    return new Kernel(
        0,
        new KernelName("k"),
        "k.kd",
        "",
        "",
        "",
        List.of(),
        vgprs,
        agprs,
        sgprs,
        0,
        0,
        ldsBytes,
        0,
        0,
        8,
        workgroup,
        wave,
        null,
        null,
        pairs,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of());
  }

  private static Occupancy of(String target, Kernel kernel) {
    return Occupancy.of(GpuTarget.parse(target), kernel).orElseThrow();
  }

  /**
   * The most registers for each number of waves, as LLVM's test TestVGPRLimitsPerOccupancy and
   * AMD's tables for these GPUs have them; one more register loses a wave.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gfx90a  | 64 | 8:64 7:72 6:80 5:96 4:128 3:168 2:256 1:512",
        "gfx942  | 64 | 8:64 7:72 6:80 5:96 4:128 3:168 2:256 1:512",
        "gfx900  | 64 | 10:24 9:28 8:32 7:36 6:40 5:48 4:64 3:84 2:128 1:256",
        "gfx1030 | 32 | 16:64 12:80 10:96 9:112 8:128 7:144 6:160 5:192 4:256",
        "gfx1030 | 64 | 16:32 12:40 10:48 9:56 8:64 7:72 6:80 5:96 4:128 3:168 2:256",
        "gfx1100 | 32 | 16:96 12:120 10:144 9:168 8:192 7:216 6:240 5:256",
        "gfx1100 | 64 | 16:48 12:60 10:72 9:84 8:96 7:108 6:120 5:144 4:192 3:252",
        "gfx1102 | 32 | 16:64 12:80 10:96 9:112 8:128 7:144 6:160 5:192 4:256",
      })
  void vectorRegistersSetTheWaves(String target, int wave, String table) {
    for (String step : table.split(" ", -1)) {
      int waves = Integer.parseInt(step.substring(0, step.indexOf(':')));
      int registers = Integer.parseInt(step.substring(step.indexOf(':') + 1));
      assertThat(of(target, kernel(registers, -1, -1, 0, 1024, wave, null)).waves())
          .as("%s, %d registers", target, registers)
          .isEqualTo(waves);
      if (registers < 256) {
        assertThat(of(target, kernel(registers + 1, -1, -1, 0, 1024, wave, null)).waves())
            .as("%s, %d registers", target, registers + 1)
            .isLessThan(waves);
      }
    }
    // The steps that are drawn are these, as far as they differ.
    assertThat(
            Occupancy.vgprSteps(GpuTarget.parse(target), wave).stream()
                .map(step -> step.waves() + ":" + step.mostVgprs()))
        .startsWith(table.replaceFirst(" [5-9]:25[26].*| 3:252.*", "").split(" ", -1));
  }

  @Test
  void whatLimitsIsNamed() {
    assertThat(of("gfx90a", kernel(20, 0, 30, 0, 256, 64, null)))
        .isEqualTo(new Occupancy(8, 8, Limit.SLOTS))
        .hasToString("8 of 8");
    assertThat(of("gfx90a", kernel(100, 0, 30, 0, 256, 64, null)))
        .isEqualTo(new Occupancy(4, 8, Limit.VGPRS))
        .hasToString("4 of 8 (VGPRs)");
    assertThat(of("gfx900", kernel(20, -1, 102, 0, 256, 64, null)).limit()).isEqualTo(Limit.SGPRS);
    assertThat(of("gfx900", kernel(20, -1, 102, 0, 256, 64, null)).waves()).isEqualTo(7);
    assertThat(of("gfx1030", kernel(20, -1, 106, 0, 256, 32, null)).waves()).isEqualTo(16);
  }

  @Test
  void accumulationRegistersOfTheFirstMatrixUnitsAreAFileOfTheirOwn() {
    assertThat(of("gfx908", kernel(20, 120, 30, 0, 256, 64, null)).waves()).isEqualTo(2);
  }

  @Test
  void localMemoryIsSharedByTheSimdsThatHaveIt() {
    // 64 KiB for four SIMDs: two work-groups of four waves are two waves for each SIMD.
    assertThat(of("gfx90a", kernel(20, 0, 30, 32 * 1024, 256, 64, null)))
        .isEqualTo(new Occupancy(2, 8, Limit.LDS));
    // 160 KiB.
    assertThat(of("gfx950", kernel(20, 0, 30, 32 * 1024, 256, 64, null)).waves()).isEqualTo(5);
    // 128 KiB for four SIMDs in pairs, 64 KiB for two otherwise.
    assertThat(of("gfx1030", kernel(20, -1, 30, 32 * 1024, 256, 32, true)).waves()).isEqualTo(8);
    assertThat(of("gfx1030", kernel(20, -1, 30, 32 * 1024, 256, 32, false)).waves()).isEqualTo(8);
    assertThat(of("gfx1030", kernel(20, -1, 30, 40 * 1024, 256, 32, true)).waves()).isEqualTo(6);
    assertThat(of("gfx1030", kernel(20, -1, 30, 40 * 1024, 256, 32, false)).waves()).isEqualTo(4);
  }

  @Test
  void ofUnknownProcessorsAndFiguresNothingIsSaid() {
    assertThat(Occupancy.of(GpuTarget.parse("gfx1310"), kernel(20, 0, 30, 0, 256, 32, null)))
        .isEmpty();
    assertThat(Occupancy.of(GpuTarget.parse("gfx90a"), kernel(-1, 0, 30, 0, 256, 64, null)))
        .isEmpty();
  }
}
