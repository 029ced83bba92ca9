package org.kpackworkbench.model.base.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextColumnsTest {
  private static String printed(TextColumns columns) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TextOut out = new TextOut(bytes, StandardCharsets.UTF_8)) {
      columns.print(out, "  ", false);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void numbersStandToTheRightAndNoSpaceAtTheEndOfALine() throws IOException {
    TextColumns columns = new TextColumns("name", ">size", "flags");
    columns.row("longer name", "1", "").row("a", "100000", "x").row("b", "", "").row("", "", "y");
    assertThat(printed(columns))
        .isEqualTo(
            """
              name           size  flags
              longer name       1
              a            100000  x
              b
                                   y
            """);
  }

  /** Those of a table that is too long to be kept. */
  @Test
  void rowsThatAreWrittenLaterKeepTheWidths() throws IOException {
    TextColumns columns = new TextColumns("name", ">size").row("a longer name", "10");
    assertThat(printed(columns)).isEqualTo("  name           size\n  a longer name    10\n");
    columns.row("b", "1").row("c", "100000");
    assertThat(printed(columns)).isEqualTo("  b                   1\n  c              100000\n");
    assertThat(printed(columns)).isEmpty();
  }

  @Test
  void widthsCountWhatIsWritten() throws IOException {
    assertThat(printed(new TextColumns("name", ">size").row("a\u001b\t", "1")))
        .isEqualTo("  name       size\n  a\\x1b\\x09     1\n");
  }

  @Test
  void aTableFitsALineWhereItsWidthIsKnown() throws IOException {
    TextColumns columns =
        new TextColumns("name", ">size", "metadata")
            .row(
                "a/rather/long/path/to/lib.so",
                "12345678901234567890",
                "key=value ".repeat(9).strip())
            .row("short", "1", "");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TextOut out = new TextOut(bytes, StandardCharsets.UTF_8, () -> 60, text -> text)) {
      columns.print(out, "", false);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            name                                size  metadata
            a/rather/…o/lib.so  12345678901234567890  key=value…ey=value
            short                                  1
            """);
  }

  @Test
  void manyRowsKeepTheirOrder() throws IOException {
    TextColumns columns = new TextColumns("number");
    StringBuilder expected = new StringBuilder("  number\n");
    assertThat(columns.isFull()).isFalse();
    int rows = 0;
    for (; !columns.isFull(); rows++) {
      String cell = Integer.toString(rows).repeat(45);
      columns.row(cell);
      expected.append("  ").append(cell).append('\n');
    }
    assertThat(rows).isGreaterThan(10_000);
    assertThat(printed(columns)).isEqualTo(expected.toString());
    assertThat(columns.isFull()).isFalse();
  }
}
