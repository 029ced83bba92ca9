package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
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

  @Test
  void howManyAreNamedCanBeSaid() {
    List<String> texts = List.of("a", "b", "c", "d");
    assertThat(ListText.some(texts, 4)).isEqualTo("a, b, c, d");
    assertThat(ListText.some(texts, 3)).isEqualTo("a, b, c, d");
    assertThat(ListText.some(texts, 2)).isEqualTo("a, b and 2 more");
  }

  @Test
  void ofManyNamesTheFirstAreSaid() {
    List<String> names = IntStream.rangeClosed(1, 14).mapToObj(each -> "n" + each).toList();
    assertThat(ListText.names(names.subList(0, 2))).isEqualTo("n1, n2");
    assertThat(ListText.names(names.subList(0, 12))).endsWith("n11, n12");
    assertThat(ListText.names(names)).endsWith(", n12 and 2 more");
  }
}
