package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.overview.Fact;

class ArchiveOverviewTest extends ArchiveTest {
  private static Fact fact(ArchiveOverview overview, String name) {
    return overview.facts().stream()
        .filter(fact -> fact.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void goldenArchiveInWords() throws IOException {
    ArchiveOverview overview = ArchiveOverview.of(rows(ArchiveFiles.golden(folder)));
    assertThat(overview.sentence())
        .isEqualTo(
            "A kpack archive with 3 code objects in 2 binaries for 2 GPU targets: 506 B unpacked,"
                + " 506 B stored (100.0 %).");
    assertThat(overview.warnings()).isEmpty();
    assertThat(fact(overview, "Group").value()).isEqualTo("test");
    assertThat(fact(overview, "Family").value()).isEqualTo("gfx900X");
    assertThat(fact(overview, "Duplicates").value()).startsWith("none");
    assertThat(fact(overview, "Header").place().range().length()).isEqualTo(64);
    assertThat(overview.targets())
        .extracting(ArchiveOverview.TargetLine::target)
        .containsExactly("gfx900", "gfx906");
    assertThat(overview.targets().getFirst().sums().rows()).isEqualTo(2);
  }

  @Test
  void aSchemeThatIsNotStatedIsExplained() throws IOException {
    ArchiveOverview overview =
        ArchiveOverview.of(
            rows(
                ArchiveFiles.broken(
                    folder, "first.kpack", "compression_scheme", "compression-scheme")));
    assertThat(fact(overview, "Storage").value())
        .startsWith("none: ")
        .endsWith("The table has no compression_scheme; it is read as none, because it has blobs.");
    assertThat(overview.targets().getFirst().sums().rows()).isEqualTo(2);
  }

  @Test
  void listedAndFoundTargetsAreCompared() throws IOException {
    ArchiveRows rows =
        rows(ArchiveFiles.broken(folder, "other.kpack", "gfx906\u0083", "gfx908\u0083"));
    ArchiveOverview overview = ArchiveOverview.of(rows);
    assertThat(overview.warnings())
        .containsExactly(
            "gfx906 is listed among the targets, but has no row.",
            "There is 1 row for gfx908, which is not listed among the targets.");
    assertThat(overview.targets())
        .extracting(ArchiveOverview.TargetLine::listed)
        .containsExactly(true, true, false);
  }

  @Test
  void whatIsEmptyIsCalledSo() throws IOException {
    ArchiveRows rows =
        rows(
            ArchiveFiles.misfiled(
                folder, Path.of("../model/src/test/fixtures/bin/kinds-gfx1100.hsaco"), ""));
    assertThat(ArchiveOverview.of(rows).warnings())
        .noneMatch(text -> text.contains("for ,"))
        .anyMatch(text -> text.contains("for an empty target"));
    assertThat(ArchiveOverview.of(rows(ArchiveFiles.empty(folder))).sentence())
        .doesNotContain("(–)");
  }

  @Test
  void duplicatesAreCounted() throws IOException {
    ArchiveOverview overview = ArchiveOverview.of(rows(ArchiveFiles.small(folder)));
    assertThat(fact(overview, "Duplicates").value())
        .isEqualTo(
            "3 rows name a code object that another row names, too, which saves 14.6 KiB of 1.8 MiB"
                + " unpacked");
    Sums all = Sums.of(rows(ArchiveFiles.small(folder)), rows(ArchiveFiles.small(folder)).all());
    assertThat(all.unpackedBytes()).isEqualTo(all.distinctOriginalBytes());
    assertThat(overview.sentence())
        .as("what is stored, of what it unpacks to: duplicates in neither")
        .contains(
            "%s unpacked, %s stored (%s)."
                .formatted(
                    SizeText.of(all.unpackedBytes(), all.originalBytes()),
                    SizeText.of(all.storedBytes()),
                    StatusWords.percent((double) all.storedBytes() / all.unpackedBytes())))
        .endsWith(
            " 3 duplicates are stored once: %s with them."
                .formatted(SizeText.of(all.originalBytes(), all.unpackedBytes())));
    assertThat(fact(overview, "Stored code objects").value()).isEqualTo("21");
  }

  @Test
  void unknownKeysAndSchemesAreShown() throws IOException {
    ArchiveOverview overview = ArchiveOverview.of(rows(ArchiveFiles.unknownScheme(folder)));
    assertThat(overview.unknown()).hasSize(1);
    assertThat(overview.unknown().getFirst().name()).isEqualTo("dictionaries");
    assertThat(overview.unknown().getFirst().value()).isEqualTo("[a, b]");
    assertThat(overview.sentence()).endsWith("Its code objects cannot be read.");
    assertThat(fact(overview, "Storage").value())
        .isEqualTo("zstd-pool, which this program cannot read");
    assertThat(overview.problems()).hasSize(1);
  }

  @Test
  void damagedRowsAreCountedWithTheWayToTheFirst() throws IOException {
    ArchiveRows rows =
        rows(ArchiveFiles.broken(folder, "unsafe.kpack", "bin/testapp", "../../tsta"));
    ArchiveOverview overview = ArchiveOverview.of(rows);
    assertThat(overview.damagedRows()).isEqualTo(1);
    Place.CodeObject first = overview.firstDamaged();
    assertThat(first.binary()).startsWith("../..");
  }

  @Test
  void tableThatBreaksOffIsSaidToDoSo() throws IOException {
    ArchiveOverview overview = ArchiveOverview.of(rows(ArchiveFiles.cut(folder, "cut.kpack", 800)));
    assertThat(overview.sentence()).contains("2 code objects").contains("is cut off");
    assertThat(overview.problems()).isNotEmpty();
  }
}
