package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.output.OperationNote;

/** A pointer of Git LFS is called one wherever a file is read that it may represent. */
class NotFetchedTest {
  private static final String POINTER =
      "version https://git-lfs.github.com/spec/v1\noid sha256:" + "4d".repeat(32) + "\nsize 12\n";

  @TempDir Path folder;

  private Path pointer(String name) throws IOException {
    return Files.writeString(folder.resolve(name), POINTER);
  }

  @Test
  void onlyPointersAreOnes() throws IOException {
    assertThat(NotFetched.is(pointer("a.so"))).isTrue();
    assertThat(NotFetched.is(Files.writeString(folder.resolve("b"), "version https"))).isFalse();
    assertThat(NotFetched.is(Files.writeString(folder.resolve("c"), POINTER + " ".repeat(1024))))
        .isFalse();
    assertThat(NotFetched.is(Fixtures.path("libone.so"))).isFalse();
  }

  @Test
  void resolvingAndConvertingSaySo() throws IOException {
    Path file = pointer("liba.so");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolver resolver =
          new BinaryResolver(loader, List.of(GpuTarget.parse("gfx942")), false);
      assertThatThrownBy(() -> resolver.resolve(file, Progress.NONE))
          .hasMessageContaining("a Git LFS pointer")
          .hasMessageContaining("git lfs pull");
      assertThat(new TreeResolver(resolver).resolve(folder, one -> {}, Progress.NONE).unreadable())
          .singleElement()
          .satisfies(
              one -> {
                assertThat(one.path()).isEqualTo(file);
                assertThat(one.failure()).hasMessageContaining("a Git LFS pointer");
              });
    }
    assertThatThrownBy(() -> HostOnlyInput.open(file, Progress.NONE).close())
        .hasMessageContaining("a Git LFS pointer");
    assertThatThrownBy(() -> KpackArchive.open(file).close())
        .hasMessageContaining("a Git LFS pointer");
    List<OperationNote> findings = new java.util.ArrayList<>();
    assertThat(BinaryScan.isCandidate(file, findings)).isFalse();
    assertThat(findings)
        .singleElement()
        .satisfies(one -> assertThat(one.message()).contains("a Git LFS pointer"));
  }

  @Test
  void anArchiveThatIsOneIsTheCause() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libone.so"), folder, "libone.so");
    Files.writeString(folder.resolve(".kpack/libone.so_gfx1100.kpack"), POINTER);
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolver resolver =
          new BinaryResolver(loader, List.of(GpuTarget.parse("gfx1100")), false);
      assertThat(new Diagnoser(loader).of(resolver.resolve(library, Progress.NONE)).keySet())
          .singleElement()
          .satisfies(
              cause -> {
                assertThat(cause.sentence()).contains("it is a Git LFS pointer");
                assertThat(cause.advice()).isEqualTo("Fetch the file itself: git lfs pull.");
              });
    }
  }
}
