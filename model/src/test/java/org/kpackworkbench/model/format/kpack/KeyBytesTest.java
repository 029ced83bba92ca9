package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys are read alike as bytes and as text. */
class KeyBytesTest {
  private static KeyBytes read(String key) {
    byte[] text = key.getBytes(StandardCharsets.UTF_8);
    byte[] within = new byte[text.length + 7];
    within[2] = '#';
    System.arraycopy(text, 0, within, 3, text.length);
    within[text.length + 3] = '9';
    KeyBytes bytes = new KeyBytes();
    bytes.read(within, 3, text.length);
    return bytes;
  }

  private static void agrees(String key) {
    KeyBytes bytes = read(key);
    assertThat(bytes.hash()).as(key).isEqualTo(KeyBytes.hash(key));
    assertThat(bytes.nameHash())
        .as("name of %s", key)
        .isEqualTo(KeyBytes.hash(BinaryKey.parse(key).binary()));
    if (bytes.isPlain()) {
      assertThat(BinaryKey.unsafe(key)).as(key).isEmpty();
      assertThat(key).matches(text -> text.chars().allMatch(each -> each < 0x80));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "#",
        "#0",
        "0",
        "12",
        "lib/a.so",
        "lib/a.so#0",
        "lib/a.so#9",
        "lib/a.so#10",
        "lib/a.so#01",
        "lib/a.so#00",
        "lib/a.so#2147483647",
        "lib/a.so#2147483648",
        "lib/a.so#99999999999",
        "lib/a.so#123456789012345",
        "lib/a#b",
        "lib/a#b#3",
        "lib/a#3#b",
        "/a",
        "C:a",
        "a\\b",
        "a\0b",
        "..",
        "a/../b",
        "a/..#0",
        "a..b",
        "grün#1",
        "\ufffd#2"
      })
  void agreesWithTheText(String key) {
    agrees(key);
  }

  @Test
  void agreesWithRandomTexts() {
    Random random = new Random(47);
    String letters = "ab/.#0129:\\\0é";
    for (int i = 0; i < 100_000; i++) {
      StringBuilder key = new StringBuilder();
      for (int left = random.nextInt(14); left > 0; left--) {
        key.append(letters.charAt(random.nextInt(letters.length())));
      }
      agrees(key.toString());
    }
  }

  @Test
  void mostKeysArePlain() {
    assertThat(read("lib/librand.so.1.1#17").isPlain()).isTrue();
  }
}
