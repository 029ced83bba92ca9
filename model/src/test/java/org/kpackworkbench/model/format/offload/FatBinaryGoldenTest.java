package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.GoldenBundle;
import org.kpackworkbench.model.fixtures.GoldenFat;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.real.RealLibrary;

/** Compares wrappers and the code objects they point to with what LLVM's tools say of them. */
class FatBinaryGoldenTest {

  @ParameterizedTest
  @EnumSource
  void pairsWrappersWithTheBundlesTheyPointTo(FatFixture fixture) throws IOException {
    check(fixture.path(), fixture.golden());
  }

  @ParameterizedTest
  @CsvSource({
    "object.o, object.o",
    "object-compressed.o, object-compressed.o",
    "thin/drift1.o, thin-drift1.o"
  })
  void followsRelocationsOfObjectFilesIntoSections(String fixture, String golden)
      throws IOException {
    check(Fixtures.path(fixture), GoldenFat.of(golden));
  }

  @Test
  @Tag("real")
  void readsTheRealLibrary() throws IOException {
    check(RealLibrary.path(), GoldenFat.ofRealLibrary());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bundle.co", "compressed.co", "old-ids.co", "mismatch.co"})
  void readsFilesThatAreBundles(String fixture) throws IOException {
    try (OpenFile file = OpenFile.open(Fixtures.path(fixture))) {
      List<StoredBundle> bundles = BundleFile.read(file.view()).bundles();
      assertThat(bundles).hasSize(1);
      check(bundles.getFirst(), GoldenBundle.ofFile(fixture));
    }
  }

  private static void check(Path path, GoldenFat golden) throws IOException {
    try (OpenFile file = OpenFile.open(path)) {
      FatBinary fat = FatBinary.read(ElfFile.read(file.view()));
      assertThat(fat.state()).isEqualTo(DeviceCode.FAT);
      assertThat(fat.problems()).isEmpty();
      assertThat(fat.diagnosis()).isEmpty();
      assertThat(fat.wrappers()).hasSameSizeAs(golden.wrappers());
      for (Wrapper wrapper : fat.wrappers()) {
        GoldenFat.Wrapper expected = golden.wrappers().get(wrapper.index());
        check(wrapper, expected);
        StoredBundle bundle = fat.bundleOf(wrapper).orElseThrow();
        assertThat(bundle).isNotNull();
        assertThat(bundle.range().start()).isEqualTo(golden.fileOffset(expected));
        assertThat(bundle.wrappers()).contains(wrapper.index());
        check(bundle, expected.bundle().orElseThrow());
      }
    }
  }

  private static void check(Wrapper wrapper, GoldenFat.Wrapper expected) {
    assertThat(wrapper.address()).isEqualTo(expected.address());
    assertThat(wrapper.magicValue()).isEqualTo(expected.magic());
    assertThat(wrapper.version()).isEqualTo(expected.version());
    assertThat(wrapper.reserved()).isEqualTo(expected.reserved());
    assertThat(wrapper.pointer().value()).isEqualTo(expected.pointer());
    assertThat(wrapper.pointedSection().name()).isEqualTo(FatSections.FAT);
    PointerValue pointer = (PointerValue) wrapper.pointer();
    var relocation = pointer.relocation();
    switch (expected.relocation()) {
      case "none" -> assertThat(relocation).isNull();
      case "RELR" -> {
        assertThat(relocation.table().kind().name()).isEqualTo("RELR");
        assertThat(relocation.typeName()).isEqualTo("R_X86_64_RELATIVE");
      }
      default -> assertThat(relocation.typeName()).isEqualTo(expected.relocation());
    }
    expected
        .symbol()
        .ifPresent(
            symbol -> {
              assertThat(pointer.symbol().name()).isEqualTo(symbol);
              assertThat(relocation.addend()).isEqualTo(expected.addend());
            });
  }

  private static void check(StoredBundle stored, GoldenBundle expected) throws IOException {
    switch (stored.content()) {
      case OffloadBundle plain -> {
        assertThat(expected.compressed()).isEmpty();
        check(plain, expected.entries());
      }
      case CompressedBundle compressed -> {
        GoldenBundle.Header header = expected.compressed().orElseThrow();
        assertThat(compressed.version()).isEqualTo(header.version());
        assertThat(compressed.methodValue()).isEqualTo(header.method());
        assertThat(compressed.storedSizeBytes()).isEqualTo(header.storedBytes());
        assertThat(compressed.uncompressedSizeBytes()).isEqualTo(header.originalBytes());
        assertThat(compressed.hash()).isEqualTo(header.hash());
        try (UnpackedBundle unpacked =
            compressed.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
          unpacked.verifyHash(Progress.NONE);
          check(unpacked.bundle(), expected.entries());
          assertThat(compressed.readTable().entries()).isEqualTo(unpacked.bundle().entries());
        }
      }
      case BareCodeObject bare -> throw new AssertionError("a bare code object");
      case BrokenBundle broken -> throw new AssertionError(broken.problem());
    }
  }

  private static void check(OffloadBundle bundle, List<GoldenBundle.Entry> expected)
      throws IOException {
    assertThat(bundle.entries()).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      BundleEntry entry = bundle.entries().get(i);
      GoldenBundle.Entry golden = expected.get(i);
      assertThat(entry.problem()).isNull();
      assertThat(entry.id().text()).isEqualTo(golden.id());
      assertThat(entry.isDevice()).isEqualTo(!golden.isHost());
      if (entry.isDevice()) {
        assertThat(entry.id().target()).isEqualTo(golden.target());
      }
      assertThat(entry.offset()).isEqualTo(golden.offset());
      assertThat(entry.sizeBytes()).isEqualTo(golden.sizeBytes());
      assertThat(sha256(bundle.content(entry))).isEqualTo(golden.sha256());
    }
  }

  private static String sha256(ByteView view) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(view.stream(), digest)) {
        in.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException missing) {
      throw new AssertionError(missing);
    }
  }
}
