package org.kpackworkbench.model.analysis.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.registry.Document;

/** The figures of all kernels in files and trees. */
class KernelScanTest {
  private static final String AXPY = "_ZN8kpackfix4axpyEPfPKffi";

  @TempDir private Path temp;

  private static KernelScan.Result file(String fixture) throws IOException {
    try (Document document = StandardFormats.all().open(Fixtures.path(fixture))) {
      return KernelScan.of(document, Progress.NONE);
    }
  }

  private KernelScan.Result tree() throws IOException {
    return KernelScan.of(temp, StandardFormats.all(), Progress.NONE);
  }

  private void copy(String fixture) throws IOException {
    Files.copy(Fixtures.path(fixture), temp.resolve(fixture));
  }

  @Test
  void eachKernelOfAFileHasItsFigures() throws IOException {
    KernelScan.Result found = file("kernels_gfx1100.kpack");
    assertThat(found.codeObjects()).isEqualTo(2);
    assertThat(found.problems()).isEmpty();
    assertThat(found.kernels())
        .extracting(
            each -> each.name().mangled(),
            KernelFigures::binary,
            KernelFigures::targetText,
            KernelFigures::vgprs,
            KernelFigures::codeBytes)
        .containsExactly(
            tuple(AXPY, "axpy_f32", "gfx1100", 4L, 156L),
            tuple(AXPY, "axpy/fwd_bf16.co", "gfx1100", 4L, 156L));
    assertThat(found.kernels().getFirst().place().parent())
        .isEqualTo(found.kernels().getFirst().codeObject());
  }

  @Test
  void whatADescriptorNamesIsReadOnceWhereItsArchiveIsInTheTree() throws IOException {
    assertThat(file("kernels.json").kernels()).hasSize(2);
    copy("kernels.json");
    copy("kernels_gfx1100.kpack");
    assertThat(tree().kernels()).hasSize(2);
    // However the folder is named.
    Path around = temp.resolve("../" + temp.getFileName());
    assertThat(KernelScan.of(around, StandardFormats.all(), Progress.NONE).kernels()).hasSize(2);
  }

  @Test
  void archivesInOtherArtifactsOfATreeAreTheBinarys() throws IOException {
    Path generic = Files.createDirectory(temp.resolve("generic"));
    ConvertedTree.convert(Fixtures.path("libone.so"), generic, "libone.so");

    Files.move(generic.resolve(".kpack"), temp.resolve("device"));
    assertThat(tree().kernels()).isNotEmpty();
    assertThat(tree().problems()).isEmpty();
    try (Stream<Path> files = Files.list(temp.resolve("device"))) {
      for (Path archive : files.toList()) {
        Files.delete(archive);
      }
    }
    assertThat(tree().problems()).singleElement().asString().contains("libone.so", "none is where");
  }

  @Test
  void whatCannotBeReadIsSaidAndTheRestIsRead() throws IOException {
    copy("kernels_gfx1100.kpack");
    byte[] bytes = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    Files.write(temp.resolve("cut.hsaco"), Arrays.copyOf(bytes, 1000));
    KernelScan.Result found = tree();
    assertThat(found.kernels()).hasSize(2);
    assertThat(found.problems()).singleElement().asString().contains("cut.hsaco");
  }

  /** Each code object has a plausible size, all together have not: none is unpacked. */
  @Test
  void refusesImplausibleSumOfDeclaredSizes() throws IOException {
    Pairs toc = map();
    for (int i = 0; i < 8; i++) {
      toc.put("lib/a.so#" + i, map("gfx942", entry(0, 50L << 20)));
    }
    byte[] archive = TestArchive.zstd(kernel(1, 100)).toc(toc).bytes();
    Path file = Files.write(temp.resolve("a.kpack"), archive);
    try (Document document = StandardFormats.all().open(file, Progress.NONE)) {
      assertThat(KernelScan.of(document, Progress.NONE).problems())
          .singleElement()
          .asString()
          .contains("expected at most 1000 times", "found 419430400");
      CodeSearch.Result found =
          CodeSearch.of(document, CodeSearch.Wanted.text("main"), Progress.NONE);
      assertThat(found.codeObjects()).isZero();
      assertThat(found.problems()).singleElement().asString().contains("found 419430400");
    }
  }

  @Test
  void aTreeCanBeCancelled() throws IOException {
    copy("kernels_gfx1100.kpack");
    assertThatThrownBy(() -> KernelScan.of(temp, StandardFormats.all(), () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
