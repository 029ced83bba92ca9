package org.kpackworkbench.views.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextContentTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a\nb\n", "a\r\nb\r\n", "\uFEFFa\r\nb", "tab\tä 😀\n\n"})
  void whatIsNotChangedIsWrittenAsItWas(String text) {
    TextContent content = TextContent.of(bytes(text));
    assertThat(content.locked()).isEmpty();
    assertThat(content.text()).doesNotContain("\r", "\uFEFF");
    assertThat(content.encode(content.text())).isEqualTo(ByteBuffer.wrap(bytes(text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nb\n", "a\rb", "a\fb", "a\u007fb"})
  void whatCannotBeKeptCannotBeChanged(String text) {
    assertThat(TextContent.of(bytes(text)).locked()).contains("shown but not changed");
  }

  @Test
  void bytesThatAreNoTextCannotBeChanged() {
    assertThat(TextContent.of(new byte[] {'a', (byte) 0xff}).locked()).contains("not UTF-8 text");
  }

  @Test
  void linesAreFoundByPosition() {
    LineIndex lines = LineIndex.of("ab\n\ncd");
    assertThat(lines.count()).isEqualTo(3);
    assertThat(lines.lineOf(0)).isZero();
    assertThat(lines.lineOf(2)).isZero();
    assertThat(lines.lineOf(3)).isEqualTo(1);
    assertThat(lines.lineOf(6)).isEqualTo(2);
    assertThat(lines.from(2, 1).getStart()).isEqualTo(5);
    assertThat(lines.from(2, 1).getEnd()).isEqualTo(6);
    assertThat(lines.from(0, 99).getStart()).isEqualTo(2);
    assertThat(lines.from(99, 0).getStart()).isEqualTo(4);
  }
}
