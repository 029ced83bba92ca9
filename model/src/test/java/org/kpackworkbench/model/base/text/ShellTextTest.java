package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellTextTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "lib/libone.so, lib/libone.so",
        "a b, 'a b'",
        "it's, 'it'\\''s'",
        "C:\\x, 'C:\\x'",
      })
  void posixShellsReadOneArgument(String text, String quoted) {
    assertThat(ShellText.posix(text)).isEqualTo(quoted);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "C:\\rocm\\lib\\one.dll, C:\\rocm\\lib\\one.dll",
        "C:\\Program Files\\one.dll, \"C:\\Program Files\\one.dll\"",
        "D:\\a b\\, \"D:\\a b\\\\\"",
        "\\\\server\\share\\a;b, \"\\\\server\\share\\a;b\"",
        "gfx90a:xnack+, gfx90a:xnack+",
        "a\\\"b, \"a\\\\\\\"b\"",
      })
  void shellsOfWindowsReadOneArgument(String text, String quoted) {
    assertThat(ShellText.windows(text)).isEqualTo(quoted);
  }
}
