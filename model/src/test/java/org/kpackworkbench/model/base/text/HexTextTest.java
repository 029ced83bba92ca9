package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class HexTextTest {
  private static final byte[] BYTES = {0x4b, 0x50, (byte) 0xAF, 0};

  @Test
  void everyByteHasTwoDigits() {
    assertThat(HexText.of(BYTES)).isEqualTo("4b50af00");
    assertThat(HexText.spaced(BYTES)).isEqualTo("4b 50 af 00");
    assertThat(HexText.first(BYTES, 2)).isEqualTo("4b50");
    assertThat(HexText.first(BYTES, 9)).isEqualTo("4b50af00");
  }

  @Test
  void digitsAreReadInAnyCase() {
    assertThat(HexText.parse("4B50af00")).isEqualTo(BYTES);
    assertThatIllegalArgumentException().isThrownBy(() -> HexText.parse("4b5"));
    assertThatIllegalArgumentException().isThrownBy(() -> HexText.parse("4g"));
  }
}
