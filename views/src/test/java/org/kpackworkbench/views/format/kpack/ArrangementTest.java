package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.format.kpack.SortColumn.SortKey;
import org.kpackworkbench.views.kit.rows.GroupLines;
import org.kpackworkbench.views.kit.rows.GroupLines.Openness;
import org.kpackworkbench.views.kit.rows.IntSort;

class ArrangementTest extends ArchiveTest {
  private ArchiveRows rows;

  private List<String> texts(Arrangement arrangement) {
    GroupLines<GroupId, Line> lines = GroupLines.of(arrangement, Openness.allOpen());
    LineWords words = new LineWords(() -> arrangement);
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
  void namesWithoutAnyIndexAreInTheirFolders() throws IOException {
    rows = rows(ArchiveFiles.free(folder));
    Arrangement all = Arrangement.of(rows, rows.all(), Grouping.BY_BINARY, List.of());
    assertThat(texts(all))
        .containsExactly(
            "fmha_v3_bwd/",
            "  bwd.co",
            "    gfx942",
            "    gfx950",
            "fmha_v3_fwd/",
            "  MI300/",
            "    fwd_hd64.co",
            "      gfx942",
            "      gfx950",
            "    fwd_hd128_bf16_rtne.co",
            "      gfx942",
            "      gfx950",
            "  MI350/",
            "    fwd_hd128.co",
            "      gfx942",
            "      gfx950",
            "pointwise_add_f32",
            "  gfx942",
            "  gfx950");
    assertThat(all.sums(all.groups().topGroups()[1]).rows()).isEqualTo(6);
    int[] gfx950 = IntStream.of(rows.all()).filter(row -> row % 2 == 1).toArray();
    assertThat(texts(Arrangement.of(rows, gfx950, Grouping.BY_TARGET, List.of())))
        .containsSubsequence(
            "gfx950", "  fmha_v3_fwd/", "    MI300/", "      fwd_hd64.co", "  pointwise_add_f32")
        .doesNotContain("gfx942");
  }

  @Test
  void foldersAreSortedByTheirSumsAndStayWhole() throws IOException {
    rows = rows(ArchiveFiles.free(folder));
    for (Grouping grouping : List.of(Grouping.BY_BINARY, Grouping.BY_TARGET)) {
      Arrangement plain = Arrangement.of(rows, rows.all(), grouping, List.of());
      Arrangement sorted =
          Arrangement.of(
              rows, rows.all(), grouping, List.of(new SortKey(SortColumn.ORIGINAL, true)));
      assertThat(sorted.groups().count()).isEqualTo(plain.groups().count());
      for (int group = 0; group < sorted.groups().count(); group++) {
        assertThat(
                IntStream.of(sorted.groups().groupsIn(group)).mapToObj(one -> bytes(sorted, one)))
            .isSortedAccordingTo(java.util.Comparator.reverseOrder());
        assertThat(Sums.of(rows, sorted.groups().rowsOf(group))).isEqualTo(sorted.sums(group));
        GroupId id = sorted.groups().id(group);
        int before =
            IntStream.range(0, plain.groups().count())
                .filter(one -> plain.groups().id(one).equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(sorted.groups().rowsOf(group))
            .containsExactlyInAnyOrder(plain.groups().rowsOf(before));
      }
    }
    Arrangement byName =
        Arrangement.of(
            rows, rows.all(), Grouping.BY_BINARY, List.of(new SortKey(SortColumn.NAME, true)));
    assertThat(texts(byName)).startsWith("pointwise_add_f32", "  gfx950", "  gfx942");
  }

  private static long bytes(Arrangement arrangement, int group) {
    return arrangement.sums(group).originalBytes();
  }

  @Test
  void sumsCountEachCodeObjectOnce() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement arrangement = Arrangement.of(rows, rows.all(), Grouping.BY_BINARY, List.of());
    Sums total = arrangement.total();
    assertThat(total.rows()).isEqualTo(24);
    assertThat(total.codeObjects()).isEqualTo(21);
    assertThat(total.shared()).isEqualTo(3);
    assertThat(total.storedBytes())
        .isEqualTo(rows.archive().blobsIfKnown().orElseThrow().totalSizeBytes());
    // Index 2 of the first library: two of its four rows name one code object.
    int third = arrangement.groups().groupsIn(0)[2];
    Sums inner = arrangement.sums(third);
    assertThat(inner.rows()).isEqualTo(4);
    assertThat(inner.codeObjects()).isEqualTo(3);
    int[] its = arrangement.groups().rowsOf(third);
    long all = IntStream.of(its).mapToLong(rows::storedSizeBytes).sum();
    long twice =
        rows.storedSizeBytes(
            IntStream.of(its).filter(row -> rows.sameAs(row).length > 0).findFirst().orElseThrow());
    assertThat(inner.storedBytes()).isEqualTo(all - twice);
    assertThat(inner.originalBytes())
        .isEqualTo(IntStream.of(its).mapToLong(rows::originalSizeBytes).sum());
    // Both libraries share it, and each of them has it.
    assertThat(
            IntStream.of(arrangement.groups().topGroups())
                .mapToLong(group -> arrangement.sums(group).storedBytes())
                .sum())
        .isEqualTo(total.storedBytes() + twice);
  }

  @Test
  void sumsOfSomeRowsAreThoseOfTheirGroup() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement arrangement = Arrangement.of(rows, rows.all(), Grouping.BY_TARGET, List.of());
    for (int group = 0; group < arrangement.groups().count(); group++) {
      assertThat(Sums.of(rows, arrangement.groups().rowsOf(group)))
          .isEqualTo(arrangement.sums(group));
    }
  }

  @Test
  void sortsGroupsByTheirSumsAndRowsWithinThem() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement sorted =
        Arrangement.of(
            rows, rows.all(), Grouping.BY_BINARY, List.of(new SortKey(SortColumn.STORED, true)));
    List<Long> outer = new ArrayList<>();
    for (int i : sorted.groups().topGroups()) {
      outer.add(sorted.sums(i).storedBytes());
      List<Long> inner = new ArrayList<>();
      for (int j : sorted.groups().groupsIn(i)) {
        inner.add(sorted.sums(j).storedBytes());
        assertThat(IntStream.of(sorted.groups().rowsOf(j)).mapToObj(rows::storedSizeBytes))
            .isSortedAccordingTo(java.util.Comparator.reverseOrder());
        assertThat(Sums.of(rows, sorted.groups().rowsOf(j))).isEqualTo(sorted.sums(j));
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
      for (int i = 1; i < up.groups().size(); i++) {
        assertThat(order.compare(up.groups().row(i - 1), up.groups().row(i))).isNotPositive();
      }
      Arrangement down =
          Arrangement.of(rows, rows.all(), Grouping.FLAT, List.of(new SortKey(column, true)));
      assertThat(order.compare(down.groups().row(0), down.groups().row(down.groups().size() - 1)))
          .isNotNegative();
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
      assertThat(empty.groups().size()).isZero();
      assertThat(GroupLines.of(empty, Openness.allOpen())).isEmpty();
      assertThat(empty.total()).isEqualTo(Sums.NONE);
    }
  }
}
