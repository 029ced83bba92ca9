package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.Ccobs.Method;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;

/** Files that end before their content does, and sizes that cover more than their own content. */
class StatedSizesTest {
  private static final byte[] BUNDLE =
      Bundles.forTargets(Map.of("gfx942", TestCode.of("gfx942", "code")));

  @TempDir private Path folder;

  private List<Finding> verify(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.write(file, bytes);
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings();
  }

  /** A compressed bundle whose stated size covers what follows it. */
  private static byte[] covering(int version, Method method, byte[] next) {
    byte[] payload = Ccobs.compress(method, BUNDLE);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    long size = (long) Ccobs.headerBytes(version) + payload.length + next.length;
    all.writeBytes(
        Ccobs.raw(version, method.ordinal(), size, BUNDLE.length, Ccobs.hash(BUNDLE), payload));
    all.writeBytes(next);
    return all.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({"2, ZSTD, ERROR", "3, ZSTD, ERROR", "2, ZLIB, WARNING", "3, ZLIB, WARNING"})
  void reportsSizeThatCoversTheNextBundle(int version, Method method, Severity severity)
      throws IOException {
    for (byte[] next : List.of(Ccobs.ccob(2, method, BUNDLE), BUNDLE)) {
      assertThat(verify("a.co", covering(version, method, next)))
          .filteredOn(each -> each.rule().equals("bundle-unpacks"))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.severity()).isEqualTo(severity);
                assertThat(each.message()).contains("stored size", "covers the bundle at 0x");
              });
    }
    assertThat(verify("b.co", Ccobs.ccob(version, method, BUNDLE)))
        .noneMatch(each -> each.rule().startsWith("bundle-"));
  }

  /** As runtimes, which hand all bytes up to the stated size to one call. */
  @Test
  void refusesToUnpackDataWithOtherBytesBehindIt() throws IOException {
    byte[] bytes = covering(3, Method.ZSTD, new byte[12]);
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("a.co", bytes));
    assertThatThrownBy(() -> bundle.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("with 12 bytes behind that");
    assertThat(bundle.readTable().entries()).as("the table is there to see").isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lib/aotriton.images/amd-gfx942/flash/attn_fwd.zip",
        "lib/aotriton.images/amd-gfx11xx/flash/attn_fwd.aks2",
        "lib/rocblas/library/Kernels.so-000-gfx1100.hsaco",
        "lib/hipblaslt/library/TensileLibrary_HH_gfx90a.dat",
        "share/miopen/db/gfx942130.kdb",
      })
  void reportsEmptyFilesOfLibraries(String path) throws IOException {
    assertThat(verify(path, new byte[0]))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.ERROR);
              assertThat(each.rule()).isIn("file-reads", "file-kind");
            });
  }

  /** A ZIP archive without members is none of AOTriton's, where one is installed. */
  @Test
  void reportsArchiveWithoutMembers() throws IOException {
    byte[] none = new byte[22];
    System.arraycopy(new byte[] {'P', 'K', 5, 6}, 0, none, 0, 4);
    assertThat(verify("lib/aotriton.images/amd-gfx942/flash/attn_fwd.zip", none))
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.ERROR));
    assertThat(verify("lib/any.zip", none)).isEmpty();
    assertThat(verify("lib/other.zip", new byte[0])).isEmpty();
  }
}
