package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.registration.CountedTree;

/** Whose code a wrapper gets is one answer, however many targets are asked, and verify gives it. */
class OneOwnerTest {
  private static final String[] TARGETS = {"gfx90a:xnack+", "gfx90a", "gfx942"};

  @TempDir Path folder;

  private Path library;

  /** A library whose wrappers say nothing about their code. */
  @BeforeEach
  void convert() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libcompressed.so"));
    byte[] lastArgument = {0x41, (byte) 0xb8, -1, -1, -1, -1};
    byte[] hash = "__hip_cuid_".getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at + hash.length < bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + lastArgument.length, lastArgument, 0, 6)) {
        bytes[at] = 0x0f;
        bytes[at + 1] = 0x04;
      } else if (Arrays.equals(bytes, at, at + hash.length, hash, 0, hash.length)) {
        bytes[at + 2] = 'x';
      }
    }
    Path fat = Files.write(folder.resolve("fat.so"), bytes);
    library = ConvertedTree.convert(fat, folder, "libx.so");
  }

  /** Files a code object of another library under a wrapper of this one, in an archive alone. */
  private void file(int wrapper, String target, String fixture) throws IOException {
    Path other = Files.createDirectories(folder.resolve(fixture));
    if (!Files.exists(other.resolve(".kpack"))) {
      ConvertedTree.convert(Fixtures.path(fixture), other, "libo.so");
    }
    Path made = folder.resolve(".kpack/libx.so_" + target + ".kpack");
    try (KpackArchive archive =
            KpackArchive.open(other.resolve(".kpack/libo.so_" + target + ".kpack"));
        ArchiveWriter writer =
            ArchiveWriter.create(
                made, TableHead.of(archive), WriteOptions.DEFAULT.withThreads(1), Progress.NONE)) {
      writer.add(NewEntry.of(BinaryKey.parse("lib/libx.so#" + wrapper), target), archive.load(0));
      writer.finish();
    }
  }

  private static List<Integer> wrong(BinaryResolution binary) {
    return binary.outcomes().stream()
        .filter(outcome -> outcome.ownership().wrong())
        .map(WrapperOutcome::number)
        .toList();
  }

  private List<Finding> findings() {
    return Verify.run(
            List.of(library),
            VerifyRequest.everything().onThreads(2).only(Set.of("wrapper-kernels")),
            Progress.NONE)
        .findings();
  }

  /** Wrappers 0 and 2 have code of one compile unit, each for another target. */
  @Test
  void aUnitBehindTwoWrappersIsNoEvidence() throws IOException {
    try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder.resolve(".kpack"))) {
      for (Path each : archives) {
        Files.delete(each);
      }
    }
    file(0, "gfx90a:xnack+", "libmany.so");
    file(1, "gfx90a", "libmixed.so");
    file(2, "gfx942", "libmany.so");
    for (String target : TARGETS) {
      assertThat(wrong(ConvertedTree.resolve(library, LoaderEnvironment.NONE, target)))
          .as(target)
          .isEmpty();
    }
    BinaryResolution all = ConvertedTree.resolve(library, LoaderEnvironment.NONE, TARGETS);
    assertThat(all.outcomes().stream().filter(WrapperOutcome::right).count()).isPositive();
    assertThat(wrong(all)).isEmpty();
    assertThat(findings()).isEmpty();
  }

  /** Three architectures against one that is rotated: it is wrong when it is asked alone, too. */
  @Test
  void codeOfATargetThatIsNotAskedIsEvidence() throws IOException {
    CountedTree.number(
        folder.resolve(".kpack"),
        (target, n, count) -> target.equals("gfx90a") ? (n + 1) % count : n);
    assertThat(findings()).hasSize(4);
    assertThat(wrong(ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx90a")))
        .containsExactly(0, 1, 2, 3);
    assertThat(wrong(ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx1100"))).isEmpty();
  }
}
