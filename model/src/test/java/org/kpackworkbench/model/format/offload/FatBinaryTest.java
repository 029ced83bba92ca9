package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.ar.ArClaims;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibrary;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SampleElf;
import org.kpackworkbench.model.format.elf.SectionType;

/** What a file has of device code, and what is said where that contradicts itself. */
class FatBinaryTest {

  @ParameterizedTest
  @CsvSource({
    "libplain.so, NONE",
    "libone.so, FAT",
    "libhostonly.so, HOST_ONLY",
    "libcomm.so, NO_WRAPPERS",
    "object-rdc.o, RELOCATABLE",
    "libnosections.so, NO_SECTION_HEADERS",
    "libaarch64.so, FAT"
  })
  void tellsWhatAFileHas(String fixture, DeviceCode state) throws IOException {
    FatBinary fat = read(Files.readAllBytes(Fixtures.path(fixture)));
    assertThat(fat.state()).isEqualTo(state);
    assertThat(fat.problems()).isEmpty();
    assertThat(fat.hasDeviceCode()).isEqualTo(state != DeviceCode.NONE);
    boolean clear =
        state == DeviceCode.NONE || state == DeviceCode.FAT || state == DeviceCode.HOST_ONLY;
    assertThat(fat.diagnosis().isEmpty()).as("only the unusual is explained").isEqualTo(clear);
  }

  @Test
  void namesDeviceCodeWithoutWrappers() throws IOException {
    FatBinary fat = read(Files.readAllBytes(Fixtures.path("libcomm.so")));
    assertThat(fat.diagnosis().getFirst())
        .startsWith("There is .hip_fatbin but no .hipFatBinSegment");
    assertThat(fat.bundles()).hasSize(1);
    assertThat(fat.bundles().getFirst().wrappers()).isEmpty();
  }

  /** Such a file has the sections of its library, without their contents. */
  @Test
  void debugInformationOfAHostOnlyLibraryLacksNoMarker() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libhostonly.so"));
    ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (ElfSection section : ElfFile.read(ByteView.of("libhostonly.so", bytes)).sections()) {
      if (section.isAllocated() && section.type() != SectionType.NOTE) {
        fields.putInt((int) section.headerOffset() + 4, (int) SectionType.NOBITS);
      }
    }
    FatBinary fat = read(bytes);
    assertThat(fat.state()).isEqualTo(DeviceCode.NONE);
    assertThat(fat.problems()).isEmpty();
    assertThat(fat.diagnosis().getFirst()).contains("left out, as in files of debug information");
  }

  @Test
  void findsBundlesWithoutSectionHeaders() throws IOException {
    FatBinary stripped = read(Files.readAllBytes(Fixtures.path("libnosections.so")));
    FatBinary whole = read(Files.readAllBytes(Fixtures.path("libdrift.so")));
    assertThat(stripped.bundles())
        .hasSize(5)
        .extracting(StoredBundle::range)
        .isEqualTo(whole.bundles().stream().map(StoredBundle::range).toList());
  }

  @Test
  void readsTheMarkerOfAHostOnlyLibrary() throws IOException {
    FatBinary fat = read(Files.readAllBytes(Fixtures.path("libhostonly.so")));
    Marker marker = fat.marker();
    assertThat(marker.kernelName()).isEqualTo("lib/libhostonly.so");
    assertThat(marker.searchPaths())
        .containsExactly("../.kpack/kpackfix_@GFXARCH@.kpack", ".kpack/kpackfix_all.kpack");
    assertThat(marker.section().name()).isEqualTo(FatSections.MARKER);
    assertThat(marker.address()).isEqualTo(marker.section().address());
    assertThat(fat.wrappers())
        .hasSize(3)
        .allSatisfy(
            wrapper -> {
              assertThat(wrapper.magic()).isEqualTo(WrapperMagic.HIPK);
              assertThat(wrapper.target()).isInstanceOf(WrapperTarget.ToMarker.class);
              assertThat(wrapper.statedIndex()).isEqualTo(wrapper.index());
            });
  }

  @Test
  void keepsKeysOfTheMarkerThatItDoesNotKnow() throws IOException {
    Marker marker = read(SampleElf.library()).marker();
    assertThat(marker.kernelName()).isEqualTo("lib/a.so");
    assertThat(marker.searchPaths()).containsExactly("a_@GFX.kpk");
    assertThat(marker.otherKeys())
        .containsExactly(new MsgValue.Pair(new MsgValue.Text("extra"), MsgValue.Int.of(7)));
    assertThat(marker.problems()).isEmpty();
    assertThat(marker.range().length()).isEqualTo(SampleElf.marker().length);
  }

  @Test
  void diagnosesAMixtureOfMagics() throws IOException {
    FatBinary fat = read(SampleElf.library());
    assertThat(fat.state()).isEqualTo(DeviceCode.HALF_CONVERTED);
    assertThat(fat.diagnosis())
        .containsExactly("1 of 4 wrappers are HIPK, the others are not (0, 1, 2).");
    assertThat(fat.wrappers().get(0).target()).isEqualTo(new WrapperTarget.ToBundle(0));
    assertThat(fat.wrappers().get(1).target()).isEqualTo(new WrapperTarget.ToBundle(1));
    assertThat(fat.wrappers().get(2).target()).isEqualTo(new WrapperTarget.ToBundle(1));
    assertThat(fat.bundles().get(1).wrappers()).containsExactly(1, 2);
  }

  @Test
  void diagnosesWhatContradictsItself() throws IOException {
    assertThat(diagnosis("libone.so", 0, 0x4b504948))
        .containsExactly(
            "Wrappers are HIPK, but there is no marker.",
            "Wrapper 0 is HIPK but points to bundle 0.");
    assertThat(diagnosis("libhostonly.so", 24, 0x48495046))
        .containsExactly("2 of 3 wrappers are HIPK, the others are not (1).");
    assertThat(diagnosis("libhostonly.so", 16, 9))
        .containsExactly(
            "Wrapper 0 states index 9; a loader would look for another wrapper's code.");
  }

  @Test
  void namesWrappersWhoseBundleWasZeroed() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libdrift.so"));
    assertThat(read(bytes).stateWords()).isEqualTo("fat: device code inside");
    List<StoredBundle> bundles = read(bytes).bundles();
    for (int bundle : List.of(1, 2)) {
      int start = (int) bundles.get(bundle).range().start();
      Arrays.fill(bytes, start, start + 32, (byte) 0);
      bytes[start] = 1;
    }
    assertThat(read(bytes).stateWords())
        .isEqualTo("fat: device code inside, but each of the wrappers 1, 2 leads to none");
  }

  @Test
  void saysWhatAWrapperPointsToThatPointsToNothing() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("exe-fixed-lld"));
    ElfSection wrappers =
        ElfFile.read(ByteView.of("a", bytes)).section(FatSections.WRAPPERS).orElseThrow();
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int pointer = (int) wrappers.fileOffset() + 8;
    words.putLong(pointer, 0x10);
    assertThat(read(bytes).diagnosis())
        .containsExactly("Wrapper 0 (HIPF) points to no device code: 0x10: not loaded.");
    assertThat(read(bytes).stateWords()).isEqualTo("fat, and no wrapper leads to device code");
    words.putLong(pointer, wrappers.address());
    assertThat(read(bytes).diagnosis().getFirst()).contains("the bytes there are 46 50 49 48 01");
    assertThat(read(bytes).wrappers().getFirst().pointedSection().name())
        .isEqualTo(FatSections.WRAPPERS);
  }

  @Test
  void namesAWrapperSectionOfTheWrongSize() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libdrift.so"));
    ElfSection section =
        ElfFile.read(ByteView.of("a", bytes)).section(FatSections.WRAPPERS).orElseThrow();
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    words.putLong((int) section.headerOffset() + 32, 24 * 5 - 1);
    FatBinary fat = read(bytes);
    assertThat(fat.wrappers()).as("the whole ones").hasSize(4);
    FormatException problem = fat.problems().getFirst();
    assertThat(problem.structure()).isEqualTo(".hipFatBinSegment");
    assertThat(problem.expected()).startsWith("wrappers of 24 bytes");
    assertThat(problem.fileOffset()).isEqualTo(section.headerOffset() + 32);
  }

  @Test
  void countsWrappersAndNotRedZones() throws IOException {
    FatBinary fat = read(Files.readAllBytes(Fixtures.path("libredzones.so")));
    assertThat(fat.state()).isEqualTo(DeviceCode.FAT);
    assertThat(fat.problems()).isEmpty();
    assertThat(fat.diagnosis()).isEmpty();
    assertThat(fat.wrappers())
        .extracting(wrapper -> wrapper.address() - wrapper.section().address())
        .containsExactly(0L, 64L, 128L);
  }

  @Test
  void findsNoCodeWherePagesAreZero() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libdrift.so"));
    ElfSection section =
        ElfFile.read(ByteView.of("a", bytes)).section(FatSections.FAT).orElseThrow();
    int start = (int) section.fileOffset();
    byte[] empty = bytes.clone();
    Arrays.fill(empty, start, start + (int) section.sizeBytes(), (byte) 0);
    assertThat(read(empty).state()).isEqualTo(DeviceCode.HALF_CONVERTED);
    assertThat(read(empty).diagnosis().getLast()).startsWith("The device code was removed");
    // Of each bundle the first page remains, which has its table.
    for (StoredBundle bundle : read(bytes).bundles()) {
      Arrays.fill(bytes, (int) bundle.range().start() + 4096, (int) bundle.range().end(), (byte) 0);
    }
    assertThat(read(bytes).state()).isEqualTo(DeviceCode.HALF_CONVERTED);
  }

  @Test
  void saysWhyAnObjectsWrapperHasNoBundleYet() throws IOException {
    FatBinary fat = read(Files.readAllBytes(Fixtures.path("object-rdc.o")));
    assertThat(fat.relocatable())
        .extracting(code -> code.id().target())
        .containsExactly("gfx1100", "gfx90a", "");
    assertThat(fat.wrappers().getFirst().target())
        .isInstanceOfSatisfying(
            WrapperTarget.ToNothing.class,
            nothing -> assertThat(nothing.why()).contains("__hip_fatbin_", "of another file"));
  }

  @Test
  void readsMembersOfStaticLibraries() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libstatic.a"));
    StaticLibrary library = StaticLibrary.read(ByteView.of("libstatic.a", bytes));
    Place parent = new Place.File(Path.of("libstatic.a"));
    List<Integer> wrappers = new ArrayList<>();
    for (ArMember member : library.members()) {
      FatBinary fat = FatBinary.read(ElfFile.read(library.content(member)));
      wrappers.add(fat.wrappers().size());
      OffloadPlaces places = OffloadPlaces.of(fat, ArClaims.place(library, parent, member));
      for (StoredBundle bundle : fat.bundles()) {
        Place.Bundle place = places.bundle(bundle);
        assertThat(place.path())
            .extracting(Place::label)
            .containsExactly("libstatic.a", member.name(), ".hip_fatbin", "bundle 0");
        assertThat(member.range().contains(place.range())).isTrue();
        assertThat(bytes[(int) place.range().start()]).isIn((byte) '_', (byte) 'C');
      }
    }
    assertThat(wrappers).containsExactly(1, 1, 0, 1);
  }

  @Test
  void findsABundleThatNoWrapperPointsTo() throws IOException {
    FatBinary fat = read(Files.readAllBytes(Fixtures.path("libsamebundle.so")));
    assertThat(fat.bundles())
        .extracting(StoredBundle::wrappers)
        .containsExactly(List.of(0, 1), List.of());
    assertThat(fat.bundles().get(1).content()).isInstanceOf(CompressedBundle.class);
  }

  private static List<String> diagnosis(String fixture, int offset, int value) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
    ElfSection section =
        ElfFile.read(ByteView.of("a", bytes)).section(FatSections.WRAPPERS).orElseThrow();
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) section.fileOffset() + offset, value);
    FatBinary fat = read(bytes);
    assertThat(fat.state()).isEqualTo(DeviceCode.HALF_CONVERTED);
    return fat.diagnosis();
  }

  private static FatBinary read(byte[] bytes) throws FormatException {
    return FatBinary.read(ElfFile.read(ByteView.of("a.so", bytes)));
  }
}
