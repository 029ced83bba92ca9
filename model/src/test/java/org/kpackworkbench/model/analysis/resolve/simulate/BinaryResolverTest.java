package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Unusable;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.GoldenBundle;
import org.kpackworkbench.model.fixtures.GoldenFat;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.real.RealLibrary;

class BinaryResolverTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void whatABundleHasTheArchivesHaveAndNothingElse(FatFixture fixture) throws IOException {
    String[] devices = devices(fixture);
    BinaryResolution fat = ConvertedTree.resolve(fixture.path(), LoaderEnvironment.NONE, devices);
    Path converted = ConvertedTree.convert(fixture.path(), folder, "lib.so");
    BinaryResolution hostOnly = ConvertedTree.resolve(converted, LoaderEnvironment.NONE, devices);

    assertThat(fat.state()).isEqualTo(DeviceCode.FAT);
    assertThat(hostOnly.state()).isEqualTo(DeviceCode.HOST_ONLY);
    assertThat(hostOnly.outcomes()).hasSize(devices.length * fixture.wrapperCount());
    for (int i = 0; i < fat.outcomes().size(); i++) {
      WrapperOutcome before = fat.outcomes().get(i);
      WrapperOutcome after = hostOnly.outcomes().get(i);
      assertThat(after.number()).isEqualTo(before.number());
      assertThat(after.device()).isEqualTo(before.device());
      assertThat(after.found()).as("%s", before).isEqualTo(before.found());
      if (before.found()) {
        Place.CodeObject inBundle = ((InBundle) before.code()).found();
        InArchive inArchive = (InArchive) after.code();
        assertThat(inArchive.resolution().found().architecture()).isEqualTo(inBundle.target());
        assertThat(inArchive.resolution().found().sizeBytes())
            .isEqualTo(((InBundle) before.code()).sizeBytes());
        assertThat(String.valueOf(inArchive.sha256()))
            .isEqualTo(golden(fixture.golden(), before.number(), inBundle.target()));
        assertThat(((InBundle) before.code()).sha256()).isEqualTo(inArchive.sha256());
      } else {
        assertThat(before.error()).isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
      }
    }
  }

  /** Those that the fixture was compiled for, one that runs generic code, and one that is none. */
  private static String[] devices(FatFixture fixture) {
    TreeSet<String> devices = new TreeSet<>(List.of("gfx1101", "gfx90a:sramecc+:xnack+", "gfx803"));
    fixture.targets().forEach(devices::addAll);
    return devices.toArray(String[]::new);
  }

  private static String golden(GoldenFat golden, int wrapper, String target) {
    return golden.wrappers().get(wrapper).bundle().orElseThrow().deviceEntries().stream()
        .filter(entry -> entry.target().equals(target))
        .map(GoldenBundle.Entry::sha256)
        .findFirst()
        .orElseThrow();
  }

  /** Found and not unpacked it has no checksum, and may turn out to be damaged. */
  @Test
  void embeddedCodeIsUnpackedWhereItIsLoaded() throws IOException {
    Path damaged = folder.resolve("lib.so");
    byte[] bytes = Files.readAllBytes(FatFixture.COMPRESSED.path());
    try (OpenFile open = OpenFile.open(FatFixture.COMPRESSED.path())) {
      FatBinary fat = FatBinary.read(ElfFile.read(open.view()), Progress.NONE);
      // It declares one byte more than there is.
      int header = (int) fat.bundles().get(1).range().start();
      bytes[header + (bytes[header + 4] == 2 ? 12 : 16)]++;
    }
    Files.write(damaged, bytes);
    List<GpuTarget> devices = List.of(GpuTarget.of("gfx942"));
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolution found =
          new BinaryResolver(loader, devices, false).resolve(damaged, Progress.NONE);
      assertThat(found.complete()).isTrue();
      assertThat(found.outcomes())
          .hasSize(4)
          .allSatisfy(outcome -> assertThat(((InBundle) outcome.code()).sha256()).isNull());
      BinaryResolution loaded =
          new BinaryResolver(loader, devices, true).resolve(damaged, Progress.NONE);
      assertThat(loaded.outcomes())
          .extracting(WrapperOutcome::error)
          .containsExactly(
              LoaderError.SUCCESS,
              LoaderError.DECOMPRESSION_FAILED,
              LoaderError.SUCCESS,
              LoaderError.SUCCESS);
      assertThat(((Unusable) loaded.outcomes().get(1).code()).why())
          .startsWith("Its code does not unpack: ");
    }
  }

  @Test
  @Tag("real")
  void theRealLibraryFindsEachOfItsTargetsByteForByte() throws IOException {
    GoldenBundle bundle = GoldenFat.ofRealLibrary().wrappers().getFirst().bundle().orElseThrow();
    String[] targets =
        bundle.deviceEntries().stream().map(GoldenBundle.Entry::target).toArray(String[]::new);
    Path converted = ConvertedTree.convert(RealLibrary.path(), folder, "librocrand.so.1.1");
    BinaryResolution resolved = ConvertedTree.resolve(converted, LoaderEnvironment.NONE, targets);

    assertThat(targets).hasSize(7);
    assertThat(resolved.complete()).isTrue();
    assertThat(resolved.outcomes())
        .extracting(outcome -> String.valueOf(((InArchive) outcome.code()).sha256()))
        .containsExactlyElementsOf(
            bundle.deviceEntries().stream().map(GoldenBundle.Entry::sha256).toList());
  }

  @Test
  void aWrapperAsksForTheIndexThatItStates() throws IOException {
    Path converted = ConvertedTree.convert(FatFixture.DRIFT.path(), folder, "lib.so");
    for (WrapperOutcome outcome :
        ConvertedTree.resolve(converted, LoaderEnvironment.NONE, "gfx1100").outcomes()) {
      assertThat(((InArchive) outcome.code()).resolution().request().index())
          .isEqualTo(outcome.number());
    }
  }

  @Test
  void halfConvertedWrappersCannotBeUsed() throws IOException {
    Path converted = ConvertedTree.convert(FatFixture.DRIFT.path(), folder, "lib.so");
    HalfConverted.revert(converted, 1);
    HalfConverted.misdirect(converted, 2);
    BinaryResolution resolved = ConvertedTree.resolve(converted, LoaderEnvironment.NONE, "gfx1100");
    assertThat(resolved.state()).isEqualTo(DeviceCode.HALF_CONVERTED);
    assertThat(resolved.contradictions()).isNotEmpty();
    List<LoaderError> errors = new ArrayList<>();
    resolved.outcomes().forEach(outcome -> errors.add(outcome.error()));
    assertThat(errors)
        .startsWith(LoaderError.SUCCESS, LoaderError.INVALID_FORMAT, LoaderError.INVALID_METADATA);
    assertThat(resolved.outcomes().get(1).code())
        .isEqualTo(
            new Unusable(
                LoaderError.INVALID_FORMAT,
                "It is HIPF, but points to no device code: to the marker."));
    assertThat(((Unusable) resolved.outcomes().get(2).code()).why())
        .startsWith("It is HIPK, but points to no marker: ");
  }

  @Test
  void aBinaryWithoutDeviceCodeHasNothingToFind() throws IOException {
    Path plain = Fixtures.path("libplain.so");
    BinaryResolution resolved = ConvertedTree.resolve(plain, LoaderEnvironment.NONE, "gfx1100");
    assertThat(resolved.outcomes()).isEmpty();
    assertThat(resolved.complete()).isTrue();
  }

  @Test
  void placesAreThoseOfTheBinary() throws IOException {
    Path converted = ConvertedTree.convert(FatFixture.ONE.path(), folder, "lib.so");
    BinaryResolution resolved = ConvertedTree.resolve(converted, LoaderEnvironment.NONE, "gfx1100");
    WrapperOutcome only = resolved.outcomes().getFirst();
    assertThat(only.wrapper().parent()).isInstanceOf(Place.Section.class);
    assertThat(only.wrapper().file()).isEqualTo(converted);
    assertThat(((InArchive) only.code()).resolution().request().markerPlace())
        .isInstanceOf(Place.Marker.class)
        .extracting(place -> place.range().length())
        .isNotEqualTo(0L);
    assertThat(Files.exists(only.wrapper().file())).isTrue();
  }
}
