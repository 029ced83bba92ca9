package org.kpackworkbench.model.format.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.coff.CoffClaims;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.ImageTables;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadClaims;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;

class CoffDocumentTest {
  /** Of windows.dll, as its headers say. */
  private static final int WRAPPERS = 0x1200;

  private static final int BUNDLES = 0x1400;
  private static final int RELOCATIONS = 0x6200;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "windows.dll, 0x180007000 0x18000a000, 'DIR64, in the base relocations', 3",
    "windows-fixed.exe, 0x140007000 0x14000a000, static bytes, 3",
    "windows.obj, 0x0, 'ADDR64, .hip_fatbin', 2"
  })
  void wrappersLeadToBundles(String fixture, String pointers, String setBy, int codeObjects)
      throws IOException {
    try (Document document = open(Fixtures.path(fixture))) {
      FatBinary fat = ((CoffDocument) document).fat();
      assertThat(fat.state()).isEqualTo(DeviceCode.FAT);
      assertThat(fat.wrappers())
          .extracting(wrapper -> "0x" + Long.toHexString(wrapper.pointer().value()))
          .containsExactly(pointers.split(" "));
      assertThat(fat.wrappers()).allMatch(wrapper -> fat.bundleOf(wrapper).isPresent());
      assertThat(fat.wrappers())
          .extracting(wrapper -> wrapper.pointer().words())
          .containsOnly(setBy);
      assertThat(document.codeObjects().size()).isEqualTo(codeObjects);
      assertThat(document.problems()).isEmpty();
      assertThat(document.ownership().claims())
          .anyMatch(claim -> claim.label().startsWith("wrapper 0"));
    }
  }

  /** Zeros between wrappers are none, and two of them may share a compressed bundle. */
  @Test
  void wrappersShareACompressedBundle() throws IOException {
    try (Document document = open(Fixtures.path("windows-variant.dll"))) {
      FatBinary fat = ((CoffDocument) document).fat();
      assertThat(fat.wrappers()).hasSize(2);
      assertThat(fat.wrappers().get(1).address() - fat.wrappers().getFirst().address())
          .isEqualTo(64);
      assertThat(fat.bundles())
          .singleElement()
          .satisfies(bundle -> assertThat(bundle.wrappers()).containsExactly(0, 1));
      assertThat(document.codeObjects().size()).isPositive();
    }
  }

  @Test
  void codeObjectsAreThoseOfTheSameSource() throws IOException {
    try (Document document = open(Fixtures.path("windows.dll"))) {
      CodeObjects code = document.codeObjects();
      List<String> rows = new ArrayList<>();
      for (int row = 0; row < code.size(); row++) {
        rows.add(
            "%d %s %d"
                .formatted(
                    code.row(row).index(),
                    code.row(row).target(),
                    code.row(row).originalSizeBytes()));
      }
      assertThat(rows).containsExactly("0 gfx1100 3520", "0 gfx90a 4096", "1 gfx1100 3520");
    }
  }

  /** As llvm-readobj lists them. */
  @Test
  void listsExportsAndImports() throws IOException {
    CoffFile file = read(bytes());
    assertThat(ImageTables.read(file).exports())
        .containsExactly(new ImageTables.Export(1, "kpackfix_host_answer", 0x180001020L, ""));
    assertThat(ImageTables.read(file).imports())
        .containsExactly(
            new ImageTables.Import(
                "amdhip64.dll",
                false,
                List.of(
                    "__hipPopCallConfiguration",
                    "__hipPushCallConfiguration",
                    "__hipRegisterFatBinary",
                    "__hipRegisterFunction",
                    "__hipUnregisterFatBinary",
                    "hipLaunchKernel")));
    assertThat(file.relocatedPointers().mapToObj(Long::toHexString))
        .containsExactly(
            "180002000", "180002020", "180005000", "180005008", "180006008", "180006020");
  }

  /** The pointer of a wrapper is an address, whatever section it leads into. */
  @Test
  void pointerDecidesWhichBundleAWrapperOwns() throws IOException {
    byte[] bytes = bytes();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(WRAPPERS + 8, 0x18000a000L);
    FatBinary fat = FatBinary.read(read(bytes));
    assertThat(fat.bundleOf(fat.wrappers().getFirst()).orElseThrow().index()).isEqualTo(1);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(WRAPPERS + 8, 0x190000000L);
    assertThat(FatBinary.read(read(bytes)).diagnosis())
        .containsExactly("Wrapper 0 (HIPF) points to no device code: 0x190000000: not loaded.");
  }

  @Test
  void zeroedBundlesAreHalfConverted() throws IOException {
    byte[] bytes = bytes();
    Arrays.fill(bytes, BUNDLES, RELOCATIONS, (byte) 0);
    assertThat(FatBinary.read(read(bytes)).state()).isEqualTo(DeviceCode.HALF_CONVERTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 7, Integer.MAX_VALUE})
  void blockOfBaseRelocationsOfAWrongSizeIsNamed(int size) throws IOException {
    byte[] bytes = bytes();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(RELOCATIONS + 4, size);
    assertThat(read(bytes).problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.structure()).isEqualTo("base relocations");
              assertThat(problem.found()).startsWith(Integer.toUnsignedString(size));
            });
  }

  @Test
  void programsOf32BitsAreNamedAndRefused() throws IOException {
    byte[] bytes = bytes();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putShort(buffer.getInt(0x3c) + 24, (short) 0x10b);
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOfSatisfying(
            FormatException.class,
            refused -> assertThat(refused.found()).isEqualTo("0x10b (PE32, 32-bit)"));
  }

  /** The rest of the file is shown, and the table's fault beside it. */
  @Test
  void importsThatLeadNowhereAreAProblemOfTheDocument() throws IOException {
    byte[] bytes = bytes();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(0x78 + 24 + ImageHeader.DIRECTORIES + 8, 0x7f000000);
    try (Document document = open(Files.write(folder.resolve("a.dll"), bytes))) {
      assertThat(document.problems())
          .singleElement()
          .satisfies(problem -> assertThat(problem.found()).contains("0x1ff000000: not loaded"));
      assertThat(((CoffDocument) document).tables().exports()).hasSize(1);
      assertThat(document.codeObjects().size()).isEqualTo(3);
    }
  }

  @Test
  void anyCutOfTheFileIsReadOrRefused() throws IOException {
    byte[] whole = bytes();
    for (int size = 0; size < whole.length; size += size < 0x700 ? 1 : 97) {
      walk(Arrays.copyOf(whole, size));
    }
  }

  @Test
  void survivesMutations() throws IOException {
    mutate(2_000);
  }

  @Tag("long")
  @Test
  void survivesManyMutations() throws IOException {
    mutate(100_000);
  }

  private static void mutate(int count) throws IOException {
    byte[] parts = Files.readAllBytes(Fixtures.path("windows-parts.dll"));
    for (byte[] whole : List.of(bytes(), parts)) {
      Mutations mutations = new Mutations(whole, 11);
      for (int i = 0; i < count; i++) {
        walk(mutations.next());
      }
    }
  }

  private static void walk(byte[] bytes) throws IOException {
    try {
      CoffFile file = read(bytes);
      FatBinary fat = FatBinary.read(file);
      for (Wrapper wrapper : fat.wrappers()) {
        assertThat(wrapper.pointer().words()).isNotEmpty();
      }
      Place place = new Place.File(Path.of("a.dll"));
      OffloadClaims.of(fat, place);
      CoffClaims.of(file, ImageTables.read(file).parts(), place);
    } catch (FormatException declared) {
      assertThat(declared.found()).isNotNull();
    }
  }

  private static byte[] bytes() throws IOException {
    return Files.readAllBytes(Fixtures.path("windows.dll"));
  }

  private static CoffFile read(byte[] bytes) throws FormatException {
    return CoffFile.read(ByteView.of("a.dll", bytes));
  }

  private static Document open(Path path) throws IOException {
    return StandardFormats.all().open(path);
  }
}
