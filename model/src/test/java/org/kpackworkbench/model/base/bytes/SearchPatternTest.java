package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.SearchPattern.Encoding;

class SearchPatternTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"4849504b", "48 49 50 4B", " 0x48, 0x49,0x50 0x4b ", "\\x48\\x49\\x50\\x4b"})
  void readsTheUsualSpellingsOfBytes(String text) {
    SearchPattern pattern = SearchPattern.hex(text.strip());
    assertThat(pattern.length()).isEqualTo(4);
    assertThat(pattern.matches("HIPK".getBytes(StandardCharsets.US_ASCII), 0)).isTrue();
    assertThat(pattern.matches("HIPF".getBytes(StandardCharsets.US_ASCII), 0)).isFalse();
  }

  @Test
  void wildcardsStandForBytesAndHalves() {
    SearchPattern pattern = SearchPattern.hex("48 ?? 5?");
    assertThat(pattern.matches(new byte[] {0x48, 0, 0x5f}, 0)).isTrue();
    assertThat(pattern.matches(new byte[] {0x48, -1, 0x6f}, 0)).isFalse();
  }

  @Test
  void ignoresTheCaseOfLettersOnly() {
    SearchPattern pattern = SearchPattern.text("K@z[ä", Encoding.UTF_8, true);
    assertThat(pattern.matches("k@Z[ä".getBytes(StandardCharsets.UTF_8), 0)).isTrue();
    assertThat(pattern.matches("k`Z[ä".getBytes(StandardCharsets.UTF_8), 0)).isFalse();
    assertThat(pattern.matches("k@Z{ä".getBytes(StandardCharsets.UTF_8), 0)).isFalse();
    assertThat(pattern.matches("k@Z[Ä".getBytes(StandardCharsets.UTF_8), 0)).isFalse();
  }

  @Test
  void wideTextIgnoresCaseInItsLowBytesOnly() {
    // U+4100 has the letter A as its upper byte.
    SearchPattern pattern = SearchPattern.text("a\u4100", Encoding.UTF_16LE, true);
    assertThat(pattern.matches(new byte[] {'A', 0, 0, 0x41}, 0)).isTrue();
    assertThat(pattern.matches(new byte[] {'A', 0, 0, 0x61}, 0)).isFalse();
    // U+6161 is no letter of ASCII though both of its bytes look like one.
    SearchPattern other = SearchPattern.text("\u6161", Encoding.UTF_16LE, true);
    assertThat(other.matches(new byte[] {0x41, 0x61}, 0)).isFalse();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> SearchPattern.hex("48 4")).hasMessageContaining("\"4\"", "odd number");
    assertThatThrownBy(() -> SearchPattern.hex("xyz"))
        .hasMessage("\"x\" in \"xyz\" is not a hexadecimal digit");
    assertThatThrownBy(() -> SearchPattern.hex("48 xy"))
        .hasMessageContaining("\"x\" in \"xy\" is not a hexadecimal digit");
    assertThatThrownBy(() -> SearchPattern.hex("?? ??")).hasMessageContaining("found everywhere");
    assertThatThrownBy(() -> SearchPattern.hex(" ")).hasMessageContaining("nothing to look for");
    assertThatThrownBy(() -> SearchPattern.text("", Encoding.UTF_8, true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SearchPattern.hex("00".repeat(SearchPattern.MOST_BYTES + 1)))
        .hasMessageContaining("4097 bytes are too many");
  }
}
