package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.format.kpack.SortColumn.SortKey;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;

class ArrangementTest extends ArchiveTest {
  private ArchiveRows rows;

  private List<String> texts(Arrangement arrangement) {
    LineWords words = new LineWords(() -> arrangement);
    return all(arrangement.tops())
        .map(node -> "  ".repeat(node.line().depth()) + words.name(node.line()))
        .toList();
  }

  private static Stream<Node<GroupId, Line>> all(List<Node<GroupId, Line>> nodes) {
    return nodes.stream().flatMap(node -> Stream.concat(Stream.of(node), all(node.below())));
  }

  private static List<Node<GroupId, Line>> groups(Arrangement arrangement) {
    return all(arrangement.tops()).filter(node -> node.line().key() != null).toList();
  }

  private static Sums sums(Node<GroupId, Line> group) {
    return ((Line.Group) group.line()).sums();
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
    assertThat(sums(all.tops().get(1)).rows()).isEqualTo(6);
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
      assertThat(groups(sorted)).hasSameSizeAs(groups(plain));
      for (Node<GroupId, Line> group : groups(sorted)) {
        assertThat(group.below().stream().filter(one -> one.line().key() != null))
            .extracting(one -> sums(one).originalBytes())
            .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(Sums.of(rows, group.rows().toArray())).isEqualTo(sums(group));
        Node<GroupId, Line> before =
            groups(plain).stream()
                .filter(one -> Objects.equals(one.line().key(), group.line().key()))
                .findFirst()
                .orElseThrow();
        assertThat(group.rows().toArray()).containsExactlyInAnyOrder(before.rows().toArray());
      }
    }
    Arrangement byName =
        Arrangement.of(
            rows, rows.all(), Grouping.BY_BINARY, List.of(new SortKey(SortColumn.NAME, true)));
    assertThat(texts(byName)).startsWith("pointwise_add_f32", "  gfx950", "  gfx942");
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
    Node<GroupId, Line> third = arrangement.tops().getFirst().below().get(2);
    Sums inner = sums(third);
    assertThat(inner.rows()).isEqualTo(4);
    assertThat(inner.codeObjects()).isEqualTo(3);
    int[] its = third.rows().toArray();
    long all = IntStream.of(its).mapToLong(rows::storedSizeBytes).sum();
    long twice =
        rows.storedSizeBytes(
            IntStream.of(its).filter(row -> rows.sameAs(row).length > 0).findFirst().orElseThrow());
    assertThat(inner.storedBytes()).isEqualTo(all - twice);
    assertThat(inner.originalBytes())
        .isEqualTo(IntStream.of(its).mapToLong(rows::originalSizeBytes).sum());
    // Both libraries share it, and each of them has it.
    assertThat(arrangement.tops().stream().mapToLong(group -> sums(group).storedBytes()).sum())
        .isEqualTo(total.storedBytes() + twice);
  }

  @Test
  void sumsOfSomeRowsAreThoseOfTheirGroup() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement arrangement = Arrangement.of(rows, rows.all(), Grouping.BY_TARGET, List.of());
    assertThat(groups(arrangement)).isNotEmpty();
    for (Node<GroupId, Line> group : groups(arrangement)) {
      assertThat(Sums.of(rows, group.rows().toArray())).isEqualTo(sums(group));
    }
  }

  @Test
  void sortsGroupsByTheirSumsAndRowsWithinThem() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement sorted =
        Arrangement.of(
            rows, rows.all(), Grouping.BY_BINARY, List.of(new SortKey(SortColumn.STORED, true)));
    List<Long> outer = new ArrayList<>();
    for (Node<GroupId, Line> i : sorted.tops()) {
      outer.add(sums(i).storedBytes());
      List<Long> inner = new ArrayList<>();
      for (Node<GroupId, Line> j : i.below()) {
        inner.add(sums(j).storedBytes());
        assertThat(j.rows().mapToObj(rows::storedSizeBytes))
            .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(Sums.of(rows, j.rows().toArray())).isEqualTo(sums(j));
      }
      assertThat(inner).hasSize(3).isSortedAccordingTo(Comparator.reverseOrder());
    }
    assertThat(outer).hasSize(2).isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void flatListIsSortedByEachColumn() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    for (SortColumn column : SortColumn.values()) {
      Arrangement up =
          Arrangement.of(rows, rows.all(), Grouping.FLAT, List.of(new SortKey(column, false)));
      Comparator<Line> order = new SortKey(column, false).order(rows, Grouping.FLAT);
      assertThat(up.tops()).extracting(Node::line).isSortedAccordingTo(order);
      Arrangement down =
          Arrangement.of(rows, rows.all(), Grouping.FLAT, List.of(new SortKey(column, true)));
      assertThat(down.tops()).extracting(Node::line).isSortedAccordingTo(order.reversed());
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
      assertThat(empty.tops()).isEmpty();
      assertThat(empty.total()).isEqualTo(Sums.NONE);
    }
  }
}
