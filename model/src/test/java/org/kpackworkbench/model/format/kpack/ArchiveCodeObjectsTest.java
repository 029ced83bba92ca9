package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;

class ArchiveCodeObjectsTest {
  @TempDir Path folder;

  @Test
  void whatAllRowsAreAskedIsWhatEachSaysByItself() throws Exception {
    byte[] kernel = TestArchive.kernel(1, 10);
    for (TestArchive made :
        new TestArchive[] {TestArchive.zstd(kernel), TestArchive.plain(kernel)}) {
      made.toc(
          map(
              "good#0",
              map("gfx900", TestArchive.entry(0, 10)),
              "bad#0",
              map("gfx900", TestArchive.entry(7, 10))));
      Path path = Files.write(folder.resolve(made.scheme + ".kpack"), made.bytes());
      try (Document document = StandardFormats.all().open(path, Progress.NONE)) {
        CodeObjects objects = document.codeObjects();
        objects.locate(Progress.NONE);
        assertThat(objects.size()).isEqualTo(2);
        for (int row = 0; row < objects.size(); row++) {
          assertThat(words(objects.problem(row).orElse(null)))
              .isEqualTo(words(objects.row(row).problem()));
          assertThat(objects.unpacked(row)).isEqualTo(objects.row(row).place().unpacked());
        }
        assertThat(objects.problem(0)).isEmpty();
        assertThat(words(objects.problem(1).orElseThrow())).contains("bad#0");
        assertThat(objects.unpacked(0)).isEqualTo(made.scheme.equals("zstd-per-kernel"));
      }
    }
  }

  private static String words(@Nullable FormatException problem) {
    return problem == null ? "" : problem.getMessage();
  }
}
