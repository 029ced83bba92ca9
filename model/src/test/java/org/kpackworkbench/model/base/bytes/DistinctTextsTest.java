package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DistinctTextsTest {
  @Test
  void textsAreNumberedInTheOrderInWhichTheyCameFirst() {
    DistinctTexts texts = new DistinctTexts();
    for (int i = 0; i < 20_000; i++) {
      assertThat(texts.find("text " + i)).isEqualTo(-1);
      assertThat(texts.number("text " + i)).isEqualTo(i);
      assertThat(texts.number("text " + i / 2)).isEqualTo(i / 2);
    }
    for (int i = 0; i < 20_000; i++) {
      assertThat(texts.find("text " + i)).isEqualTo(i);
    }
    assertThat(texts.count()).isEqualTo(20_000);
  }

  @Test
  void aTextIsAddedOnce() {
    DistinctTexts texts = new DistinctTexts();
    assertThat(texts.add("")).isTrue();
    assertThat(texts.add("")).isFalse();
    assertThat(texts.add("\u0000")).isTrue();
    assertThat(texts.find("\u0000")).isEqualTo(1);
  }
}
