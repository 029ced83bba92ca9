package org.kpackworkbench.model.base.msgpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

class MsgCursorTest {
  private static byte[] everything() throws IOException {
    MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
    packer.packArrayHeader(14);
    packer.packNil().packBoolean(true).packLong(-7).packLong(Long.MIN_VALUE).packInt(200);
    packer.packBigInteger(java.math.BigInteger.TWO.pow(64).subtract(java.math.BigInteger.ONE));
    packer.packFloat(1.5f).packDouble(-0.25).packString("größe");
    packer.packString("x".repeat(300));
    packer.packBinaryHeader(2).addPayload(new byte[] {1, (byte) 0xff});
    packer.packExtensionTypeHeader((byte) -1, 4).addPayload(new byte[4]);
    packer.packMapHeader(1).packString("k").packArrayHeader(0);
    packer.packString("");
    return packer.toByteArray();
  }

  private static MsgCursor cursor(byte[] bytes) throws FormatException {
    return new MsgCursor(ByteView.of("test", bytes), 0, bytes.length, "test");
  }

  private static MsgCursor cursor(int... bytes) throws FormatException {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < array.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return cursor(array);
  }

  @Test
  void decodesEveryKind() throws Exception {
    assertThat(cursor(everything()).value("value"))
        .hasToString(
            "[nil, true, -7, -9223372036854775808, 200, 18446744073709551615, 1.5, -0.25, größe, "
                + "x".repeat(300)
                + ", 0x01ff, extension -1 0x00000000, {k: []}, ]");
  }

  @Test
  void skipsEveryKindToItsEnd() throws Exception {
    byte[] bytes = everything();
    MsgCursor cursor = cursor(bytes);
    cursor.skip("value");
    assertThat(cursor.remaining()).isZero();
  }

  @Test
  void sizesAreNonNegativeIntegersOfAnyWidth() throws Exception {
    assertThat(cursor(0x7f).size("n")).isEqualTo(127);
    assertThat(cursor(0xcf, 0, 0, 0, 0, 0, 0, 0, 9).size("n")).isEqualTo(9);
    assertThat(cursor(0xcf, 0x7f, 255, 255, 255, 255, 255, 255, 255).size("n"))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(cursor(0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0).size("n")).isEqualTo(-1);
    assertThat(cursor(0xff).size("n")).isEqualTo(-1);
    assertThat(cursor(0xd1, 0x01, 0x00).size("n")).as("a signed form").isEqualTo(256);
    assertThat(cursor(0xd1, 0xff, 0x00).size("n")).isEqualTo(-1);
    MsgCursor text = cursor(0xa1, 'x', 5);
    assertThat(text.size("n")).isEqualTo(-1);
    assertThat(text.size("n")).isEqualTo(5);
  }

  @Test
  void aSpanIsTheTextAsItStands() throws Exception {
    MsgCursor cursor = cursor(0xa3, 'a', 'b', 'c', 0x01);
    assertThat(cursor.textSpan("s")).isTrue();
    assertThat(cursor.spanText()).isEqualTo("abc");
    assertThat(cursor.spanEquals(new byte[] {'a', 'b', 'c'})).isTrue();
    assertThat(cursor.spanEquals(new byte[] {'a', 'b'})).isFalse();
    assertThat(cursor.textSpan("s")).isFalse();
    assertThat(cursor.remaining()).isZero();
  }

  @Test
  void textAcrossWindowsIsWhole() throws Exception {
    MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
    String text = "abcdefghij".repeat(30_000);
    packer.packArrayHeader(3).packString(text).packString(text).packInt(1);
    MsgCursor cursor = cursor(packer.toByteArray());
    assertThat(cursor.arrayHeader("a")).isEqualTo(3);
    assertThat(cursor.text("a")).isEqualTo(text);
    assertThat(cursor.text("a")).isEqualTo(text);
    assertThat(cursor.size("a")).isEqualTo(1);
  }

  @Test
  void countsThatTheBytesCannotHoldAreRefused() {
    assertThatThrownBy(() -> cursor(0xdf, 0xff, 0xff, 0xff, 0xff, 1, 2).mapHeader("toc"))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
              assertThat(failure.field()).isEqualTo("toc");
              assertThat(failure.found()).startsWith("4294967295");
            });
    assertThatThrownBy(() -> cursor(0xdd, 0x7f, 0xff, 0xff, 0xff).skip("a"))
        .hasMessageContaining("2147483647");
    assertThatThrownBy(() -> cursor(0xdb, 0x7f, 0xff, 0xff, 0xff).text("a"))
        .hasMessageContaining("2147483647");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x91, 0x81})
  void nestingWithoutEndIsRefusedNotAStackOverflow(int header) throws Exception {
    byte[] bytes = new byte[1 << 20];
    java.util.Arrays.fill(bytes, (byte) header);
    assertThatThrownBy(() -> cursor(bytes).value("deep"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("64 levels");
    assertThatThrownBy(() -> cursor(bytes).skip("deep")).isInstanceOf(FormatException.class);
  }

  @Test
  void cutAnywhereOnlyTheFormatExceptionComesOut() throws Exception {
    byte[] bytes = everything();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> cursor(cut).value("v")).isInstanceOf(FormatException.class);
      assertThatThrownBy(() -> cursor(cut).skip("v")).isInstanceOf(FormatException.class);
    }
  }

  @Test
  void mutatedAnywhereSkippingAndDecodingAgree() throws Exception {
    mutate(10_000);
  }

  @Tag("long")
  @Test
  void mutatedOftenSkippingAndDecodingAgree() throws Exception {
    mutate(100_000);
  }

  private static void mutate(int rounds) throws Exception {
    byte[] bytes = everything();
    Random random = new Random(7);
    int agreed = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] mutant = bytes.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        mutant[random.nextInt(mutant.length)] = (byte) random.nextInt();
      }
      MsgCursor decoding = cursor(mutant);
      MsgCursor skipping = cursor(mutant);
      try {
        decoding.value("v");
      } catch (FormatException expected) {
        continue;
      }
      skipping.skip("v");
      assertThat(skipping.position()).isEqualTo(decoding.position());
      agreed++;
    }
    assertThat(agreed).isPositive();
  }
}
