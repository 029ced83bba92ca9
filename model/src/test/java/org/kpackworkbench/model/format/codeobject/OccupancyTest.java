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

  /** Since then they are in one file, and the number of vector registers counts both. */
  @Test
  void accumulationRegistersAreAmongTheVectorRegisters() {
    for (String target : List.of("gfx90a", "gfx942")) {
      assertThat(of(target, kernel(168, 128, 30, 0, 256, 64, null)))
          .isEqualTo(new Occupancy(3, 8, Limit.VGPRS));
      assertThat(of(target, kernel(512, 256, 30, 0, 256, 64, null)).waves()).isEqualTo(1);
    }
  }

  /** As LLVM's getOccupancyWithNumSGPRs; since gfx10 each wave has all of them. */
  @ParameterizedTest
  @CsvSource({
    "gfx900,  64,  80, 10",
    "gfx900,  64,  81,  9",
    "gfx900,  64,  89,  8",
    "gfx900,  64, 101,  7",
    "gfx90a,  64, 100,  8",
    "gfx90a,  64, 101,  7",
    "gfx942,  64, 100,  8",
    "gfx942,  64, 102,  7",
    "gfx1030, 32, 106, 16",
    "gfx1030, 64, 106, 16",
    "gfx1100, 32, 106, 16",
    "gfx1100, 64, 106, 16"
  })
  void scalarRegistersSetTheWavesOfGfx9(String target, int wave, int registers, int waves) {
    assertThat(of(target, kernel(20, 0, registers, 0, 256, wave, null)).waves()).isEqualTo(waves);
  }

  @Test
  void localMemoryIsSharedByTheSimdsThatHaveIt() {
    // 64 KiB for four SIMDs: two work-groups of four waves are two waves for each SIMD.
    assertThat(of("gfx90a", kernel(20, 0, 30, 32 * 1024, 256, 64, null)))
        .isEqualTo(new Occupancy(2, 8, Limit.LDS));
    // 160 KiB, given in pieces of 1,280 bytes: 32,000 bytes are 25 of them, 32 KiB are not 25.6.
    assertThat(of("gfx950", kernel(20, 0, 30, 32_000, 256, 64, null)).waves()).isEqualTo(5);
    assertThat(of("gfx950", kernel(20, 0, 30, 32 * 1024, 256, 64, null)).waves()).isEqualTo(4);
    // Pieces of 1 KiB since gfx1030, of 512 bytes before.
    assertThat(of("gfx1030", kernel(20, -1, 30, 43_009, 256, 32, true)).waves()).isEqualTo(4);
    assertThat(of("gfx1010", kernel(20, -1, 30, 43_009, 256, 32, true)).waves()).isEqualTo(6);
    // 128 KiB for four SIMDs in pairs, 64 KiB for two otherwise.
    assertThat(of("gfx1030", kernel(20, -1, 30, 32 * 1024, 256, 32, true)).waves()).isEqualTo(8);
    assertThat(of("gfx1030", kernel(20, -1, 30, 32 * 1024, 256, 32, false)).waves()).isEqualTo(8);
    assertThat(of("gfx1030", kernel(20, -1, 30, 40 * 1024, 256, 32, true)).waves()).isEqualTo(6);
    assertThat(of("gfx1030", kernel(20, -1, 30, 40 * 1024, 256, 32, false)).waves()).isEqualTo(4);
  }

  /**
   * The most local memory for each number of waves, from trying every size with LLVM's formula
   * (getOccupancyWithWorkGroupSizes) and the granularity of the hardware; for gfx1030 the table of
   * work-groups for each size of RDNA 2. One more byte loses waves.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gfx90a  | 64 |  256 |       | 8:8192 7:9216 6:10752 5:12800 4:16384 3:21504 2:32768"
            + " 1:65536",
        "gfx942  | 64 | 1024 |       | 8:32768 4:65536",
        "gfx942  | 64 |   64 |       | 8:2048 7:2560 6:3072 5:3584 4:4608 3:7168 2:12800 1:65536",
        "gfx900  | 64 |  512 |       | 10:12800 8:16384 6:21504 4:32768 2:65536",
        "gfx950  | 64 |  256 |       | 8:20480 7:23040 6:26880 5:32000 4:40960 3:53760 2:81920"
            + " 1:163840",
        "gfx1010 | 32 |  256 |       | 20:12800 18:14336 16:16384 14:18432 12:21504 10:26112"
            + " 8:32768 6:43520 4:65536",
        "gfx1030 | 32 |  256 |       | 16:16384 14:18432 12:21504 10:25600 8:32768 6:43008 4:65536",
        "gfx1030 | 32 |  256 | true  | 16:16384 14:18432 12:21504 10:25600 8:32768 6:43008 4:65536",
        "gfx1030 | 32 |  256 | false | 16:16384 12:21504 8:32768 4:65536",
        "gfx1030 | 64 |  256 |       | 16:8192 14:9216 12:10240 11:11264 10:12288 9:14336 8:16384"
            + " 7:18432 6:21504 5:25600 4:32768 3:43008 2:65536",
        "gfx1100 | 32 | 1024 |       | 16:65536",
        "gfx1100 | 32 | 1024 | false | 16:65536",
        "gfx1100 | 32 |  128 |       | 16:8192 14:9216 12:10240 11:11264 10:12288 9:14336 8:16384"
            + " 7:18432 6:21504 5:25600 4:32768 3:43008 2:65536",
      })
  void localMemorySetsTheWaves(
      String target, int wave, int workItems, @Nullable Boolean pairs, String table) {
    List<Occupancy.LdsStep> steps =
        Occupancy.ldsSteps(GpuTarget.parse(target), wave, workItems, pairs);
    assertThat(steps.stream().map(step -> step.waves() + ":" + step.mostBytes()).toList())
        .isEqualTo(List.of(table.split(" ", -1)));
    for (Occupancy.LdsStep step : steps) {
      Occupancy there = of(target, kernel(1, -1, -1, step.mostBytes(), workItems, wave, pairs));
      assertThat(there.waves()).as("%s", step).isEqualTo(step.waves());
      boolean last = step.equals(steps.getLast());
      assertThat(
              of(target, kernel(1, -1, -1, step.mostBytes() + 1, workItems, wave, pairs)).waves())
          .as("one byte more than %s", step)
          .satisfies(more -> assertThat(last || more < step.waves()).isTrue());
    }
  }

  @Test
  void ofUnknownSizesThereAreNoSteps() {
    assertThat(Occupancy.ldsSteps(GpuTarget.parse("gfx90a"), 64, -1, null)).isEmpty();
    assertThat(Occupancy.ldsSteps(GpuTarget.parse("gfx90a"), -1, 256, null)).isEmpty();
    assertThat(Occupancy.ldsSteps(GpuTarget.parse("gfx1310"), 32, 256, null)).isEmpty();
  }

  @Test
  void ofUnknownProcessorsAndFiguresNothingIsSaid() {
    assertThat(Occupancy.of(GpuTarget.parse("gfx1310"), kernel(20, 0, 30, 0, 256, 32, null)))
        .isEmpty();
    assertThat(Occupancy.of(GpuTarget.parse("gfx90a"), kernel(-1, 0, 30, 0, 256, 64, null)))
        .isEmpty();
  }
}
