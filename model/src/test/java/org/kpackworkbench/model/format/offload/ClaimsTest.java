package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Overlaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfClaims;
import org.kpackworkbench.model.format.elf.ElfFile;

/** Every byte of real files has an owner, and claims nest. */
class ClaimsTest {

  @ParameterizedTest
  @EnumSource
  void everyByteOfAFatFileHasAnOwner(FatFixture fixture) throws IOException {
    try (OpenFile file = OpenFile.open(fixture.path())) {
      ElfFile elf = ElfFile.read(file.view());
      ClaimMap map = map(elf, fixture.path());
      Map<OwnerKind, Long> bytes = bytes(map);
      assertThat(Overlaps.of(map)).isEmpty();
      assertThat(bytes).doesNotContainKeys(OwnerKind.UNOWNED, OwnerKind.PROBLEM);
      assertThat(bytes.get(OwnerKind.WRAPPER)).isEqualTo(24L * fixture.wrapperCount());
      assertThat(bytes.values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(file.view().size());
    }
  }

  @Test
  void colorsDeviceCodeByTarget() throws IOException {
    Path path = Fixtures.path("libmixed.so");
    try (OpenFile file = OpenFile.open(path)) {
      ElfFile elf = ElfFile.read(file.view());
      FatBinary fat = FatBinary.read(elf);
      ClaimMap map = map(elf, path);
      OffloadBundle plain = (OffloadBundle) fat.bundles().get(1).content();
      BundleEntry entry = plain.entries().get(2);
      long at = fat.bundles().get(1).range().start() + entry.offset();
      List<Claim> owners = map.at(at);
      assertThat(owners)
          .extracting(Claim::label)
          .containsExactly(".hip_fatbin", "bundle 1", "gfx90a");
      Claim owner = owners.getLast();
      assertThat(owner.kind()).isEqualTo(OwnerKind.DEVICE_CODE);
      assertThat(owner.target()).isEqualTo("gfx90a");
      assertThat(owner.range()).isEqualTo(new ByteRange(at, entry.sizeBytes()));
      assertThat(owner.place().path())
          .extracting(Place::label)
          .containsExactly("libmixed.so", ".hip_fatbin", "bundle 1", "libmixed.so#1 @ gfx90a");
      assertThat(map.at(fat.bundles().get(0).range().start() + 100).getLast().kind())
          .isEqualTo(OwnerKind.COMPRESSED);
    }
  }

  @Test
  void showsTheMarkerOfAHostOnlyLibrary() throws IOException {
    Path path = Fixtures.path("libhostonly.so");
    try (OpenFile file = OpenFile.open(path)) {
      ElfFile elf = ElfFile.read(file.view());
      ClaimMap map = map(elf, path);
      assertThat(bytes(map)).containsEntry(OwnerKind.MARKER, 114L);
      assertThat(bytes(map)).doesNotContainKeys(OwnerKind.UNOWNED, OwnerKind.DEVICE_CODE);
      assertThat(map.at(FatBinary.read(elf).marker().range().start()).getLast().place())
          .isInstanceOf(Place.Marker.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bundle.co", "compressed.co", "old-ids.co"})
  void everyByteOfABundleFileHasAnOwner(String fixture) throws IOException {
    Path path = Fixtures.path(fixture);
    try (OpenFile file = OpenFile.open(path)) {
      BundleFile bundles = BundleFile.read(file.view());
      List<Claim> claims = OffloadClaims.of(bundles, new Place.File(path));
      ClaimMap map = ClaimMap.of(file.view().size(), claims);
      assertThat(Overlaps.of(map)).isEmpty();
      assertThat(bytes(map)).doesNotContainKeys(OwnerKind.UNOWNED, OwnerKind.PROBLEM);
    }
  }

  private static ClaimMap map(ElfFile elf, Path path) throws IOException {
    Place place = new Place.File(path);
    List<Claim> claims = new ArrayList<>(ElfClaims.of(elf, place, null));
    claims.addAll(OffloadClaims.of(FatBinary.read(elf), place));
    return ClaimMap.of(elf.view().size(), claims);
  }

  private static Map<OwnerKind, Long> bytes(ClaimMap map) {
    Stream<ClaimMap.Run> runs = map.runs(new ByteRange(0, map.sizeBytes())).stream();
    return runs.collect(
        Collectors.groupingBy(
            run -> run.owner().kind(), Collectors.summingLong(run -> run.range().length())));
  }
}
