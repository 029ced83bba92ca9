package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Overlaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

class ArchiveClaimsTest {
  private static KpackArchive archive(boolean zstd) throws Exception {
    byte[][] kernels = {kernel(1, 100), kernel(2, 200), kernel(3, 300)};
    TestArchive made = zstd ? TestArchive.zstd(kernels) : TestArchive.plain(kernels);
    made.extra.put("x_unknown", List.of(1, 2));
    return made.toc(
            map(
                "a#0", map("gfx900", entry(0, 100), "gfx906", entry(1, 200)),
                "b#0", map("gfx900", entry(0, 100))))
        .read();
  }

  private static List<String> labels(Ownership owners, long offset) {
    return owners.at(offset).stream().map(Claim::label).toList();
  }

  @Test
  void everyPartHasItsName() throws Exception {
    KpackArchive archive = archive(true);
    Ownership owners = ArchiveClaims.of(archive, Progress.NONE);
    assertThat(labels(owners, 2)).containsExactly("header", "magic");
    assertThat(labels(owners, 0x20)).containsExactly("header", "reserved");
    assertThat(labels(owners, 64)).containsExactly("blob area", "num_kernels");
    assertThat(labels(owners, 69)).containsExactly("blob area", "frame_size of frame 0");
    assertThat(labels(owners, 72))
        .containsExactly("blob area", "frame 0, a#0 @ gfx900 (shared by 2 rows)");
    long third = archive.blobs(Progress.NONE).offset(2).orElseThrow();
    assertThat(labels(owners, third)).containsExactly("blob area", "frame 2, which no row names");
    long row = archive.entry(1).tableRange().start();
    assertThat(labels(owners, row)).containsExactly("table of contents", "toc", "row a#0 @ gfx906");
    assertThat(labels(owners, archive.view().size() - 1))
        .containsExactly("table of contents", "x_unknown");
  }

  @Test
  void aBlobLeadsToItsCodeObject() throws Exception {
    KpackArchive archive = archive(false);
    Claim blob = ArchiveClaims.of(archive, Progress.NONE).at(164).getLast();
    assertThat(blob.kind()).isEqualTo(OwnerKind.DEVICE_CODE);
    assertThat(blob.target()).isEqualTo("gfx906");
    assertThat(blob.place()).isEqualTo(archive.place(1));
    assertThat(blob.place()).isInstanceOf(Place.CodeObject.class);
    assertThat(blob.range()).isEqualTo(new ByteRange(164, 200));
  }

  /** Claims made one by one and those held, claim by claim, byte by byte, window by window. */
  private static void assertSame(KpackArchive archive) throws Exception {
    long size = archive.view().size();
    Ownership compact = ArchiveClaims.of(archive, Progress.NONE);
    Ownership general = ClaimMap.of(size, compact.claims());
    assertThat(compact.sizeBytes()).isEqualTo(size);
    assertThat(compact.claims()).isEqualTo(general.claims());
    assertThat(Overlaps.of(compact)).isEqualTo(Overlaps.of(general));
    for (long offset = 0; offset < size; offset++) {
      assertThat(compact.at(offset)).isEqualTo(general.at(offset));
      ByteRange window = new ByteRange(offset, Math.min(90, size - offset));
      assertThat(compact.runs(window)).isEqualTo(general.runs(window));
    }
    ByteRange whole = new ByteRange(0, size);
    assertThat(compact.runs(whole)).isEqualTo(general.runs(whole));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theCompactAnswerIsTheGeneralOne(boolean zstd) throws Exception {
    assertSame(archive(zstd));
  }

  @Test
  void soItIsForTheGoldenArchiveAndForEmptyOnes() throws Exception {
    assertSame(TestArchive.read(TestArchive.golden()));
    TestArchive empty = TestArchive.zstd();
    assertSame(empty.frames().area(4).read());
    assertSame(TestArchive.plain().blobs().read());
  }

  @Test
  void gapsAndTrailingBytesBelongToNobody() throws Exception {
    byte[] bytes = TestArchive.golden();
    KpackArchive archive = TestArchive.read(java.util.Arrays.copyOf(bytes, bytes.length + 7));
    assertSame(archive);
    assertThat(ArchiveClaims.of(archive, Progress.NONE).at(905).getFirst().kind())
        .isEqualTo(OwnerKind.UNOWNED);
  }

  @Test
  void blobsThatOverlapAreSaid() throws Exception {
    TestArchive made = TestArchive.plain();
    made.blobArea = new byte[600];
    KpackArchive archive =
        made.toc(map("a#0", map("gfx900", entry(0, 300)), "b#0", map("gfx900", entry(1, 300))))
            .blobs(map("offset", 64, "size", 300), map("offset", 200, "size", 300))
            .read();
    Ownership owners = ArchiveClaims.of(archive, Progress.NONE);
    assertThat(Overlaps.of(owners))
        .extracting(overlap -> overlap.first().label() + " / " + overlap.second().label())
        .containsExactly("blob 0, a#0 @ gfx900 / blob 1, b#0 @ gfx900");
  }

  @Test
  void withoutUsableBlobsTheRestIsClaimed() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 10));
    made.scheme = "future";
    Ownership owners =
        ArchiveClaims.of(made.toc(map("a#0", map("gfx900", entry(0, 10)))).read(), Progress.NONE);
    assertThat(labels(owners, 3)).containsExactly("header", "magic");
    assertThat(owners.at(80).getFirst().kind()).isEqualTo(OwnerKind.UNOWNED);
  }
}
