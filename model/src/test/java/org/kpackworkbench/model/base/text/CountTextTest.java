package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountTextTest {
  @Test
  void pluralsAreThoseOfTheLanguage() {
    assertThat(CountText.of(1, "file")).isEqualTo("1 file");
    assertThat(CountText.of(0, "code object")).isEqualTo("0 code objects");
    assertThat(CountText.of(2, "binary")).isEqualTo("2 binaries");
    assertThat(CountText.of(3, "stage prefix")).isEqualTo("3 stage prefixes");
    assertThat(CountText.of(2, "key")).isEqualTo("2 keys");
    assertThat(CountText.of(2, "row is", "rows are")).isEqualTo("2 rows are");
    assertThat(CountText.word(1, "entry") + CountText.word(2, "entry")).isEqualTo("entryentries");
  }
}
