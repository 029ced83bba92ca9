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
      columns.print(out, "  ");
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void numbersStandToTheRightAndNoSpaceAtTheEndOfALine() throws IOException {
    TextColumns columns = new TextColumns("name", ">size", "flags");
    assertThat(columns.isEmpty()).isTrue();
    columns.row("longer name", "1", "").row("a", "100000", "x").row("b", "", "").row("", "", "y");
    assertThat(columns.isEmpty()).isFalse();
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

  /** Rows are kept until all widths are known: here 240 MB, were they not packed. */
  @Test
  void rowsOfALongTableArePacked() throws IOException {
    TextColumns columns = new TextColumns("name", ">size");
    String name = "▸ a name of a table that rows share ".repeat(16);
    int rows = 200_000;
    long before = heapBytes();
    for (int i = 0; i < rows; i++) {
      columns.row(name, Integer.toString(i));
    }
    assertThat(heapBytes() - before).isLessThan(48 << 20);
    String[] lines = printed(columns).split("\n", -1);
    assertThat(lines).hasSize(rows + 2);
    assertThat(lines[1]).isEqualTo("  " + name + "       0");
    assertThat(lines[rows]).isEqualTo("  " + name + "  199999");
  }

  private static long heapBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
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
    try (TextOut out = new TextOut(bytes, StandardCharsets.UTF_8, () -> 60)) {
      columns.print(out, "");
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
    // So many that some are kept as they are, and some packed.
    for (int i = 0; i < 100_000; i++) {
      String cell = Integer.toString(i).repeat(45);
      columns.row(cell);
      expected.append("  ").append(cell).append('\n');
    }
    assertThat(printed(columns)).isEqualTo(expected.toString());
  }
}
