package org.kpackworkbench.model.base.text;

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
  void aNumberIsComparedFromItsFirstDigit() {
    assertThat(NaturalOrder.INSTANCE.compare("MT16x128", "MT16x64")).isPositive();
    assertThat(NaturalOrder.INSTANCE.compare("k_12", "k_1")).isPositive();
    assertThat(NaturalOrder.INSTANCE.compare("k_1x", "k_12")).isNegative();
    assertThat(NaturalOrder.INSTANCE.compare("k_10x", "k_010a")).isPositive();
    assertThat(NaturalOrder.INSTANCE.compare("19", "2")).isPositive();
  }

  @Test
  void isAnOrderOfAnyNames() {
    Random random = new Random(11);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      StringBuilder name = new StringBuilder("kernel_");
      for (int length = random.nextInt(7); length > 0; length--) {
        name.append("aA01_9é".charAt(random.nextInt(7)));
      }
      names.add(name.toString());
    }
    for (String a : names) {
      for (String b : names) {
        int way = Integer.signum(NaturalOrder.INSTANCE.compare(a, b));
        assertThat(Integer.signum(NaturalOrder.INSTANCE.compare(b, a))).isEqualTo(-way);
        for (String c : names) {
          if (way <= 0 && NaturalOrder.INSTANCE.compare(b, c) <= 0) {
            assertThat(NaturalOrder.INSTANCE.compare(a, c)).as("%s %s %s", a, b, c).isNotPositive();
          }
        }
      }
    }
  }

  @Test
  void namesThatBeginAlikeHaveTheSameOrderAmongThemselves() {
    Random random = new Random(13);
    for (String common : List.of("", "kernel_", "MT16", "0", "k00")) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        StringBuilder name = new StringBuilder(common);
        for (int length = random.nextInt(6); length > 0; length--) {
          name.append("aA01_9".charAt(random.nextInt(6)));
        }
        names.add(name.toString());
      }
      NaturalOrder among = NaturalOrder.among(names);
      for (String a : names) {
        for (String b : names) {
          assertThat(Integer.signum(among.compare(a, b)))
              .as("%s %s", a, b)
              .isEqualTo(Integer.signum(NaturalOrder.INSTANCE.compare(a, b)));
        }
      }
    }
    assertThat(NaturalOrder.among(List.of()).compare("a2", "a10")).isNegative();
  }

  @Test
  void differentNamesNeverCompareAsEqual() {
    assertThat(NaturalOrder.INSTANCE.compare("A", "a")).isNotZero();
    assertThat(NaturalOrder.INSTANCE.compare("a01", "a1")).isNotZero();
    assertThat(NaturalOrder.INSTANCE.compare("x", "x")).isZero();
  }
}
