package org.kpackworkbench.model.analysis.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
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
  void whatCannotBeReadIsSaidAndTheRestIsRead() throws IOException {
    copy("kernels_gfx1100.kpack");
    byte[] bytes = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    Files.write(temp.resolve("cut.hsaco"), Arrays.copyOf(bytes, 1000));
    KernelScan.Result found = tree();
    assertThat(found.kernels()).hasSize(2);
    assertThat(found.problems()).singleElement().asString().contains("cut.hsaco");
  }

  @Test
  void aTreeCanBeCancelled() throws IOException {
    copy("kernels_gfx1100.kpack");
    assertThatThrownBy(() -> KernelScan.of(temp, StandardFormats.all(), () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
