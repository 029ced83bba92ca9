package org.kpackworkbench.views.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.kit.map.MapLane;
import org.kpackworkbench.views.kit.map.MapPiece;

class ElfLayoutTest {
  private static final Path FIXTURES =
      Path.of(System.getProperty("kpack.basedir", "."), "../model/src/test/fixtures/bin");

  private static final String FIXTURE = "libmany.so";

  private static ElfDocument open(String name) throws IOException {
    return (ElfDocument) StandardFormats.all().open(FIXTURES.resolve(name), Progress.NONE);
  }

  private static MapPiece named(MapLane lane, String label) {
    return lane.pieces().stream()
        .filter(piece -> piece.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no piece " + label));
  }

  @Test
  void sectionsLieInTheFileAndAtTheirAddresses() throws IOException {
    try (ElfDocument elf = open(FIXTURE)) {
      LayoutMapModel map = ElfLayout.of(elf.elf(), elf.place(), elf.ownership(), Progress.NONE);
      MapLane file = map.lanes().get(0);
      MapLane memory = map.lanes().get(1);
      assertThat(file.range().length()).isEqualTo(elf.bytes().size());
      for (String name : List.of(".text", ".hip_fatbin", ".hipFatBinSegment")) {
        ElfSection section =
            elf.elf().sections().stream().filter(s -> s.name().equals(name)).findFirst().get();
        assertThat(named(file, name).range().start()).isEqualTo(section.fileOffset());
        assertThat(named(memory, name).range().start()).isEqualTo(section.address());
        assertThat(named(memory, name).range().length()).isEqualTo(section.sizeBytes());
      }
    }
  }

  @Test
  void segmentsFrameTheMemoryAndTieItToTheFile() throws IOException {
    try (ElfDocument elf = open(FIXTURE)) {
      LayoutMapModel map = ElfLayout.withoutZeroPages(elf.elf(), elf.place(), elf.ownership());
      List<ElfSegment> loads = elf.elf().segments().stream().filter(ElfSegment::isLoad).toList();
      List<MapPiece> frames =
          map.lanes().get(1).pieces().stream()
              .filter(piece -> piece.look() instanceof MapPiece.Frame)
              .toList();
      assertThat(frames).hasSameSizeAs(loads);
      assertThat(frames)
          .extracting(frame -> frame.range().start())
          .containsExactlyElementsOf(
              loads.stream().map(ElfSegment::virtualAddress).sorted().toList());
      assertThat(map.links())
          .allSatisfy(
              link -> {
                assertThat(map.lanes().get(0).range().contains(link.from())).isTrue();
                assertThat(map.lanes().get(1).range().contains(link.to())).isTrue();
              });
    }
  }

  @Test
  void memoryWithoutBytesInTheFileIsZeroFilled() throws IOException {
    try (ElfDocument elf = open(FIXTURE)) {
      LayoutMapModel map = ElfLayout.withoutZeroPages(elf.elf(), elf.place(), elf.ownership());
      ElfSection bss =
          elf.elf().sections().stream()
              .filter(s -> s.isNoBits() && s.isAllocated() && s.sizeBytes() > 0)
              .findFirst()
              .orElseThrow();
      MapPiece piece = named(map.lanes().get(1), bss.label());
      assertThat(piece.look()).isEqualTo(new MapPiece.Owned(OwnerKind.ZERO_FILLED, null));
      assertThat(piece.range().start()).isEqualTo(bss.address());
      assertThat(map.lanes().get(0).pieces()).noneMatch(p -> p.label().equals(bss.label()));
    }
  }

  @Test
  void pagesThatAreZeroInTheFileAreMarkedInBothLanes() throws IOException {
    try (ElfDocument elf = open("libpage64k-gnu.so")) {
      LayoutMapModel map = ElfLayout.of(elf.elf(), elf.place(), elf.ownership(), Progress.NONE);
      assertThat(map.lanes().get(0).zeros()).isNotEmpty();
      assertThat(map.lanes().get(0).zeros())
          .allMatch(zero -> zero.start() % 4096 == 0 && zero.length() % 4096 == 0);
    }
  }
}
