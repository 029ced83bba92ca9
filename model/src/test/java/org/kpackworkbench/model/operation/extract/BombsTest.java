package org.kpackworkbench.model.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.registry.Document;

/** The size that a small file states does not fill a disk. */
class BombsTest {
  private static final long GIB = 1L << 30;

  @TempDir private Path temp;

  /** An archive whose rows share one code object and say of it what they like. */
  private Path archive(int rows, long declared) throws IOException {
    Pairs toc = map();
    for (int i = 0; i < rows; i++) {
      toc.put("lib/a.so#" + i, map("gfx942", entry(0, declared)));
    }
    return Files.write(temp.resolve("a.kpack"), TestArchive.zstd(kernel(1, 100)).toc(toc).bytes());
  }

  private static Extract extraction(Document document, Path out, boolean large) {
    return new Extract(
        ExtractRequest.all(document.codeObjects(), out)
            .with(ExtractSettings.LARGE, large)
            .with(ExtractSettings.JOBS, Optional.of(1)));
  }

  @Test
  void farMoreThanTheFileIsRefusedBeforeAnythingIsWritten() throws IOException {
    Path out = temp.resolve("out");
    try (Document document = StandardFormats.all().open(archive(3, GIB), Progress.NONE)) {
      Extract asked = extraction(document, out, false);
      ExtractPlan plan = asked.plan(Progress.NONE);
      assertThat(plan.sizeBytes()).as("it is said beforehand").isEqualTo(3 * GIB);
      assertThat(asked.refusal(plan))
          .hasMessageContaining("3.0 GiB would be written")
          .hasMessageContaining("more than 200 times");
      assertThatThrownBy(() -> asked.run(Progress.NONE)).isInstanceOf(TooMuchException.class);
      assertThat(out).doesNotExist();
    }
  }

  @Test
  void itCanBeAllowedAndStillDoesNotBelieveTheSizes() throws IOException {
    Path out = temp.resolve("out");
    try (Document document = StandardFormats.all().open(archive(3, GIB / 2), Progress.NONE)) {
      Extract allowed = extraction(document, out, true);
      ExtractReport report = allowed.run(Progress.NONE);
      assertThat(report.written()).isEmpty();
      assertThat(report.problems())
          .hasSize(3)
          .allSatisfy(
              problem ->
                  assertThat(((FormatException) problem.cause()).reason())
                      .isEqualTo(Reason.BAD_COMPRESSION));
    }
  }

  @Test
  void moreThanTheDiskHasIsRefusedAlsoWhereItIsAllowed() throws IOException {
    Path out = temp.resolve("out");
    try (Document document = StandardFormats.all().open(archive(40, 1L << 60), Progress.NONE)) {
      assertThatThrownBy(() -> extraction(document, out, true).run(Progress.NONE))
          .isInstanceOf(TooMuchException.class)
          .hasMessageContaining("the disk has");
      assertThat(out).doesNotExist();
    }
  }

  @Test
  void aCompressedBundleThatDeclaresFarMoreIsNotUnpacked() throws IOException {
    byte[] bundle = Bundles.forTargets(Map.of("gfx942", kernel(1, 5000)));
    byte[] payload = Ccobs.compress(Ccobs.Method.ZSTD, bundle);
    byte[] bomb = Ccobs.raw(3, 1, 32L + payload.length, 15 * GIB, 0, payload);
    Path file = Files.write(temp.resolve("bomb.co"), bomb);
    try (Document document = StandardFormats.all().open(file, Progress.NONE)) {
      ExtractReport report = extraction(document, temp.resolve("out"), false).run(Progress.NONE);
      assertThat(report.problems())
          .singleElement()
          .satisfies(
              problem -> {
                FormatException refused = (FormatException) problem.cause();
                assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
                assertThat(refused).hasMessageContaining("at most 1000 times");
              });
    }
  }
}
