package org.kpackworkbench.model.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.GoldenBundle;
import org.kpackworkbench.model.fixtures.GoldenFat;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;
import org.kpackworkbench.model.real.RealLibrary;

/** What is extracted of compiled files is what LLVM's tools take out of them. */
class ExtractedFixturesTest {
  @TempDir private Path folder;

  /** A code object as a test compares it. */
  private record Taken(int index, String target, long sizeBytes, String sha256) {}

  private List<Taken> extract(Path file) throws IOException {
    try (Document document = StandardFormats.all().open(file, Progress.NONE)) {
      ExtractReport report =
          new Extract(ExtractRequest.all(document.codeObjects(), folder)).run(Progress.NONE);
      assertThat(report.complete()).isTrue();
      for (ExtractedFile written : report.written()) {
        assertThat(Files.size(written.path())).isEqualTo(written.sizeBytes());
        assertThat(sha256(Files.readAllBytes(written.path()))).isEqualTo(written.sha256());
      }
      return report.written().stream()
          .map(
              written ->
                  new Taken(
                      written.index(), written.target(), written.sizeBytes(), written.sha256()))
          .toList();
    }
  }

  private static List<Taken> expected(int index, GoldenBundle bundle) {
    return bundle.deviceEntries().stream()
        .map(entry -> new Taken(index, entry.target(), entry.sizeBytes(), entry.sha256()))
        .toList();
  }

  private static List<Taken> expected(GoldenFat golden) {
    List<Taken> taken = new ArrayList<>();
    for (int index = 0; index < golden.wrappers().size(); index++) {
      taken.addAll(expected(index, golden.wrappers().get(index).bundle().orElseThrow()));
    }
    return taken;
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(Digests.sha256().digest(bytes));
  }

  @ParameterizedTest
  @EnumSource(FatFixture.class)
  void eachWrapperGivesTheCodeThatItPointsTo(FatFixture fixture) throws IOException {
    // Bundles that no wrapper points to are extracted, too; the golden does not list them.
    assertThat(extract(fixture.path()).stream().filter(taken -> taken.index() >= 0))
        .containsExactlyElementsOf(expected(fixture.golden()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bundle.co", "compressed.co", "old-ids.co", "mismatch.co"})
  void bundlesThatAreFilesGiveTheirEntries(String fixture) throws IOException {
    assertThat(extract(Fixtures.path(fixture)))
        .containsExactlyElementsOf(expected(0, GoldenBundle.ofFile(fixture)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"object.o", "object-compressed.o"})
  void objectFilesGiveTheirCode(String fixture) throws IOException {
    assertThat(extract(Fixtures.path(fixture)))
        .containsExactlyElementsOf(expected(GoldenFat.of(fixture)));
  }

  @Test
  void aBareCodeObjectGivesItself() throws IOException {
    Path file = Fixtures.path("axpy-gfx1100.hsaco");
    assertThat(extract(file))
        .extracting(Taken::sha256)
        .containsExactly(sha256(Files.readAllBytes(file)));
  }

  @Test
  @Tag("real")
  void theRealLibraryGivesSevenTargetsThatAreWhatItsWrapperPointsTo() throws IOException {
    List<Taken> taken = extract(RealLibrary.path());
    GoldenFat golden = GoldenFat.ofRealLibrary();
    assertThat(taken).hasSize(7).containsExactlyElementsOf(expected(golden));
    GoldenFat.Wrapper wrapper = golden.wrappers().getFirst();
    MessageDigest digest = Digests.sha256();
    try (RandomAccessFile file = new RandomAccessFile(RealLibrary.path().toFile(), "r")) {
      for (GoldenBundle.Entry entry : wrapper.bundle().orElseThrow().deviceEntries()) {
        byte[] bytes = new byte[Math.toIntExact(entry.sizeBytes())];
        file.seek(golden.fileOffset(wrapper) + entry.offset());
        file.readFully(bytes);
        String pointedTo = HexFormat.of().formatHex(digest.digest(bytes));
        assertThat(taken).extracting(Taken::sha256).contains(pointedTo);
      }
    }
  }
}
