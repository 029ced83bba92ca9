package org.kpackworkbench.views.kit.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisTicksTest {
  @Test
  void ticksAreMultiplesOfOnePowerOfTwo() {
    assertThat(AxisTicks.between(0, 1_000, 5)).containsExactly(0L, 256L, 512L, 768L);
    assertThat(AxisTicks.between(0x401000, 0x409000, 4))
        .containsExactly(0x402000L, 0x404000L, 0x406000L, 0x408000L);
    assertThat(AxisTicks.between(10, 13, 10)).containsExactly(10L, 11L, 12L, 13L);
  }

  @Test
  void thereAreNeverManyMoreThanAskedFor() {
    for (int most = 1; most < 20; most++) {
      assertThat(AxisTicks.between(7, 1e12, most)).hasSizeBetween(1, most + 1);
    }
  }

  @Test
  void nothingHasNoTicks() {
    assertThat(AxisTicks.between(5, 5, 10)).isEmpty();
    assertThat(AxisTicks.between(Double.NaN, 5, 10)).isEmpty();
    assertThat(AxisTicks.between(0, 5, 0)).isEmpty();
  }
}
