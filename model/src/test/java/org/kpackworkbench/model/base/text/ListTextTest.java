package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class ListTextTest {
  private static String some(int count) {
    return ListText.some(Collections.nCopies(count, "a"));
  }

  /** A number for one text would take its room. */
  @Test
  void noTextIsLeftOutAlone() {
    assertThat(some(0)).isEmpty();
    assertThat(some(6)).isEqualTo("a, a, a, a, a, a");
    assertThat(some(7)).isEqualTo("a, a, a, a, a, a, a");
    assertThat(some(8)).isEqualTo("a, a, a, a, a, a and 2 more");
  }
}
