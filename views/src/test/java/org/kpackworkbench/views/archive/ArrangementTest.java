package org.kpackworkbench.views.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArrangementTest extends ArchiveTest {
  private ArchiveRows rows;

  private List<String> texts(Arrangement arrangement) {
    Lines lines = Lines.of(arrangement, Openness.ALL_OPEN);
    LineWords words = new LineWords(new LineList(lines));
    return lines.stream().map(line -> "  ".repeat(line.depth()) + words.name(line)).toList();
  }

  @Test
  void goldenArchiveByBinaryAndByTarget() throws IOException {
    rows = rows(ArchiveFiles.golden(folder));
    assertThat(texts(Arrangement.of(rows, rows.all(), Grouping.BY_BINARY, List.of())))
        .containsExactly(
            "bin/testapp",
            "  #0",
            "    gfx900",
            "lib/libtest.so",
            "  #0",
            "    gfx900",
            "    gfx906");
    assertThat(texts(Arrangement.of(rows, rows.all(), Grouping.BY_TARGET, List.of())))
        .containsExactly(
            "gfx900",
            "  bin/testapp",
            "    #0",
            "  lib/libtest.so",
            "    #0",
            "gfx906",
            "  lib/libtest.so",
            "    #0");
    assertThat(texts(Arrangement.of(rows, rows.all(), Grouping.FLAT, List.of())))
        .containsExactly("lib/libtest.so", "lib/libtest.so", "bin/testapp");
  }

  @Test
  void sumsCountEachCodeObjectOnce() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement arrangement = Arrangement.of(rows, rows.all(), Grouping.BY_BINARY, List.of());
    Sums total = arrangement.total();
    assertThat(total.rows()).isEqualTo(24);
    assertThat(total.codeObjects()).isEqualTo(21);
    assertThat(total.shared()).isEqualTo(3);
    assertThat(total.storedBytes()).isEqualTo(rows.archive().blobsIfKnown().totalSizeBytes());
    // Index 2 of the first library: two of its four rows name one code object.
    Sums inner = arrangement.innerSums(2);
    assertThat(inner.rows()).isEqualTo(4);
    assertThat(inner.codeObjects()).isEqualTo(3);
    int[] its = arrangement.rowsOfInner(2);
    long all = IntStream.of(its).mapToLong(rows::storedSizeBytes).sum();
    long twice =
        rows.storedSizeBytes(
            IntStream.of(its).filter(row -> rows.sameAs(row).length > 0).findFirst().orElseThrow());
    assertThat(inner.storedBytes()).isEqualTo(all - twice);
    assertThat(inner.originalBytes())
        .isEqualTo(IntStream.of(its).mapToLong(rows::originalSizeBytes).sum());
    // Both libraries share it, and each of them has it.
    assertThat(arrangement.outerSums(0).storedBytes() + arrangement.outerSums(1).storedBytes())
        .isEqualTo(total.storedBytes() + twice);
  }

  @Test
  void sumsOfSomeRowsAreThoseOfTheirGroup() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement arrangement = Arrangement.of(rows, rows.all(), Grouping.BY_TARGET, List.of());
    for (int outer = 0; outer < arrangement.outerCount(); outer++) {
      assertThat(Sums.of(rows, arrangement.rowsOfOuter(outer)))
          .isEqualTo(arrangement.outerSums(outer));
    }
  }

  @Test
  void sortsGroupsByTheirSumsAndRowsWithinThem() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement sorted =
        Arrangement.of(
            rows, rows.all(), Grouping.BY_BINARY, List.of(new SortKey(SortColumn.STORED, true)));
    List<Long> outer = new ArrayList<>();
    for (int i = 0; i < sorted.outerCount(); i++) {
      outer.add(sorted.outerSums(i).storedBytes());
      List<Long> inner = new ArrayList<>();
      for (int j = sorted.firstInner(i); j < sorted.firstInner(i + 1); j++) {
        inner.add(sorted.innerSums(j).storedBytes());
        assertThat(IntStream.of(sorted.rowsOfInner(j)).mapToObj(rows::storedSizeBytes))
            .isSortedAccordingTo(java.util.Comparator.reverseOrder());
        assertThat(Sums.of(rows, sorted.rowsOfInner(j))).isEqualTo(sorted.innerSums(j));
      }
      assertThat(inner).hasSize(3).isSortedAccordingTo(java.util.Comparator.reverseOrder());
    }
    assertThat(outer).hasSize(2).isSortedAccordingTo(java.util.Comparator.reverseOrder());
  }

  @Test
  void flatListIsSortedByEachColumn() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    for (SortColumn column : SortColumn.values()) {
      Arrangement up =
          Arrangement.of(rows, rows.all(), Grouping.FLAT, List.of(new SortKey(column, false)));
      IntSort.Order order = column.rows(rows, Grouping.FLAT);
      for (int i = 1; i < up.size(); i++) {
        assertThat(order.compare(up.row(i - 1), up.row(i))).isNotPositive();
      }
      Arrangement down =
          Arrangement.of(rows, rows.all(), Grouping.FLAT, List.of(new SortKey(column, true)));
      assertThat(order.compare(down.row(0), down.row(down.size() - 1))).isNotNegative();
    }
  }

  @Test
  void sizesThatAreNotKnownAddUpToNothingKnown() throws IOException {
    rows = rows(ArchiveFiles.unknownScheme(folder));
    Sums total = Arrangement.of(rows, rows.all(), Grouping.BY_BINARY, List.of()).total();
    assertThat(total.storedBytes()).isEqualTo(-1);
    assertThat(total.ratio()).isNaN();
    assertThat(total.originalBytes()).isEqualTo(4096);
  }

  @Test
  void nothingIsArranged() throws IOException {
    rows = rows(ArchiveFiles.golden(folder));
    for (Grouping grouping : Grouping.values()) {
      Arrangement empty = Arrangement.of(rows, new int[0], grouping, List.of());
      assertThat(empty.size()).isZero();
      assertThat(Lines.of(empty, Openness.ALL_OPEN)).isEmpty();
      assertThat(empty.total()).isEqualTo(Sums.NONE);
    }
  }
}
