package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

class StructReaderTest {
  private static StructReader reader(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return new StructReader(ByteView.of("f.bin", array), 0, "test header");
  }

  @Test
  void fieldsFollowOneAnother() throws FormatException {
    StructReader reader = reader(1, 2, 0, 3, 0, 0, 0, 'a', 'b');
    assertThat(reader.u8("a")).isEqualTo(1);
    assertThat(reader.u16("b")).isEqualTo(2);
    assertThat(reader.u32("c")).isEqualTo(3);
    assertThat(reader.text("d", 2)).isEqualTo("ab");
    assertThat(reader.position()).isEqualTo(9);
  }

  @Test
  void endOfBytesNamesStructureFieldAndOffset() {
    StructReader reader = reader(1, 2, 3);
    FormatException failure =
        catchThrowableOfType(FormatException.class, () -> reader.u32("toc size"));
    assertThat(failure)
        .hasMessage(
            "f.bin at 0x0: test header, toc size: expected 4 bytes, found 3 bytes before the end");
    assertThat(failure.reason()).isEqualTo(Reason.TRUNCATED);
    assertThat(catchThrowableOfType(FormatException.class, () -> reader().u32("toc size")))
        .hasMessage("f.bin at 0x0: test header, toc size: expected 4 bytes, found the end");
  }

  @Test
  void sizesAboveTheLimitAreRefused() throws FormatException {
    int[] huge = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    assertThat(catchThrowableOfType(FormatException.class, () -> reader(huge).size("n")).reason())
        .isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(
            catchThrowableOfType(FormatException.class, () -> reader(1).skip("pad", -1)).reason())
        .isEqualTo(Reason.TRUNCATED);
  }
}
