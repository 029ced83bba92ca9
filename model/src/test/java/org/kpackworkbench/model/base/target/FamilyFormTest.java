package org.kpackworkbench.model.base.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FamilyFormTest {
  @ParameterizedTest
  @CsvSource({
    "gfx11xx, gfx1100, true",
    "gfx11xx, gfx1153, true",
    "gfx1103, gfx110x, true",
    "gfx110x, gfx1150, false",
    "gfx120x, gfx1201, true",
    "gfx11xx, gfx1201, false",
    "gfx11xx, gfx110, false",
    "gfx11xx, gfx11-generic, false",
    "gfx11, gfx1100, true",
    "gfx11, gfx115x, true",
    "gfx11, gfx11xx, true",
    "gfx11, gfx1201, false",
    "gfx9, gfx90a, true",
    "gfx12_0, gfx1201, true",
    "gfx12_0, gfx1250, false",
    "gfx9_4, gfx942, true",
    "gfx9_4, gfx950, false",
    "gfx942, gfx942, true",
    "gfx942, gfx90a, false"
  })
  void aFormStandsForItsMembers(String one, String other, boolean related) {
    assertThat(FamilyForm.related(one, other)).isEqualTo(related);
    assertThat(FamilyForm.related(other, one)).isEqualTo(related);
  }
}
