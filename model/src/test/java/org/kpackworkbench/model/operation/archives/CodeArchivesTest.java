package org.kpackworkbench.model.operation.archives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/** What ends an operation, and what only leaves a binary as it is. */
class CodeArchivesTest {
  private static final List<String> TARGETS = List.of("gfx1100", "gfx90a", "gfx942");

  @TempDir Path folder;

  private final List<IOException> refusals = new ArrayList<>();

  /** Converts a binary into an archive under each of the names, one after the other. */
  private int convert(ArchiveOptions options, Path input, String... names) throws IOException {
    try (WriterPool pool = new WriterPool(options.writing(false));
        CodeArchives archives =
            new CodeArchives(options, pool, folder, UnpackBudget.operation(false))) {
      ArchiveWriter writer =
          archives.start(
              folder.resolve("a.kpack"),
              new TableHead("one", "gfx", TARGETS),
              TARGETS,
              options.writing(false),
              Progress.NONE);
      int converted = 0;
      for (String name : names) {
        HostOnlyRequest request =
            new HostOnlyRequest(
                input, folder.resolve("out-" + converted), false, name, List.of("a.kpack"));
        converted +=
            archives.convert(request, null, refusals::add, Progress.NONE, Progress.NONE).isPresent()
                ? 1
                : 0;
      }
      archives.drain();
      writer.finish();
      return converted;
    }
  }

  @Test
  void aBinaryThatCannotBeReadIsRefusedAndTheOthersGoOn() throws IOException {
    Path broken = folder.resolve("broken.so");
    Files.write(broken, new byte[100]);
    assertThat(convert(ArchiveOptions.DEFAULT, broken, "a", "b")).isZero();
    assertThat(refusals).hasSize(2);
    refusals.clear();
    Files.delete(folder.resolve("a.kpack"));
    assertThat(convert(ArchiveOptions.DEFAULT, FatFixture.ONE.path(), "a", "b")).isEqualTo(2);
    assertThat(refusals).isEmpty();
  }

  /** Copying the binary would not help: the next one would find the same archive. */
  @Test
  void anArchiveThatCannotTakeTheRowsEndsTheOperation() {
    assertThatThrownBy(() -> convert(ArchiveOptions.DEFAULT, FatFixture.ONE.path(), "same", "same"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("a.kpack")
        .hasMessageContaining("same");
    nothingIsLeft();
  }

  /** What was unpacked is removed after the binary: the archive takes it before that. */
  @Test
  void anArchiveThatCannotTakeTheCodeEndsTheOperation() {
    ArchiveOptions options =
        ArchiveOptions.DEFAULT
            .with(CommonOptions.JOBS, 1)
            .withLimits(new LoaderLimits(100, 1 << 20));
    assertThatThrownBy(() -> convert(options, FatFixture.COMPRESSED.path(), "a", "b"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("a.kpack")
        .hasMessageContaining("loaders take");
    nothingIsLeft();
    assertThat(folder.resolve("out-0")).doesNotExist();
  }

  private void nothingIsLeft() {
    assertThat(refusals).isEmpty();
    assertThat(folder.resolve("a.kpack")).doesNotExist();
    assertThat(folder.resolve("out-1")).doesNotExist();
  }
}
