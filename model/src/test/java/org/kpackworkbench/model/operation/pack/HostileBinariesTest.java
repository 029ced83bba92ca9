package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.HostileElf;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.PackReport.PackedBinary;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitRequest;

/** Good libraries with broken headers, wrappers, relocations and symbols: one spoils no tree. */
class HostileBinariesTest {
  /** Of each fixture; more with the property, for a long walk. */
  private static final int EACH = Integer.getInteger("hostile.each", 40);

  static final List<String> FIXTURES =
      List.of(
          "libtiny.so",
          "libtiny-gnu.so",
          "libone.so",
          "libcompressed-packed.so",
          "librelr-gnu.so",
          "librdc.so",
          "libfatlast.so",
          "libfatalone.so");

  private static final int SEED = Integer.getInteger("hostile.seed", 1);
  private static final int IN_TREE = 60;

  @TempDir Path temp;

  @ParameterizedTest
  @FieldSource("FIXTURES")
  void convertingOneEndsWellOrIsRefused(String fixture) throws IOException {
    endWellOrAreRefused(fixture, EACH);
  }

  @ParameterizedTest
  @Tag("long")
  @FieldSource("FIXTURES")
  void manyEndWellOrAreRefused(String fixture) throws IOException {
    endWellOrAreRefused(fixture, 3 * EACH);
  }

  private void endWellOrAreRefused(String fixture, int count) throws IOException {
    HostileElf hostile = new HostileElf(Files.readAllBytes(Fixtures.path(fixture)), SEED);
    Path out = temp.resolve("out/a.so");
    for (int i = 0; i < count; i++) {
      Path file = Files.write(temp.resolve("in.so"), hostile.next());
      try {
        new Convert(
                ConvertRequest.keeping(
                    file, out, "k", List.of("a-@GFXARCH@.kpack"), temp.resolve("archives" + i)))
            .run(Progress.NONE);
        Files.delete(out);
      } catch (HostOnlyRefusedException | FormatException refused) {
        assertThat(refused).as("%s, file %d", fixture, i).message().doesNotContain("report it");
        assertThat(out).doesNotExist();
      } catch (RuntimeException | Error crash) {
        throw new AssertionError("%s, seed %d, file %d".formatted(fixture, SEED, i), crash);
      }
    }
    try (Stream<Path> left = Files.list(temp)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .as("no work file is left")
          .noneMatch(name -> name.contains("kpack-workbench"));
    }
  }

  /** Some broken ones beside one good one; returns their paths. */
  private List<String> tree(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    List<String> paths = new ArrayList<>();
    for (String fixture : List.of("libtiny.so", "libone.so", "librelr-gnu.so")) {
      HostileElf hostile = new HostileElf(Files.readAllBytes(Fixtures.path(fixture)), SEED + 7);
      for (int i = 0; i < IN_TREE / 3; i++) {
        paths.add("lib/%d-%s".formatted(i, fixture));
        Files.write(folder.resolve(paths.getLast()), hostile.next());
      }
    }
    Files.copy(Fixtures.path("libone.so"), folder.resolve("lib/good.so"));
    return paths;
  }

  @Test
  void aTreeWithThemIsPacked() throws IOException {
    Path in = temp.resolve("in");
    Path out = temp.resolve("out");
    List<String> paths = tree(in);
    PackReport report = new Pack(PackRequest.of(in, out, "g", "f")).run(Progress.NONE);
    Set<Path> converted =
        report.binaries().stream()
            .filter(binary -> binary.report().outcome() == HostOnlyOutcome.CONVERTED)
            .map(PackedBinary::file)
            .collect(Collectors.toSet());
    assertThat(converted).contains(out.resolve("lib/good.so"));
    copiedOrConverted(paths, in, out, converted, named(report.findings()));
    verifiedWithoutCrash(in);
    verifiedWithoutCrash(out);
  }

  @Test
  void anArtifactWithThemIsSplit() throws IOException {
    Path artifact = temp.resolve("in/blas_lib_gfx11");
    List<String> paths = tree(artifact.resolve("stage"));
    Files.writeString(artifact.resolve(ArtifactManifest.FILE_NAME), "stage\n");
    Path out = temp.resolve("out");
    SplitReport report = new Split(SplitRequest.artifact(artifact, out)).run(Progress.NONE);
    assertThat(report.failed()).isEmpty();
    Path generic = out.resolve("blas_lib_generic/stage");
    Set<Path> named = named(report.findings());
    Set<Path> converted =
        Stream.concat(paths.stream(), Stream.of("lib/good.so"))
            .filter(path -> differ(artifact.resolve("stage").resolve(path), generic.resolve(path)))
            .map(generic::resolve)
            .collect(Collectors.toSet());
    assertThat(converted).contains(generic.resolve("lib/good.so"));
    copiedOrConverted(paths, artifact.resolve("stage"), generic, converted, named);
    verifiedWithoutCrash(out);
  }

  /** As {@code objcopy --rename-section .hip_fatbin=.foo} does it. */
  @Test
  void aRenamedSectionOfDeviceCode() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libone.so"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    for (int at = text.indexOf(".hip_fatbin\0");
        at >= 0;
        at = text.indexOf(".hip_fatbin\0", at + 1)) {
      bytes[at + 1] = 'f';
    }
    refusedAndCopied(bytes, "it has wrappers, but no section is named .hip_fatbin");
  }

  @Test
  void aSizeOfASectionThatNoFileHas() throws IOException {
    byte[] good = Files.readAllBytes(Fixtures.path("libone.so"));
    ElfFile elf = ElfFile.read(ByteView.of("libone.so", good));
    for (ElfSection section : elf.sections()) {
      if (section.index() == 0 || section.name().startsWith(".hip") || section.isNoBits()) {
        continue;
      }
      for (long size : new long[] {1L << 40, Long.MAX_VALUE, -1}) {
        byte[] broken = good.clone();
        ByteBuffer.wrap(broken)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong((int) section.headerOffset() + 32, size);
        refusedAndCopied(broken, "");
      }
    }
  }

  private void refusedAndCopied(byte[] broken, String words) throws IOException {
    Path folder = Files.createTempDirectory(temp, "one");
    Path in = Files.createDirectories(folder.resolve("in/lib"));
    Path bad = Files.write(in.resolve("bad.so"), broken);
    Files.copy(Fixtures.path("libone.so"), in.resolve("good.so"));
    assertThatThrownBy(
            () ->
                HostOnlyInput.open(bad, Progress.NONE)
                    .preview(new HostOnlyRequest(bad, bad, true, "k", List.of("a")), Progress.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(words);
    PackReport report =
        new Pack(PackRequest.of(folder.resolve("in"), folder.resolve("out"), "g", "f"))
            .run(Progress.NONE);
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.file()).isEqualTo(bad.toRealPath());
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message()).contains("copied unchanged", words);
            });
    assertThat(folder.resolve("out/lib/bad.so")).hasBinaryContent(broken);
    assertThat(report.binaries()).hasSize(1);
  }

  private static Set<Path> named(List<OperationNote> findings) {
    return findings.stream().map(OperationNote::file).collect(Collectors.toSet());
  }

  private static boolean differ(Path one, Path other) {
    try {
      return Files.mismatch(one, other) >= 0;
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  /** What is not converted is copied; and named, unless it has no trace of device code any more. */
  private static void copiedOrConverted(
      List<String> paths, Path in, Path out, Set<Path> converted, Set<Path> named)
      throws IOException {
    int copied = 0;
    for (String path : paths) {
      if (converted.contains(out.resolve(path))) {
        continue;
      }
      assertThat(Files.mismatch(in.resolve(path), out.resolve(path))).as(path).isEqualTo(-1);
      boolean codeIsSeen;
      try (OpenFile file = OpenFile.open(in.resolve(path))) {
        codeIsSeen = FatBinary.read(ElfFile.read(file.view())).hasDeviceCode();
      } catch (FormatException unreadable) {
        codeIsSeen = true;
      }
      if (codeIsSeen) {
        assertThat(named).as(path).contains(in.resolve(path).toRealPath());
      }
      copied++;
    }
    assertThat(copied).isGreaterThanOrEqualTo(5);
  }

  private static void verifiedWithoutCrash(Path tree) throws IOException {
    assertThat(
            Verify.run(List.of(tree), VerifyRequest.everything().withCoverage(), Progress.NONE)
                .checked())
        .isNotEmpty();
  }
}
