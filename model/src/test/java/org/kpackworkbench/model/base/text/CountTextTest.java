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
    assertThat(CountText.of(2, "match")).isEqualTo("2 matches");
    assertThat(CountText.word(1, "has", "have") + CountText.word(0, "has", "have"))
        .isEqualTo("hashave");
  }

  @Test
  void digitsAreInGroupsOfThree() {
    assertThat(CountText.grouped(999)).isEqualTo("999");
    assertThat(CountText.grouped(1_234_567, "row")).isEqualTo("1 234 567 rows");
    assertThat(CountText.grouped(1, "entry")).isEqualTo("1 entry");
  }
}
