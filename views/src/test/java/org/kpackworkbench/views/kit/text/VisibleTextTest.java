package org.kpackworkbench.views.kit.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
  @Test
  void whatCannotBeSeenIsShownByItsNumber() {
    assertThat(VisibleText.of("lib/\u001b[31m.so")).isEqualTo("lib/\\x1b[31m.so");
    assertThat(VisibleText.of("a\u202eb")).isEqualTo("a\\u202eb");
    String plain = "lib/größe 日本.so";
    assertThat(VisibleText.of(plain)).isSameAs(plain);
  }
}
