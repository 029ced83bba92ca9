package org.kpackworkbench.model.base.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitTest {
  @Test
  void bytesAreSizesAndThingsAreCounted() {
    assertThat(Unit.BYTES.amount(3 << 20)).isEqualTo("3.0 MiB");
    assertThat(Unit.BYTES.part(1 << 20, 4 << 20)).isEqualTo("1.0 MiB of 4.0 MiB");
    assertThat(Unit.CODE_OBJECTS.amount(1)).isEqualTo("1 code object");
    assertThat(Unit.FILES.part(3, 50)).isEqualTo("3 of 50 files");
  }

  @Test
  void ratesOfFewThingsHaveAFraction() {
    assertThat(Unit.BYTES.rate(50 << 20)).isEqualTo("50.0 MiB/s");
    assertThat(Unit.FILES.rate(12.4)).isEqualTo("12 files/s");
    assertThat(Unit.PACKAGES.rate(1)).isEqualTo("1.0 packages/s");
    assertThat(Unit.PACKAGES.rate(0.26)).isEqualTo("0.3 packages/s");
  }
}
