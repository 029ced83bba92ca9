package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

class ArchiveRowsTest extends ArchiveTest {
  @Test
  void columnsSayWhatTheTableSays() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    assertThat(rows.count()).isEqualTo(24);
    for (int row = 0; row < rows.count(); row++) {
      ArchiveEntry entry = rows.archive().entry(row);
      assertThat(rows.binaryName(row)).isEqualTo(entry.binary());
      assertThat(rows.index(row)).isEqualTo(entry.index());
      assertThat(rows.targetText(row)).isEqualTo(entry.targetText());
      assertThat(rows.typeText(row)).isEqualTo("hsaco");
      assertThat(rows.ordinal(row)).isEqualTo(entry.ordinal());
      assertThat(rows.originalSizeBytes(row)).isEqualTo(entry.originalSizeBytes());
      assertThat(rows.storedSizeBytes(row)).isEqualTo(rows.archive().storedSizeBytes(row));
      assertThat(rows.tableStart(row)).isEqualTo(entry.tableRange().start());
      assertThat(rows.tableEnd(row)).isEqualTo(entry.tableRange().end());
    }
  }

  @Test
  void placesLeadBackToTheirRows() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    for (int row = 0; row < rows.count(); row++) {
      assertThat(rows.find(rows.place(row))).isEqualTo(row);
      assertThat(rows.place(row)).isEqualTo(rows.archive().place(row));
      assertThat(rows.place(row).range()).isEqualTo(rows.archive().storedRange(row).orElseThrow());
    }
    Place.CodeObject there = rows.place(0);
    assertThat(rows.find(new Place.CodeObject(there.parent(), "lib/none", 0, "x", null, true)))
        .isEqualTo(-1);
    assertThat(
            rows.find(
                new Place.CodeObject(there.parent(), there.binary(), 7, "gfx906", null, true)))
        .isEqualTo(-1);
  }

  @Test
  void sizesAreUnknownUntilTheFramesAreWalked() throws IOException {
    KpackArchive archive = open(ArchiveFiles.small(folder));
    ArchiveRows before = ArchiveRows.read(archive, Progress.NONE);
    assertThat(before.located()).isFalse();
    assertThat(before.storedSizeBytes(3)).isEqualTo(-1);
    assertThat(before.ratio(3)).isNaN();
    archive.blobs(Progress.NONE);
    ArchiveRows after = ArchiveRows.read(archive, Progress.NONE);
    assertThat(after.located()).isTrue();
    assertThat(after.ratio(3)).isBetween(0.3, 0.9);
  }

  @Test
  void rowsOfOneCodeObjectKnowEachOther() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    int row = rows.find(place(rows, "lib/librand0.so.1", 2, "gfx90a:xnack+"));
    assertThat(rows.sameAs(row)).hasSize(3);
    for (int other : rows.sameAs(row)) {
      assertThat(rows.ordinal(other)).isEqualTo(rows.ordinal(row));
      assertThat(rows.index(other)).isEqualTo(2);
    }
    assertThat(rows.sameAs(rows.find(place(rows, "lib/librand0.so.1", 0, "gfx906")))).isEmpty();
    assertThat(rows.codeObjectCount()).isEqualTo(21);
  }

  @Test
  void byteOfTheTableBelongsToItsRow() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.golden(folder));
    for (int row = 0; row < 3; row++) {
      assertThat(rows.rowAtTable(rows.tableStart(row))).isEqualTo(row);
      assertThat(rows.rowAtTable(rows.tableEnd(row) - 1)).isEqualTo(row);
    }
    assertThat(rows.rowAtTable(ArchiveFiles.GOLDEN_TABLE_OFFSET)).isEqualTo(-1);
    assertThat(rows.rowAtTable(rows.tableEnd(2))).isEqualTo(-1);
  }

  @Test
  void targetsStandInTheirOwnOrder() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    int[] byKey = rows.byKey();
    assertThat(java.util.Arrays.stream(byKey).limit(4).mapToObj(rows::targetText))
        .containsExactly("gfx906", "gfx90a:xnack+", "gfx90a:xnack-", "gfx1030");
  }

  @Test
  void problemsAreKnownByTheirReason() throws IOException {
    Path file = ArchiveFiles.broken(folder, "dup.kpack", "gfx906\u0083", "gfx900\u0083");
    ArchiveRows rows = rows(file);
    assertThat(rows.problemCount()).isEqualTo(1);
    assertThat(rows.problem(0)).isNull();
    assertThat(rows.problem(1)).isEqualTo(Reason.DUPLICATE_KEY);
  }

  private static Place.CodeObject place(ArchiveRows rows, String binary, int index, String target) {
    return new Place.CodeObject(rows.archive().place(), binary, index, target, null, true);
  }
}
