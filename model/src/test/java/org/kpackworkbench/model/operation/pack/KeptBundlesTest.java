package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Bundles that archives could not keep whole are refused by name. */
class KeptBundlesTest {
  @TempDir Path folder;

  private HostOnlyRefusedException refused(Path input) throws IOException {
    ConvertRequest request =
        ConvertRequest.keeping(
            input, folder.resolve("out.so"), "out.so", List.of("a.kpack"), folder);
    HostOnlyRefusedException refused =
        catchThrowableOfType(
            HostOnlyRefusedException.class, () -> new Convert(request).run(Progress.NONE));
    assertThat(Expected.names(folder)).containsExactly("in.so");
    return refused;
  }

  @Test
  void twoEntriesWithOneId() throws IOException {
    Path input =
        ReplacedBytes.text(
            FatFixture.MANY.path(), folder.resolve("in.so"), "--gfx90a:xnack+", "--gfx90a:xnack-");
    HostOnlyRefusedException refused = refused(input);
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.SAME_TARGET);
    assertThat(refused.details()).contains("wrapper 0", "gfx90a:xnack-");
  }

  @Test
  void twoEntriesWithDifferentIdsForOneTarget() throws IOException {
    Path input =
        ReplacedBytes.text(
            FatFixture.MANY.path(),
            folder.resolve("in.so"),
            "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+",
            "hipvX-amdgcn-amd-amdhsa--gfx90a:xnack-");
    HostOnlyRefusedException refused = refused(input);
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.SAME_TARGET);
    assertThat(refused.details())
        .contains("hipvX-amdgcn-amd-amdhsa--gfx90a:xnack-", "hipv4-amdgcn");
  }

  @Test
  void anEntryThatNamesNoTarget() throws IOException {
    Path input =
        ReplacedBytes.text(
            FatFixture.ONE.path(),
            folder.resolve("in.so"),
            "hipv4-amdgcn-amd-amdhsa--gfx1100",
            "hipv4-amdgcn-amd-amdhsa-xgfx1100");
    assertThat(refused(input).refusal()).isEqualTo(HostOnlyRefusal.NO_TARGET);
  }

  @Test
  void codeForTheHost() throws IOException {
    Path input =
        ReplacedBytes.text(
            FatFixture.MANY.path(),
            folder.resolve("in.so"),
            "hipv4-amdgcn-amd-amdhsa--gfx942",
            "host--amdgcn-amd-amdhsa--gfx942");
    assertThat(refused(input).refusal()).isEqualTo(HostOnlyRefusal.HOST_CODE);
  }

  /** Where the first bundle lies in a copy of a fixture that can be changed. */
  private record Copy(byte[] bytes, int bundle, int end) {
    static Copy of(FatFixture fixture) throws IOException {
      byte[] bytes = Files.readAllBytes(fixture.path());
      FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of("library", bytes)));
      long start = fat.bundles().getFirst().range().start();
      long end = fat.elf().rangeOf(fat.elfSections().getFirst()).end();
      return new Copy(bytes, (int) start, (int) end);
    }

    ByteBuffer data() {
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    Path write(Path file) throws IOException {
      return Files.write(file, bytes);
    }
  }

  @Test
  void aBundleWithTheHostsEntryAlone() throws IOException {
    Copy copy = Copy.of(FatFixture.ONE);
    Arrays.fill(copy.bytes(), copy.bundle(), copy.end(), (byte) 0);
    byte[] empty = Bundles.bundle(Map.of(Bundles.HOST_ID, new byte[0]), 4096);
    copy.data().put(copy.bundle(), empty);
    HostOnlyRefusedException refused = refused(copy.write(folder.resolve("in.so")));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.NO_DEVICE_CODE);
    assertThat(refused.details()).contains("wrapper 0", Bundles.HOST_ID);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 5})
  void fewerEntriesThanTheBundleHas(int entries) throws IOException {
    Copy copy = Copy.of(FatFixture.MANY);
    copy.data().putLong(copy.bundle() + Bundles.MAGIC.length(), entries);
    HostOnlyRefusedException refused = refused(copy.write(folder.resolve("in.so")));
    assertThat(refused.refusal())
        .isEqualTo(entries < 2 ? HostOnlyRefusal.NO_DEVICE_CODE : HostOnlyRefusal.UNCLAIMED_BYTES);
    if (entries >= 2) {
      assertThat(refused.details()).contains(".hip_fatbin", "0x");
    }
  }

  @Test
  void aBundleOfTwoWrappersIsNamedByBoth() throws IOException {
    Path input =
        ReplacedBytes.text(
            FatFixture.SAME_BUNDLE.path(), folder.resolve("in.so"), "--gfx1100", "--g`x1100");
    HostOnlyRefusedException refused = refused(input);
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.UNSAFE_TARGET);
    assertThat(refused).hasMessageContaining("the bundle of wrappers 0 and 1, entry");
  }

  @Test
  void wrappersOutsideOfTheFile() throws IOException {
    byte[] bytes = Files.readAllBytes(FatFixture.ONE.path());
    ElfSection wrappers =
        Objects.requireNonNull(
                ElfFile.read(ByteView.of("in.so", bytes)).section(".hipFatBinSegment"))
            .orElseThrow();
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong((int) wrappers.headerOffset() + 24, bytes.length * 2L);
    HostOnlyRefusedException refused = refused(Files.write(folder.resolve("in.so"), bytes));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.UNUSUAL_LAYOUT);
    assertThat(refused).hasMessageContaining(".hipFatBinSegment, has 0x");
  }

  @Test
  void bytesBetweenBundles() throws IOException {
    Copy copy = Copy.of(FatFixture.DRIFT);
    // The header's page has some bytes left.
    copy.data().put(copy.bundle() + 4000, (byte) 7);
    HostOnlyRefusedException refused = refused(copy.write(folder.resolve("in.so")));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.UNCLAIMED_BYTES);
    assertThat(refused.details()).contains("0x" + Integer.toHexString(copy.bundle() + 4000));
  }

  @Test
  void fewerEntriesThanACompressedBundleHas() throws IOException {
    Copy copy = Copy.of(FatFixture.TINY);
    byte[] plain = Bundles.forTargets(Map.of("gfx1030", new byte[] {1, 2, 3}));
    byte[] more = Arrays.copyOf(plain, plain.length + 4);
    more[plain.length + 1] = 9;
    byte[] ccob = Ccobs.ccob(2, Ccobs.Method.ZSTD, more);
    Arrays.fill(copy.bytes(), copy.bundle(), copy.end(), (byte) 0);
    copy.data().put(copy.bundle(), ccob);
    HostOnlyRefusedException refused = refused(copy.write(folder.resolve("in.so")));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.UNCLAIMED_BYTES);
    assertThat(refused.details()).contains("wrapper 0", "decompresses");
  }

  @ParameterizedTest
  @CsvSource({
    "host-x86_64-unknown-linux--, UNREADABLE_ID, 0xff",
    "hipv4-amdgcn-amd-amdhsa--gfx1100, UNREADABLE_ID, 0x1f",
    "gfx1100, UNSAFE_TARGET, 0xff",
    "gfx1100, UNSAFE_TARGET, 0x60",
    "gfx1100, UNSAFE_TARGET, 0x2d"
  })
  void anIdThatWouldNotComeBack(String text, HostOnlyRefusal refusal, String first)
      throws IOException {
    Copy copy = Copy.of(FatFixture.ONE);
    String all = new String(copy.bytes(), StandardCharsets.ISO_8859_1);
    int at = all.indexOf(text, copy.bundle());
    copy.data().put(at, (byte) (int) Integer.decode(first));
    assertThat(refused(copy.write(folder.resolve("in.so"))).refusal()).isEqualTo(refusal);
  }

  @Test
  void aCompressedBundleThatDoesNotUnpack() throws IOException {
    Path input = ReplacedBytes.declaringMore(FatFixture.COMPRESSED.path(), folder.resolve("in.so"));
    HostOnlyRefusedException refused = refused(input);
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.BROKEN_BUNDLE);
    assertThat(refused).hasMessageContaining("wrapper");
  }

  @Test
  void anUnreferencedBundleIsLeftOutAndSaidUnlessItShallBeRefused() throws IOException {
    Path input = Unreferenced.make(FatFixture.RELR.path(), folder.resolve("in.so"));
    ConvertRequest request =
        ConvertRequest.keeping(
            input, folder.resolve("out.so"), "out.so", List.of("a.kpack"), folder);
    ConvertRequest strict =
        request.with(ArchiveOptions.DEFAULT.with(ArchiveOptions.REFUSE_UNREFERENCED, true));
    assertThat(
            catchThrowableOfType(
                    HostOnlyRefusedException.class, () -> new Convert(strict).run(Progress.NONE))
                .refusal())
        .isEqualTo(HostOnlyRefusal.UNREFERENCED_BUNDLE);
    assertThat(Expected.names(folder)).containsExactly("in.so");
    ConvertReport report = new Convert(request).run(Progress.NONE);
    assertThat(report.archives().getFirst().kernels()).isEqualTo(6);
    assertThat(report.findings())
        .singleElement()
        .returns("unreferenced-bundle", OperationNote::rule)
        .returns(Severity.WARNING, OperationNote::severity);
  }
}
