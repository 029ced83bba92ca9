package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class SafeTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1b | \\x1b",
        "7f | \\x7f",
        "85 | \\x85",
        "9b | \\x9b",
        "ad | \\xad",
        "200b | \\u200b",
        "202e | \\u202e",
        "2066 | \\u2066",
        "2028 | \\u2028",
        "feff | \\ufeff",
        "d800 | \\ud800",
        "e0000 | \\U000e0000",
        "e0041 | \\U000e0041",
        "e007f | \\U000e007f",
        "1d173 | \\U0001d173",
      })
  void whatCouldDisturbIsShownByItsNumber(String hex, String shown) {
    String text = "a" + Character.toString(Integer.parseInt(hex, 16)) + "b";
    assertThat(SafeText.of(text)).isEqualTo("a" + shown + "b");
    assertThat(JsonEscapes.quoted(text)).startsWith("a\\u").matches("[ -~]+");
    assertThat(generated(text)).isEqualTo('"' + JsonEscapes.quoted(text) + '"');
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "gr\u00fc\u00dfe", "\u4e2d\u6587", "\u00a0"})
  void whatIsHarmlessStays(String text) {
    assertThat(SafeText.of(text)).isEqualTo(text);
    assertThat(JsonEscapes.quoted(text)).isEqualTo(text);
    assertThat(generated(text)).isEqualTo('"' + text + '"');
  }

  @Test
  void jsonReadsBackAsTheSameText() {
    String text = "\u202e\u009b1m\u007f\ud83d\ude00\udb40\udc41 \"\\";
    assertThat(SafeText.of("\ud83d\ude00")).isEqualTo("\ud83d\ude00");
    assertThat(generated(text)).matches("[ -~]+");
    try (JsonParser read =
        new JsonFactory().createParser(ObjectReadContext.empty(), generated(text))) {
      read.nextToken();
      assertThat(read.getString()).isEqualTo(text);
    }
  }

  private static String generated(String text) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json =
        JsonFactory.builder()
            .characterEscapes(new JsonEscapes())
            .build()
            .createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeString(text);
    }
    return out.toString();
  }
}
