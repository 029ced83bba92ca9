package org.kpackworkbench.views.format.kpack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowQueryTest extends ArchiveTest {
  private static int count(ArchiveRows rows, String query) {
    Predicate<Line> left = RowQuery.of(query, rows);
    return (int) IntStream.of(rows.all()).filter(row -> left.test(new Line.Row(row, 0))).count();
  }

  @Test
  void fieldsAreThoseOfTheCommandLine() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    assertThat(count(rows, "")).isEqualTo(24);
    assertThat(count(rows, "arch:gfx90a")).isEqualTo(12);
    assertThat(count(rows, "target=gfx90a:xnack+")).isEqualTo(6);
    assertThat(count(rows, "name:librand0 index:1")).isEqualTo(4);
    assertThat(count(rows, "binary:librand1 -index:1")).isEqualTo(8);
    assertThat(count(rows, "type:hsaco")).isEqualTo(24);
    assertThat(count(rows, "type:co")).isZero();
    assertThat(count(rows, "ordinal:0")).isEqualTo(4);
    assertThat(count(rows, "size>100K")).isEqualTo(10);
    assertThat(count(rows, "stored<3K")).isEqualTo(6);
    assertThat(count(rows, "ratio<0.6")).isEqualTo(24);
    assertThat(count(rows, "meta:kernel.M=512")).isEqualTo(8);
    assertThat(count(rows, "meta:rocRAND")).isEqualTo(16);
    assertThat(count(rows, "rocrand")).isEqualTo(16);
    assertThat(count(rows, "xyzzy")).isZero();
  }

  @Test
  void damagedRowsAreFound() throws IOException {
    ArchiveRows rows =
        rows(ArchiveFiles.broken(folder, "dup.kpack", "gfx906\u0083", "gfx900\u0083"));
    assertThat(count(rows, "state:damaged")).isEqualTo(1);
    assertThat(count(rows, "state:duplicate")).isEqualTo(1);
    assertThat(count(rows, "-state:damaged")).isEqualTo(2);
  }

  @Test
  void codeThatDoesNotUnpackIsDamagedAsOnTheCommandLine() throws IOException {
    Path archive = ArchiveFiles.small(folder);
    byte[] bytes = Files.readAllBytes(archive);
    // The magic of the last frame.
    bytes[new String(bytes, ISO_8859_1).lastIndexOf("(\u00b5/\u00fd")] ^= 1;
    ArchiveRows rows = rows(Files.write(archive, bytes));
    assertThat(count(rows, "")).isEqualTo(24);
    assertThat(count(rows, "state:damaged")).isPositive();
    assertThat(count(rows, "-state:damaged")).isEqualTo(24 - count(rows, "state:damaged"));
  }

  @Test
  void unknownFieldIsNamed() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.golden(folder));
    assertThatThrownBy(() -> RowQuery.of("flavour:x", rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("flavour");
  }
}
