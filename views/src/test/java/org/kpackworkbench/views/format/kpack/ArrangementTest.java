package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;

class ArrangementTest extends ArchiveTest {
  private ArchiveRows rows;

  private List<String> texts(int[] some, Grouping grouping) {
    LineWords words = new LineWords(rows, grouping);
    return all(Arrangement.of(rows, some, grouping).tops())
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
    assertThat(texts(rows.all(), Grouping.BY_BINARY))
        .containsExactly(
            "bin/testapp",
            "  #0",
            "    gfx900",
            "lib/libtest.so",
            "  #0",
            "    gfx900",
            "    gfx906");
    assertThat(texts(rows.all(), Grouping.BY_TARGET))
        .containsExactly(
            "gfx900",
            "  bin/testapp",
            "    #0",
            "  lib/libtest.so",
            "    #0",
            "gfx906",
            "  lib/libtest.so",
            "    #0");
    assertThat(texts(rows.all(), Grouping.FLAT))
        .containsExactly("lib/libtest.so", "lib/libtest.so", "bin/testapp");
  }

  @Test
  void namesWithoutAnyIndexAreInTheirFolders() throws IOException {
    rows = rows(ArchiveFiles.free(folder));
    Arrangement all = Arrangement.of(rows, rows.all(), Grouping.BY_BINARY);
    assertThat(texts(rows.all(), Grouping.BY_BINARY))
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
    assertThat(texts(gfx950, Grouping.BY_TARGET))
        .containsSubsequence(
            "gfx950", "  fmha_v3_fwd/", "    MI300/", "      fwd_hd64.co", "  pointwise_add_f32")
        .doesNotContain("gfx942");
  }

  @Test
  void sumsCountEachCodeObjectOnce() throws IOException {
    rows = rows(ArchiveFiles.small(folder));
    Arrangement arrangement = Arrangement.of(rows, rows.all(), Grouping.BY_BINARY);
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
    Arrangement arrangement = Arrangement.of(rows, rows.all(), Grouping.BY_TARGET);
    assertThat(groups(arrangement)).isNotEmpty();
    for (Node<GroupId, Line> group : groups(arrangement)) {
      assertThat(Sums.of(rows, group.rows().toArray())).isEqualTo(sums(group));
    }
  }

  @Test
  void sizesThatAreNotKnownAddUpToNothingKnown() throws IOException {
    rows = rows(ArchiveFiles.unknownScheme(folder));
    Sums total = Arrangement.of(rows, rows.all(), Grouping.BY_BINARY).total();
    assertThat(total.storedBytes()).isEqualTo(-1);
    assertThat(total.ratio()).isNaN();
    assertThat(total.originalBytes()).isEqualTo(4096);
  }

  @Test
  void nothingIsArranged() throws IOException {
    rows = rows(ArchiveFiles.golden(folder));
    for (Grouping grouping : Grouping.values()) {
      Arrangement empty = Arrangement.of(rows, new int[0], grouping);
      assertThat(empty.tops()).isEmpty();
      assertThat(empty.total()).isEqualTo(Sums.NONE);
    }
  }
}
