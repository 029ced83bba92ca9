package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1536, 1.5 KiB",
    "1048575, 1.0 MiB",
    "26034176, 24.8 MiB",
    "5368709120, 5.0 GiB",
    "9223372036854775807, 8.0 EiB"
  })
  void roundsToTheLargestFittingUnit(long sizeBytes, String expected) {
    assertThat(SizeText.of(sizeBytes)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "26034176, 26034176, 24.8 MiB",
    "26034176, 1024, 24.8 MiB",
    "26034176, -1, 24.8 MiB",
    "1887437, 1902387, 1.80 MiB",
    "1902387, 1887437, 1.81 MiB",
    "26034176, 26034177, 26 034 176 B",
    "1048570, 1048571, 1023.99 KiB",
    "1048570, 1048576, 1023.99 KiB",
    "1048576, 1048570, 1.00 MiB",
    "1000, 1001, 1000 B"
  })
  void sizesThatDifferReadDifferently(long sizeBytes, long beside, String expected) {
    assertThat(SizeText.of(sizeBytes, beside)).isEqualTo(expected);
    assertThat(SizeText.of(sizeBytes, beside, sizeBytes)).isEqualTo(expected);
  }

  @Test
  void groupsTheExactCount() {
    assertThat(SizeText.exact(26_034_176)).isEqualTo("26 034 176 B");
  }

  @Test
  void refusesNegativeSizes() {
    assertThatThrownBy(() -> SizeText.of(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void runsAsPartOfItsModule() {
    assertThat(SizeText.class.getModule().getName()).isEqualTo("org.kpackworkbench.model");
  }
}
