package org.kpackworkbench.model.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "librocrand.so.1-0-gfx90a.hsaco|librocrand.so.1-0-gfx90a.hsaco",
        "a:b*c?d\"e<f>g|a_b_c_d_e_f_g",
        "a/b\\c|a_b_c",
        ".|_",
        "..|__",
        "...|___",
        "..hsaco|..hsaco",
        "name. .|name___",
        "` `|_",
        "``|_",
        "-rf|_rf",
        "` a`|_a",
        "CON|_CON",
        "nul.hsaco|_nul.hsaco",
        "Lpt1 .x|_Lpt1 .x",
        "com\u00b9.hsaco|_com\u00b9.hsaco",
        "COM10|COM10",
        "console|console",
        "a\u0000b\u001bc\u007fd|a_b_c_d",
        // A right-to-left override would show "exe.so" as "os.exe".
        "a\u202eb|a_b",
        "a\u2028b|a_b",
        "a\ud800b|a_b",
        "u\u0308.so|\u00fc.so",
      })
  void keepsWhatIsSafeAndReplacesTheRest(String text, String expected) {
    assertThat(SafeName.of(text)).isEqualTo(expected);
  }

  @Test
  void longNamesKeepBeginningAndEndAndDiffer() {
    String one = SafeName.of("begin" + "x".repeat(500) + "1" + "y".repeat(300) + "-gfx942.hsaco");
    String two = SafeName.of("begin" + "x".repeat(500) + "2" + "y".repeat(300) + "-gfx942.hsaco");
    assertThat(one).startsWith("begin").endsWith("-gfx942.hsaco").isNotEqualTo(two);
    assertThat(one.length()).isLessThanOrEqualTo(SafeName.MOST_BYTES);
  }

  @Test
  void lengthCountsInBytesAndCharactersStayWhole() {
    String name = SafeName.of("\ud83d\ude00".repeat(300));
    assertThat(name.getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(SafeName.MOST_BYTES);
    assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "a.hsaco,a~2.hsaco",
    "a,a~2",
    ".hidden,.hidden~2",
    "lib.so.1,lib.so~2.1",
    "a.averyveryverylongextension,a.averyveryverylongextension~2"
  })
  void aNumberStandsBeforeTheExtension(String name, String expected) {
    assertThat(SafeName.numbered(name, 2)).isEqualTo(expected);
  }
}
