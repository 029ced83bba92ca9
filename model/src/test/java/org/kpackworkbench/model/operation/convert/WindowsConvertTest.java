package org.kpackworkbench.model.operation.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.coff.CheckSum;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.ImageTables;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/** Windows programs and DLLs become host-only, and fat again. */
class WindowsConvertTest {
  /** The first section header of windows.dll, and how long a header is. */
  private static final int SECTIONS = 0x78 + 24 + 240;

  private static final int HEADER = CoffSection.HEADER_SIZE_BYTES;

  private static final String AS_IT_LIES =
      "its sections are aligned to 512 bytes in memory, and Windows loads such a file as it lies";

  @TempDir Path folder;

  private ArchiveOptions options = ArchiveOptions.DEFAULT;
  private ConvertReport report;

  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "windows-fixed.exe", "windows-variant.dll"})
  void headersAreTrueAndNothingElseChanges(String fixture) throws IOException {
    byte[] before = bytes(fixture);
    byte[] after = Files.readAllBytes(converted(before));
    CoffFile fat = read(before);
    CoffFile hostOnly = read(after);
    assertThat(hostOnly.problems()).isEmpty();
    assertThat(CoffLayout.faults(hostOnly)).isEmpty();
    ImageHeader header = Objects.requireNonNull(hostOnly.header());
    assertThat(header.imageSizeBytes()).isEqualTo(CoffLayout.imageSize(hostOnly, header));
    assertThat(ImageTables.read(hostOnly).exports()).isEqualTo(ImageTables.read(fat).exports());
    assertThat(ImageTables.read(hostOnly).imports()).isEqualTo(ImageTables.read(fat).imports());
    assertThat(hostOnly.relocatedPointers().toArray()).isEqualTo(fat.relocatedPointers().toArray());
    for (CoffSection section : fat.sections()) {
      CoffSection same = hostOnly.sections().get(section.index());
      assertThat(same.name()).isEqualTo(section.name());
      assertThat(same.address()).isEqualTo(section.address());
      assertThat(same.memorySizeBytes()).isEqualTo(section.memorySizeBytes());
      if (section.role() == CoffSection.Role.OTHER && !section.name().equals(".rdata")) {
        assertThat(content(hostOnly, same)).isEqualTo(content(fat, section));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "windows-fixed.exe", "windows-variant.dll"})
  void wrappersLeadToTheMarker(String fixture) throws IOException {
    FatBinary hostOnly = FatBinary.read(read(Files.readAllBytes(converted(bytes(fixture)))));
    assertThat(hostOnly.state()).isEqualTo(DeviceCode.HOST_ONLY);
    Marker marker = Objects.requireNonNull(hostOnly.marker());
    assertThat(marker.kernelName()).isEqualTo("bin/out.dll");
    assertThat(marker.searchPaths()).containsExactly(".kpack/@GFXARCH@.kpack");
    assertThat(hostOnly.wrappers())
        .allMatch(wrapper -> wrapper.pointer().value() == marker.address())
        .allMatch(wrapper -> wrapper.statedIndex() == wrapper.index());
    assertThat(hostOnly.fatSections())
        .extracting(section -> ((CoffSection) section).holds())
        .containsExactly("nothing: its bundles are in archives");
  }

  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "windows-fixed.exe", "windows-debug.dll"})
  void theWayBackIsByteEqual(String fixture) throws IOException {
    assertThat(restored(converted(bytes(fixture)))).isEqualTo(bytes(fixture));
  }

  /** Prune has no marker and no archive to speak of. */
  @Test
  void refusalsToPruneSpeakOfPruning() throws IOException {
    byte[] bytes = bytes("windows.dll");
    Arrays.fill(bytes, SECTIONS + 8 * HEADER, SECTIONS + 9 * HEADER, (byte) 1);
    fillPadding(bytes, section -> section.role() != CoffSection.Role.BUNDLES);
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Path input = Files.write(tree.resolve("in.dll"), bytes);
    TargetFilter kept = TargetFilter.of(List.of("gfx1100"));
    assertThatThrownBy(
            () -> new Prune(PruneRequest.keeping(input, folder.resolve("a.dll"), kept)).run())
        .hasMessageContaining(
            "it cannot be pruned: its section of device code cannot be written with less");
    assertThat(new Prune(PruneRequest.keeping(tree, folder.resolve("less"), kept)).run().findings())
        .extracting(OperationNote::message)
        .contains("left unchanged: its section of device code cannot be written with less");
    assertThatThrownBy(() -> converted(bytes)).hasMessageContaining("no room for the marker");
  }

  private static void fillPadding(byte[] bytes, Predicate<CoffSection> which) throws IOException {
    CoffFile file = read(bytes);
    file.sections().stream()
        .filter(which)
        .forEach(
            section ->
                Arrays.fill(
                    bytes,
                    (int) file.rangeOf(section).end(),
                    (int) file.paddedRangeOf(section).end(),
                    (byte) 1));
  }

  /** A tree's plan says what of a file is unusual, as that of the file alone does. */
  @Test
  void refusalsToPruneATreeSayWhatWasFound() throws IOException {
    byte[] bytes = alignedBelowAPage();
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.write(tree.resolve("in.dll"), bytes);
    TargetFilter kept = TargetFilter.of(List.of("gfx1100"));
    assertThat(new Prune(PruneRequest.keeping(tree, folder.resolve("less"), kept)).run().findings())
        .extracting(OperationNote::message)
        .contains("left unchanged: its layout cannot be changed safely (%s)".formatted(AS_IT_LIES));
  }

  /** Each of two bundles with the same bytes comes back. */
  @Test
  void equalBundlesStayTwo() throws IOException {
    byte[] bytes = bytes("windows.dll");
    FatBinary fat = FatBinary.read(read(bytes));
    int start = (int) fat.bundles().getFirst().range().start();
    byte[] bundle = content(read(bytes), fat.bundles().getLast().range());
    Arrays.fill(bytes, start, start + 19968, (byte) 0);
    System.arraycopy(bundle, 0, bytes, start, bundle.length);
    System.arraycopy(bundle, 0, bytes, start + 0x2000, bundle.length);
    Wrapper second = fat.wrappers().getLast();
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(
            (int) second.range().start() + 8, fat.wrappers().getFirst().pointer().value() + 0x2000);
    assertThat(restored(converted(bytes))).isEqualTo(bytes);
  }

  @Test
  void checkSumIsComputedAnewWhereThereWasOne() throws IOException {
    byte[] bytes = bytes("windows.dll");
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int field = 0x78 + 24 + ImageHeader.CHECK_SUM;
    buffer.putInt(field, (int) CheckSum.of(ByteView.of("a.dll", bytes), field));
    Path output = converted(bytes);
    byte[] after = Files.readAllBytes(output);
    long stated = Objects.requireNonNull(read(after).header()).checkSum();
    assertThat(stated).isNotZero().isEqualTo(CheckSum.of(ByteView.of("b.dll", after), field));
    assertThat(restored(output)).isEqualTo(bytes);
  }

  /** The table of sections ends where the first one starts, so that no entry can be added. */
  @Test
  void markerGoesToTheEndOfASectionWhereTheTableHasNoRoom() throws IOException {
    byte[] bytes = bytes("windows.dll");
    Arrays.fill(bytes, SECTIONS + 8 * HEADER, SECTIONS + 9 * HEADER, (byte) 1);
    Path output = converted(bytes);
    CoffFile hostOnly = read(Files.readAllBytes(output));
    assertThat(hostOnly.sections()).hasSize(8);
    Marker marker = Objects.requireNonNull(FatBinary.read(hostOnly).marker());
    assertThat(Objects.requireNonNull(marker.section()).name()).isEqualTo(".rdata");
    assertThat(restored(output)).isEqualTo(bytes);
  }

  /** Bytes behind the wrappers in their section are read as wrappers. */
  @Test
  void markerIsNeverAmongTheWrappers() throws IOException {
    byte[] bytes = bytes("windows.dll");
    Arrays.fill(bytes, SECTIONS + 8 * HEADER, SECTIONS + 9 * HEADER, (byte) 1);
    fillPadding(bytes, section -> section.role() == CoffSection.Role.OTHER);
    assertThatThrownBy(() -> converted(bytes))
        .isInstanceOf(HostOnlyRefusedException.class)
        .hasMessageContaining("there is no room for the marker");
  }

  /** Tools strip the sections of debug data: what is left has no gap, which Windows refuses. */
  @Test
  void markerIsBeforeDebugData() throws IOException {
    byte[] bytes = bytes("windows-debug.dll");
    Path output = converted(bytes);
    CoffFile hostOnly = read(Files.readAllBytes(output));
    assertThat(CoffLayout.faults(hostOnly)).isEmpty();
    assertThat(hostOnly.sections())
        .extracting(CoffSection::name)
        .endsWith(
            ".reloc",
            ".kpackrf",
            ".debug_abbrev",
            ".debug_info",
            ".debug_line",
            ".debug_loc",
            ".debug_str");
    CoffFile fat = read(bytes);
    for (int i = 8; i < fat.sections().size(); i++) {
      CoffSection section = fat.sections().get(i);
      CoffSection same = hostOnly.sections().get(i + 1);
      assertThat(same.name()).isEqualTo(section.name());
      assertThat(same.address()).isEqualTo(section.address() + 0x1000);
      assertThat(content(hostOnly, same)).isEqualTo(content(fat, section));
    }
    assertThat(symbols(hostOnly)).isEqualTo(symbols(fat)).contains(".text");
    assertThat(restored(output)).isEqualTo(bytes);
  }

  /** The names of the sections of symbols, one for each symbol. */
  private static List<String> symbols(CoffFile file) throws IOException {
    List<String> names = new ArrayList<>();
    long start = file.symbols().start();
    long count = file.view().u32(file.view().u32(0x3c) + 16);
    for (long i = 0; i < count; i++) {
      long at = start + i * CoffFile.SYMBOL_BYTES;
      int section = (short) file.view().u16(at + 12);
      names.add(section > 0 ? file.sections().get(section - 1).name() : "" + section);
      i += file.view().u8(at + 17);
    }
    return names;
  }

  /** GNU's strip leaves out sections of initialised data without bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "windows-debug.dll"})
  void sectionWithoutBytesIsNotInitialized(String fixture) throws IOException {
    byte[] bytes = bytes(fixture);
    CoffFile hostOnly = read(Files.readAllBytes(converted(bytes)));
    CoffSection section = (CoffSection) FatBinary.read(hostOnly).fatSections().getFirst();
    assertThat(section.flagWords()).isEqualTo("read, zero-filled");
    long field = Objects.requireNonNull(hostOnly.header()).offset() + ImageHeader.ZERO_SIZE;
    assertThat(hostOnly.view().u32(field)).isEqualTo(19968);
  }

  @Test
  void overlayBehindTheSectionsStays() throws IOException {
    byte[] bytes = Arrays.copyOf(bytes("windows.dll"), 25600 + 777);
    Arrays.fill(bytes, 25600, bytes.length, (byte) 0x5a);
    Path output = converted(bytes);
    byte[] after = Files.readAllBytes(output);
    assertThat(Arrays.copyOfRange(after, after.length - 777, after.length))
        .isEqualTo(Arrays.copyOfRange(bytes, 25600, bytes.length));
    assertThat(restored(output)).isEqualTo(bytes);
  }

  @Test
  void signatureGoesWithAWarning() throws IOException {
    byte[] after = Files.readAllBytes(converted(signed()));
    assertThat(report.findings()).containsExactly(unsigned(folder.resolve("in.dll")));
    assertThat(after).hasSize(6144);
    assertThat(
            Objects.requireNonNull(read(after).header())
                .directory(ImageHeader.DirectoryKind.CERTIFICATES))
        .isEqualTo(new ImageHeader.Directory(ImageHeader.DirectoryKind.CERTIFICATES, 0, 0));
  }

  @Test
  void restoringASignedFileWarns() throws IOException {
    Path hostOnly = converted(bytes("windows.dll"));
    Path back = folder.resolve("back.dll");
    assertThat(new Restore(RestoreRequest.of(hostOnly, back)).run(Progress.NONE).findings())
        .isEmpty();
    Files.delete(back);
    Files.write(hostOnly, signed(Files.readAllBytes(hostOnly)));
    assertThat(new Restore(RestoreRequest.of(hostOnly, back)).run(Progress.NONE).findings())
        .containsExactly(unsigned(hostOnly));
    assertThat(back).hasBinaryContent(bytes("windows.dll"));
  }

  @Test
  void pruningASignedFileWarns() throws IOException {
    Path input = Files.write(folder.resolve("in.dll"), signed());
    TargetFilter kept = TargetFilter.of(List.of("gfx1100"));
    PruneRequest request = PruneRequest.keeping(input, folder.resolve("less.dll"), kept);
    assertThat(new Prune(request).run().findings()).contains(unsigned(input));
    Files.write(input, bytes("windows.dll"));
    PruneRequest other = PruneRequest.keeping(input, folder.resolve("other.dll"), kept);
    assertThat(new Prune(other).run().findings()).doesNotContain(unsigned(input));
  }

  @Test
  void packingASignedFileNamesIt() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/bin"));
    Path input = Files.write(tree.resolve("in.dll"), signed());
    PackRequest request = PackRequest.of(tree.getParent(), folder.resolve("out"), "math", "gfx9X");
    assertThat(new Pack(request).run(Progress.NONE).findings()).containsExactly(unsigned(input));
  }

  /** Its loader opens no file of such a name. */
  @Test
  void targetsWithFeaturesGetAWarningOfTheColon() throws IOException {
    converted(withFeature());
    Path archive = folder.resolve("bin/.kpack/gfx900:xnack-.kpack");
    assertThat(archive).exists();
    assertThat(report.findings())
        .filteredOn(finding -> finding.rule().equals("colon-in-file-name"))
        .containsExactly(
            OperationNote.warning(
                "colon-in-file-name",
                archive,
                "the name has a colon, which Windows does not allow: no loader there finds it",
                "Use a search path without @GFXARCH@: it names one archive for all targets."));
  }

  /** Likewise with a target of equal length, a feature included. */
  private static byte[] withFeature() throws IOException {
    String text = new String(bytes("windows.dll"), StandardCharsets.ISO_8859_1);
    return text.replace("hipv4-amdgcn-amd-amdhsa--gfx90a", "hip-amdgcn-amd-a--gfx900:xnack-")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static OperationNote unsigned(Path file) {
    return OperationNote.warning(
        "signature",
        file,
        "its signature is left out: it cannot be true for other bytes",
        "Sign the new file.");
  }

  private static byte[] signed() throws IOException {
    return signed(bytes("windows.dll"));
  }

  private static byte[] signed(byte[] file) {
    byte[] bytes = Arrays.copyOf(file, file.length + 512);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int entry = 0x78 + 24 + ImageHeader.DIRECTORIES + 4 * 8;
    buffer.putInt(entry, file.length).putInt(entry + 4, 512);
    return bytes;
  }

  @Test
  void signedFileIsRefusedWhereSignaturesAreKept() throws IOException {
    options = ArchiveOptions.DEFAULT.with(ArchiveOptions.KEEP_SIGNATURE, true);
    assertThatThrownBy(() -> converted(signed()))
        .isInstanceOfSatisfying(
            HostOnlyRefusedException.class,
            refused -> assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.SIGNED));
    assertThat(folder.resolve("bin/out.dll")).doesNotExist();
    assertThat(converted(bytes("windows.dll"))).exists();
  }

  @Test
  void pointerIntoTheDeviceCodeIsRefusedByName() throws IOException {
    byte[] bytes = bytes("windows.dll");
    // A pointer in .rdata that the base relocations list.
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0xa00, 0x180007010L);
    assertThatThrownBy(() -> converted(bytes))
        .isInstanceOf(HostOnlyRefusedException.class)
        .hasMessageContaining("the pointer at 0x180002000 leads to 0x180007010, in .hip_fat");
  }

  /** The section keeps its place in memory, and the file gets smaller. */
  @Test
  void pruningLeavesBytesOut() throws IOException {
    Path input = Files.write(folder.resolve("in.dll"), bytes("windows.dll"));
    try (HostOnlyInput binary = HostOnlyInput.open(input, Progress.NONE)) {
      List<DeviceCodeRow> kept =
          binary.deviceCode().rows().stream()
              .filter(row -> row.target().toString().equals("gfx1100"))
              .toList();
      assertThat(binary.reduced(kept, DroppedTargets.NONE, Progress.NONE).sizeBytes())
          .isLessThan(25600);
    }
  }

  /** A list that is not read to its end may have a pointer into the device code. */
  @Test
  void brokenBaseRelocationsAreRefused() throws IOException {
    byte[] bytes = bytes("windows.dll");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0x6204, 7);
    assertThatThrownBy(() -> converted(bytes))
        .isInstanceOf(HostOnlyRefusedException.class)
        .hasMessageContaining("base relocations, block size");
  }

  /** Such a file lies in memory as in the file. */
  @Test
  void sectionsCloserThanPagesAreRefused() throws IOException {
    byte[] bytes = alignedBelowAPage();
    assertThatThrownBy(() -> converted(bytes))
        .isInstanceOf(HostOnlyRefusedException.class)
        .hasMessageContaining("its sections are aligned to 512 bytes in memory");
  }

  private static byte[] alignedBelowAPage() throws IOException {
    byte[] bytes = bytes("windows.dll");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0x78 + 24 + 32, 512);
    return bytes;
  }

  /** The padding of a section in the file may be longer than what follows it in memory. */
  @Test
  void baseRelocationsAreNotLookedForInPadding() throws IOException {
    byte[] bytes = bytes("windows.dll");
    long[] expected = read(bytes).relocatedPointers().toArray();
    CoffSection section = (CoffSection) FatBinary.read(read(bytes)).fatSections().getFirst();
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) section.sizeFieldOffset(), 0x5200);
    assertThat(read(bytes).relocatedPointers().toArray()).hasSize(6).isEqualTo(expected);
  }

  /** What is stated to be a signature may be the program's own bytes. */
  @Test
  void signatureInsideASectionTakesNothingAway() throws IOException {
    byte[] bytes = bytes("windows.dll");
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int entry = 0x78 + 24 + ImageHeader.DIRECTORIES + 4 * 8;
    buffer.putInt(entry, 0x400).putInt(entry + 4, 512);
    assertThat(Files.readAllBytes(converted(bytes))).hasSize(6144);
  }

  @Test
  void objectFilesAreRefused() throws IOException {
    assertThatThrownBy(() -> converted(bytes("windows.obj")))
        .isInstanceOf(HostOnlyRefusedException.class)
        .hasMessageContaining("object file");
  }

  private Path converted(byte[] bytes) throws IOException {
    Path input = Files.write(folder.resolve("in.dll"), bytes);
    Path output = Files.createDirectories(folder.resolve("bin")).resolve("out.dll");
    report =
        new Convert(
                ConvertRequest.keeping(
                        input,
                        output,
                        "bin/out.dll",
                        List.of(".kpack/@GFXARCH@.kpack"),
                        Files.createDirectories(folder.resolve("bin/.kpack")))
                    .with(options))
            .run(Progress.NONE);
    return output;
  }

  private byte[] restored(Path hostOnly) throws IOException {
    Path back = folder.resolve("back.dll");
    new Restore(RestoreRequest.of(hostOnly, back)).run(Progress.NONE);
    FatBinary fat = FatBinary.read(read(Files.readAllBytes(back)));
    for (Wrapper wrapper : fat.wrappers()) {
      assertThat(fat.bundleOf(wrapper)).isPresent();
    }
    return Files.readAllBytes(back);
  }

  private static byte[] content(CoffFile file, CoffSection section) throws IOException {
    return content(file, file.rangeOf(section));
  }

  private static byte[] content(CoffFile file, ByteRange range) throws IOException {
    return file.view().bytes(range.start(), (int) range.length());
  }

  private static byte[] bytes(String fixture) throws IOException {
    return Files.readAllBytes(Fixtures.path(fixture));
  }

  private static CoffFile read(byte[] bytes) throws IOException {
    return CoffFile.read(ByteView.of("a.dll", bytes));
  }
}
