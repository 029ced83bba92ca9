package org.kpackworkbench.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnsTest {
  @Test
  void numbersStandToTheRightAndNothingAtTheEndOfALine() {
    Columns columns = new Columns("name", ">size", "flags");
    columns.fit("longer name", "1", "").fit("a", "100000", "x");
    assertThat(columns.head()).isEqualTo("name           size  flags");
    assertThat(columns.line("longer name", "1", "")).isEqualTo("longer name       1");
    assertThat(columns.line("a", "100000", "x")).isEqualTo("a            100000  x");
    assertThat(columns.line("a", "", "")).isEqualTo("a");
  }

  @Test
  void widthsCountWhatIsWritten() {
    Columns columns = new Columns("name", ">size").fit("a\u001b", "1");
    assertThat(SafeText.of(columns.line("a\u001b", "1"))).isEqualTo("a\\x1b     1");
  }
}
