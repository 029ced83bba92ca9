package org.kpackworkbench.views.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
  @Test
  void numbersCountAsNumbers() {
    List<String> sorted =
        List.of("", "bundle 2", "bundle 10", "gfx90a", "gfx906", "gfx1030", "wrapper", "Wrapper 1");
    List<String> names = new ArrayList<>(sorted);
    Collections.shuffle(names, new Random(7));
    names.sort(NaturalOrder.INSTANCE);
    assertThat(names).isEqualTo(sorted);
  }

  @Test
  void numbersLongerThanAnyTypeAreCompared() {
    assertThat(
            NaturalOrder.INSTANCE.compare("a99999999999999999999998", "a99999999999999999999999"))
        .isNegative();
    assertThat(NaturalOrder.INSTANCE.compare("a007", "a7")).isNegative();
  }

  @Test
  void differentNamesNeverCompareAsEqual() {
    assertThat(NaturalOrder.INSTANCE.compare("A", "a")).isNotZero();
    assertThat(NaturalOrder.INSTANCE.compare("a01", "a1")).isNotZero();
    assertThat(NaturalOrder.INSTANCE.compare("x", "x")).isZero();
  }
}
