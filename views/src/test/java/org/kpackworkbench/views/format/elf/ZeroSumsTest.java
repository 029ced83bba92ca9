package org.kpackworkbench.views.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.views.format.elf.ElfLayout.ElfLayoutSource;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.kit.map.MapPiece;

class ZeroSumsTest {

  private static List<String> sums(ElfDocument document) throws IOException {
    ElfLayoutSource source = new ElfLayoutSource(document);
    return source.sums(source.whole(Progress.NONE));
  }

  @Test
  void removedDeviceCodeIsZeroFilled() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libhostonly.so")) {
      assertThat(sums(document).getFirst())
          .startsWith("16.0 KiB of .hip_fatbin, ")
          .endsWith(" are zero-filled when it is loaded, and take no room in the file.");
    }
  }

  @Test
  void pagesThatAreZeroInTheFileAreCountedWithTheirSections() throws IOException {
    int start;
    try (ElfDocument good = ElfFixtures.open("libdrift.so")) {
      ElfSection fat = good.fat().elfSections().getFirst();
      start = (int) fat.fileOffset();
      assertThat(sums(good).getLast()).isEqualTo("No page of the file is zero.");
    }
    ElfDocument zeroed =
        ElfFixtures.changed(
            "libdrift.so",
            bytes -> java.util.Arrays.fill(bytes, start + 0x5000, start + 0x8000, (byte) 0));
    assertThat(sums(zeroed).getLast())
        .isEqualTo("3 pages of the file are zero (12.0 KiB): 12.0 KiB of .hip_fatbin.");
  }

  @Test
  void mapShowsSegmentsSectionsBundlesEntriesAndWrappers() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libdrift.so")) {
      LayoutMapModel model = new ElfLayoutSource(document).whole(Progress.NONE);
      assertThat(model.lanes()).extracting(lane -> lane.title()).containsExactly("file", "memory");
      assertThat(model.lanes().getFirst().pieces())
          .extracting(MapPiece::label)
          .contains(".hip_fatbin", "bundle 0", "bundle 4", "gfx1030", "wrapper 4 (HIPF)");
      assertThat(model.lanes().getLast().pieces())
          .extracting(MapPiece::label)
          .contains("LOAD 1  R", ".bss", "gfx942");
      assertThat(model.lanes().getFirst().pieces())
          .filteredOn(piece -> piece.label().equals(".hip_fatbin"))
          .extracting(MapPiece::look)
          .containsExactly(new MapPiece.Owned(OwnerKind.DEVICE_CODE, null));
    }
  }
}
