package org.kpackworkbench.views.kit.hex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HexCopyTest {
  private static final byte[] BYTES = "KPAK\0ä".getBytes(StandardCharsets.UTF_8);

  @Test
  void writesBytesInEachWay() {
    assertThat(HexCopy.HEX.format(0, BYTES)).isEqualTo("4b 50 41 4b 00 c3 a4");
    assertThat(HexCopy.DENSE_HEX.format(0, BYTES)).isEqualTo("4b50414b00c3a4");
    assertThat(HexCopy.TEXT.format(0, BYTES)).isEqualTo("KPAK\0ä");
    assertThat(HexCopy.C_ARRAY.format(0, BYTES))
        .isEqualTo(
            """
            const unsigned char data[7] = {
              0x4b, 0x50, 0x41, 0x4b, 0x00, 0xc3, 0xa4,
            };
            """);
  }

  @Test
  void aDumpHasOffsetsAndCharacters() {
    byte[] bytes = new byte[18];
    bytes[0] = 'A';
    bytes[17] = 'Z';
    assertThat(HexCopy.DUMP.format(0x1000, bytes))
        .isEqualTo(
            """
            00001000  41 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |A...............|
            00001010  00 5a                                             |.Z|
            """);
  }
}
