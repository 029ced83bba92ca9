package org.kpackworkbench.model.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.hostonly.ConversionRefusedException;
import org.kpackworkbench.model.hostonly.Refusal;
import org.kpackworkbench.model.job.Progress;

/** Bundles that archives could not keep whole are refused by name. */
class KeptBundlesTest {
  @TempDir Path folder;

  private ConversionRefusedException refused(Path input) throws IOException {
    ConversionRequest request =
        ConversionRequest.keeping(
            input, folder.resolve("out.so"), "out.so", List.of("a.kpack"), folder);
    ConversionRefusedException refused =
        catchThrowableOfType(
            ConversionRefusedException.class, () -> new Conversion(request).run(Progress.NONE));
    assertThat(Expected.names(folder)).containsExactly("in.so");
    return refused;
  }

  @Test
  void twoEntriesWithOneId() throws IOException {
    Path input =
        ReplacedBytes.text(
            FatFixture.MANY.path(), folder.resolve("in.so"), "--gfx90a:xnack+", "--gfx90a:xnack-");
    ConversionRefusedException refused = refused(input);
    assertThat(refused.refusal()).isEqualTo(Refusal.SAME_TARGET);
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
    ConversionRefusedException refused = refused(input);
    assertThat(refused.refusal()).isEqualTo(Refusal.SAME_TARGET);
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
    assertThat(refused(input).refusal()).isEqualTo(Refusal.NO_TARGET);
  }

  @Test
  void codeForTheHost() throws IOException {
    Path input =
        ReplacedBytes.text(
            FatFixture.MANY.path(),
            folder.resolve("in.so"),
            "hipv4-amdgcn-amd-amdhsa--gfx942",
            "host--amdgcn-amd-amdhsa--gfx942");
    assertThat(refused(input).refusal()).isEqualTo(Refusal.HOST_CODE);
  }

  @Test
  void aCompressedBundleThatDoesNotUnpack() throws IOException {
    Path input = ReplacedBytes.declaringMore(FatFixture.COMPRESSED.path(), folder.resolve("in.so"));
    ConversionRefusedException refused = refused(input);
    assertThat(refused.refusal()).isEqualTo(Refusal.BROKEN_BUNDLE);
    assertThat(refused).hasMessageContaining("wrapper");
  }

  @Test
  void anUnreferencedBundleIsLeftOutAndSaidUnlessItShallBeRefused() throws IOException {
    Path input = Unreferenced.make(FatFixture.RELR.path(), folder.resolve("in.so"));
    ConversionRequest request =
        ConversionRequest.keeping(
            input, folder.resolve("out.so"), "out.so", List.of("a.kpack"), folder);
    ConversionRequest strict = request.with(PackOptions.DEFAULT.withRefuseUnreferenced(true));
    assertThat(
            catchThrowableOfType(
                    ConversionRefusedException.class,
                    () -> new Conversion(strict).run(Progress.NONE))
                .refusal())
        .isEqualTo(Refusal.UNREFERENCED_BUNDLE);
    assertThat(Expected.names(folder)).containsExactly("in.so");
    ConversionReport report = new Conversion(request).run(Progress.NONE);
    assertThat(report.archives().getFirst().kernels()).isEqualTo(6);
    assertThat(report.findings())
        .singleElement()
        .returns("unreferenced-bundle", Finding::rule)
        .returns(Finding.Severity.WARNING, Finding::severity);
  }
}
