package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.registration.CodeOwnership;
import org.kpackworkbench.model.format.registration.Original;

/** Code that a loader finds and that a program cannot use. */
class RefusedCodeTest {
  private static final String REFUSED = "found, but the runtime refuses it";

  @TempDir Path folder;

  /** Converts a library with one wrapper and replaces its code for a target. */
  private Path tree(String fixture, String target, String code) throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path(fixture), folder, "libx.so");
    Path archive = folder.resolve(".kpack/libx.so_%s.kpack".formatted(target));
    Path changed = folder.resolve("changed.tmp");
    try (KpackArchive old = KpackArchive.open(archive);
        ArchiveWriter writer =
            ArchiveWriter.create(
                changed, TableHead.of(old), WriteOptions.DEFAULT.withThreads(1), Progress.NONE)) {
      for (ArchiveEntry entry : old.entries()) {
        writer.add(
            NewEntry.of(BinaryKey.parse(entry.binary() + "#" + entry.index()), target),
            ByteView.of("code", Files.readAllBytes(Fixtures.path(code))));
      }
      writer.finish();
    }
    Files.move(changed, archive, StandardCopyOption.REPLACE_EXISTING);
    return library;
  }

  private static WrapperOutcome only(Path library, String device) throws IOException {
    BinaryResolution binary = ConvertedTree.resolve(library, LoaderEnvironment.NONE, device);
    assertThat(binary.outcomes()).hasSize(1);
    return binary.outcomes().getFirst();
  }

  private List<Finding> findings(String rule) throws IOException {
    VerifyReport report = Verify.run(List.of(folder), VerifyRequest.everything());
    return report.findings().stream().filter(each -> each.rule().equals(rule)).toList();
  }

  @Test
  void doesNotCountStrippedCodeAsFound() throws IOException {
    Path library = tree("libone.so", "gfx1100", "axpy-gfx1100-stripped.hsaco");
    WrapperOutcome outcome = only(library, "gfx1100");
    assertThat(outcome.found()).isTrue();
    assertThat(outcome.usable()).isFalse();
    assertThat(outcome.right()).isFalse();
    assertThat(outcome.words()).isEqualTo(REFUSED);
    assertThat(findings("code-object-loads"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.ERROR);
              assertThat(each.message()).contains(".strtab");
              assertThat(each.advice()).contains("out of stripping");
            });
  }

  @Test
  void explainsTheRefusalInTreesAndCauses() throws IOException {
    Path library = tree("libone.so", "gfx1100", "axpy-gfx1100-stripped.hsaco");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolver resolver = new BinaryResolver(loader, List.of(GpuTarget.of("gfx1100")), false);
      Map<Diagnosis, List<WrapperOutcome>> causes =
          new Diagnoser(loader).of(resolver.resolve(library, Progress.NONE));
      assertThat(causes.keySet())
          .singleElement()
          .satisfies(
              cause -> {
                assertThat(cause.sentence())
                    .startsWith("lib/libx.so#0 @ gfx1100 in ")
                    .contains(REFUSED + ". It has no section .strtab");
                assertThat(cause.place()).isNotNull();
              });
      TreeResolution tree = new TreeResolver(resolver).resolve(folder, binary -> {}, Progress.NONE);
      assertThat(tree.complete()).isFalse();
      assertThat(tree.rows().getFirst().cells().getFirst().words())
          .isEqualTo("0 of 1, 1 refused by the runtime");
    }
  }

  @Test
  void refusesCodeOfAnotherGpu() throws IOException {
    Path library = tree("libmany.so", "gfx942", "kinds-gfx1100.hsaco");
    WrapperOutcome outcome = only(library, "gfx942:sramecc+:xnack-");
    assertThat(outcome.words()).isEqualTo(REFUSED);
    assertThat(outcome.warning())
        .isEqualTo(REFUSED + ". Its flags state gfx1100, and the GPU is gfx942:sramecc+:xnack-.");
  }

  @Test
  void acceptsGenericCodeUnderAGpuThatRunsIt() throws IOException {
    Path library = tree("libmany.so", "gfx1100", "kinds-gfx11-generic-v6.hsaco");
    assertThat(only(library, "gfx1100").right()).isTrue();
    assertThat(findings("code-object-target"))
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.NOTE));
  }

  @Test
  void refusesGenericCodeUnderAGpuThatDoesNotRunIt() throws IOException {
    Path library = tree("libmany.so", "gfx942", "kinds-gfx9-generic-v6.hsaco");
    assertThat(only(library, "gfx942").usable()).isFalse();
    assertThat(findings("code-object-target"))
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.ERROR));
  }

  /** The processor runs the generic code, and the setting of the device does not. */
  @Test
  void refusesGenericCodeOfAnotherSetting() throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("kinds-gfx9-generic-v6.hsaco"));
    ByteBuffer header = ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(48, (header.getInt(48) & ~0x300) | 0x200);
    assertThat(mismatches(code, "gfx906:xnack+"))
        .containsExactly(
            "The code object is filed under gfx906:xnack+, but its flags say that xnack must be off.");
    assertThat(mismatches(code, "gfx906:sramecc+:xnack-")).isEmpty();
    assertThat(RuntimeCheck.of(ByteView.of("code", code)).on(GpuTarget.parse("gfx906:xnack+")))
        .isNotNull();
    assertThat(RuntimeCheck.of(ByteView.of("code", code)).on(GpuTarget.parse("gfx906:xnack-")))
        .isNull();
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            folder.resolve("x.kpack"),
            new TableHead("g", "f", List.of("gfx906:xnack+")),
            WriteOptions.DEFAULT.withThreads(1),
            Progress.NONE)) {
      writer.add(
          NewEntry.of(BinaryKey.parse("lib/libx.so#0"), "gfx906:xnack+"), ByteView.of("c", code));
      writer.finish();
    }
    assertThat(findings("code-object-target"))
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.ERROR));
  }

  private static List<String> mismatches(byte[] code, String filed) throws IOException {
    return Objects.requireNonNull(HeaderTarget.of(ByteView.of("code", code)))
        .mismatches(GpuTarget.parse(filed))
        .stream()
        .map(TargetMismatch::sentence)
        .toList();
  }

  /** Loaders do not read the version in the table, so what they then find is checked. */
  @Test
  void checksCodeInArchivesOfAnotherTableVersion() throws IOException {
    ConvertedTree.convert(Fixtures.path("libone.so"), folder, "libx.so");
    Path path = folder.resolve(".kpack/libx.so_gfx1100.kpack");
    byte[] bytes = Files.readAllBytes(path);
    try (KpackArchive archive = KpackArchive.open(path)) {
      archive.blobs(Progress.NONE);
      ByteRange frame = archive.storedRange(0).orElseThrow();
      bytes[(int) (frame.start() + frame.length() / 2)] ^= 1;
    }
    String field = "format_version";
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(field) + field.length();
    bytes[at] = 2;
    Files.write(path, bytes);
    assertThat(findings("archive-version"))
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.WARNING));
    assertThat(findings("frame-checksum"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.ERROR);
              assertThat(each.message()).contains("error 6 for it, and gfx1100 gets nothing");
            });
  }

  @Test
  void refusesBundledCode() throws IOException {
    Path library = folder.resolve("libone.so");
    byte[] bytes = Files.readAllBytes(Fixtures.path("libone.so"));
    try (OpenFile open = OpenFile.open(Fixtures.path("libone.so"))) {
      FatBinary fat = FatBinary.read(ElfFile.read(open.view()), Progress.NONE);
      int bundle = (int) fat.bundles().getFirst().range().start();
      // The first code object of a bundle is at its first page; its e_shstrndx becomes 0.
      bytes[bundle + 4096 + 62] = 0;
    }
    Files.write(library, bytes);
    assertThat(only(library, "gfx1100").words()).isEqualTo(REFUSED);
    assertThat(findings("code-object-loads")).hasSize(1);
  }

  /** {@code eu-strip -f} leaves the sections of a code object without their contents. */
  @Test
  void saysThatAFileIsDebugInformationOnly() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < in.getShort(60); i++) {
      int at = (int) in.getLong(40) + i * 64;
      boolean allocated = (in.getLong(at + 8) & 2) != 0;
      if (allocated && in.getInt(at + 4) != 7) {
        in.putInt(at + 4, 8);
      }
    }
    Path file = Files.write(folder.resolve("axpy.debug"), bytes);
    List<Finding> findings =
        Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings();
    assertThat(findings)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.NOTE);
              assertThat(each.rule()).isEqualTo("code-object-loads");
              assertThat(each.message())
                  .isEqualTo(
                      "The contents of its sections were left out, as in files of debug information.");
            });
    // Filed as code, it is what a GPU gets.
    TestArchive archive = TestArchive.zstd(bytes);
    archive.architectures = List.of("gfx1100");
    archive.toc(map("lib/a.so#0", map("gfx1100", TestArchive.entry(0, bytes.length))));
    Path filed = Files.write(folder.resolve("a.kpack"), archive.bytes());
    assertThat(Verify.run(List.of(filed), VerifyRequest.everything(), Progress.NONE).findings())
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(Severity.ERROR);
  }

  /** Lets the second loaded segment of each code object have fewer bytes in memory than in file. */
  private static byte[] cut(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int done = 0;
    for (int at = 0; at + 64 <= bytes.length; at += 2) {
      if (in.getInt(at) != 0x464c457f || in.getShort(at + 18) != ElfMachine.AMDGPU) {
        continue;
      }
      int loads = 0;
      for (int i = 0; i < in.getShort(at + 56); i++) {
        int header = at + (int) in.getLong(at + 32) + i * 56;
        if (in.getInt(header) == 1 && ++loads == 2) {
          in.putLong(header + 40, in.getLong(header + 32) - 16);
          done++;
        }
      }
    }
    assertThat(done).isPositive();
    return bytes;
  }

  private static byte[] cut(String fixture) throws IOException {
    return cut(Files.readAllBytes(Fixtures.path(fixture)));
  }

  private void areRefused() throws IOException {
    assertThat(findings("code-object-loads"))
        .isNotEmpty()
        .allSatisfy(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.ERROR);
              assertThat(each.message()).contains("fewer than in the file");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"libstatic.a", "object.o", "bundle.co", "axpy-gfx1100.hsaco"})
  void refusesCutSegmentsInFilesThatArePlain(String fixture) throws IOException {
    Files.write(folder.resolve(fixture), cut(fixture));
    areRefused();
  }

  @Test
  void refusesCutSegmentsInDatabases() throws Exception {
    byte[] code = cut("axpy-gfx1100.hsaco");
    try (KernelDatabases database = KernelDatabases.miopen(folder.resolve("gfx1100_36.kdb"))) {
      database.miopen("conv.o", "-mcpu=gfx1100", code, true);
    }
    areRefused();
    Files.delete(folder.resolve("gfx1100_36.kdb"));
    try (KernelDatabases database = KernelDatabases.rocfft(folder.resolve("rocfft_cache.db"))) {
      database.rocfft("fft_rtc_fwd_len64", "gfx1100", 1, code);
    }
    areRefused();
  }

  @Test
  void refusesCutSegmentsInPackages() throws IOException {
    TestPackages.wheel(
        folder.resolve("one-1.0-py3-none-linux_x86_64.whl"),
        Map.of("one/libone.so", cut("libone.so")),
        "");
    areRefused();
  }

  @Test
  void saysThatTheDynamicLinkerRefusesTheLibrary() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libone.so"), folder, "libx.so");
    assertThat(ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx1100").unloadable())
        .isNull();
    byte[] bytes = Files.readAllBytes(library);
    ElfSegment load =
        ElfFile.read(ByteView.of("x", bytes)).segments().stream()
            .filter(segment -> segment.isLoad() && segment.fileOffset() > 0)
            .findFirst()
            .orElseThrow();
    // Its address is 16 bytes further on, its offset is not.
    bytes[(int) load.headerOffset() + 16] = (byte) (bytes[(int) load.headerOffset() + 16] + 16);
    Files.write(library, bytes);
    assertThat(ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx1100").unloadable())
        .startsWith("The dynamic linker refuses it: ");
  }

  @Test
  void saysThatALibraryWithoutADynamicSegmentIsRefused() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libone.so"), folder, "libx.so");
    byte[] bytes = Files.readAllBytes(library);
    for (ElfSegment segment : ElfFile.read(ByteView.of("x", bytes)).segments()) {
      if (segment.type() == SegmentType.DYNAMIC) {
        bytes[(int) segment.headerOffset()] = 0;
      }
    }
    Files.write(library, bytes);
    assertThat(ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx1100").unloadable())
        .startsWith("The dynamic linker refuses it: none of its ");
  }

  /** Both wrappers state index 0, so that the second gets what is the first's. */
  @Test
  void saysThatWrappersShareAnIndex() throws IOException {
    Path fat = Fixtures.path("libdrift.so");
    Path library = ConvertedTree.convert(fat, folder, "libx.so");
    HalfConverted.index(library, 1, 0);
    BinaryResolution binary = ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx1100");
    assertThat(binary.complete()).isFalse();
    assertThat(binary.outcomes().get(0).right()).isTrue();
    WrapperOutcome second = binary.outcomes().get(1);
    assertThat(second.found()).isTrue();
    assertThat(second.ownership())
        .isInstanceOfSatisfying(
            CodeOwnership.Foreign.class,
            foreign -> {
              assertThat(foreign.wrappers()).containsExactly(0);
              assertThat(foreign.why()).startsWith("Wrappers 0, 1 all state index 0");
            });
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolver resolver =
          new BinaryResolver(loader, List.of(GpuTarget.of("gfx1100")), true)
              .with(Original.read(fat, Progress.NONE));
      BinaryResolution compared = resolver.resolve(library, Progress.NONE);
      assertThat(compared.outcomes().get(0).right()).isTrue();
      assertThat(compared.outcomes().get(1).right()).isFalse();
    }
    assertThat(findings("wrapper-index")).hasSize(1);
  }

  /** Where the shared index has no code for a GPU, each cause is about the wrapper asked about. */
  @Test
  void namesEachWrapperOfASharedIndexWithoutCode() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libdrift.so"), folder, "libx.so");
    HalfConverted.index(library, 1, 0);
    HalfConverted.index(library, 2, 3);
    assertThat(causes(library, "gfx1030"))
        .containsExactly(
            "The code of lib/libx.so#0 was not compiled for gfx1030, only for gfx1100, gfx90a, gfx942, as its rows for other targets state.",
            "The code of lib/libx.so#1 was not compiled for gfx1030, only for gfx1100, gfx90a, as its rows for other targets state.",
            "found",
            "found",
            "The code of lib/libx.so#4 was not compiled for gfx1030, only for gfx1100, gfx90a, gfx942, as its rows for other targets state.");
    assertThat(causes(library, "gfx942").subList(1, 4))
        .containsExactly(
            "found",
            "The binary is half-converted: wrapper 2 cannot be used. It states index 3, so loaders look for lib/libx.so#3.",
            "The code of lib/libx.so#3 was not compiled for gfx942, only for gfx1030, as its rows for other targets state.");
  }

  private static List<String> causes(Path library, String target) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      Diagnoser diagnoser = new Diagnoser(loader);
      BinaryResolution binary =
          new BinaryResolver(loader, List.of(GpuTarget.of(target)), false)
              .resolve(library, Progress.NONE);
      return binary.outcomes().stream()
          .map(
              outcome ->
                  outcome.found()
                      ? "found"
                      : Objects.requireNonNull(diagnoser.of(outcome, binary.state())).sentence())
          .toList();
    }
  }

  /**
   * Two wrappers state each other's index, and nothing but their numbers says whose code is whose.
   */
  @Test
  void saysThatWrappersStateEachOthersIndex() throws IOException {
    Path two = ConvertedTree.convert(Fixtures.path("libdrift.so"), folder, "libx.so");
    // Nothing tells which kernels a wrapper registers, nor of which unit it is.
    byte[] bytes =
        Files.readString(two, StandardCharsets.ISO_8859_1)
            .replace("__hip_cuid_", "__cuid_hip_")
            .getBytes(StandardCharsets.ISO_8859_1);
    ElfSection text =
        ElfFile.read(ByteView.of("x", bytes)).sections().stream()
            .filter(section -> section.name().equals(".text"))
            .findFirst()
            .orElseThrow();
    Arrays.fill(
        bytes, (int) text.fileOffset(), (int) (text.fileOffset() + text.sizeBytes()), (byte) 0x90);
    Files.write(two, bytes);
    HalfConverted.index(two, 0, 1);
    HalfConverted.index(two, 1, 0);
    BinaryResolution binary = ConvertedTree.resolve(two, LoaderEnvironment.NONE, "gfx1100");
    for (int wrapper : List.of(0, 1)) {
      WrapperOutcome outcome = binary.outcomes().get(wrapper);
      assertThat(outcome.found()).isTrue();
      assertThat(outcome.ownership())
          .isInstanceOfSatisfying(
              CodeOwnership.Foreign.class,
              foreign -> {
                assertThat(foreign.wrappers()).containsExactly(1 - wrapper);
                assertThat(foreign.why())
                    .startsWith("Wrapper %d states index %d,".formatted(wrapper, 1 - wrapper));
              });
    }
    assertThat(findings("wrapper-index")).hasSize(2);
    // Whatever index two wrappers of one bundle state, they get its code.
    Path same = ConvertedTree.convert(Fixtures.path("libsamebundle.so"), folder, "liby.so");
    HalfConverted.index(same, 0, 1);
    HalfConverted.index(same, 1, 0);
    assertThat(ConvertedTree.resolve(same, LoaderEnvironment.NONE, "gfx1100").complete()).isTrue();
  }

  /** One bundle, to which three wrappers point, is the code of each of them. */
  @Test
  void letsWrappersOfOneBundleShareAnIndex() throws IOException {
    Path fat = Fixtures.path("librdc.so");
    Path library = ConvertedTree.convert(fat, folder, "libx.so");
    HalfConverted.index(library, 1, 0);
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolver resolver =
          new BinaryResolver(loader, List.of(GpuTarget.of("gfx1100")), true)
              .with(Original.read(fat, Progress.NONE));
      assertThat(resolver.resolve(library, Progress.NONE).complete()).isTrue();
    }
  }
}
