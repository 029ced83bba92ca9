package org.kpackworkbench.model.operation.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** Archives may state any size; a restored binary is not begun that no disk has room for. */
class RestoreBombTest {
  @TempDir private Path temp;

  @ParameterizedTest
  @ValueSource(longs = {1L << 29, 6L << 30, 1L << 60, Long.MAX_VALUE})
  void moreThanTheDiskHasIsRefusedBeforeAnythingIsWritten(long declared) throws IOException {
    Path original = FatFixture.ONE.path();
    Shelf shelf = new Shelf(temp.resolve("shelf")).put(original);
    Files.write(
        shelf.archive("gfx1100"),
        TestArchive.zstd(kernel(1, 100))
            .toc(map(Shelf.name(original) + "#0", map("gfx1100", entry(0, declared))))
            .bytes());
    Path out = Files.createDirectory(temp.resolve("out"));
    RestoreRequest request = shelf.request(original, out.resolve("out.so"));
    assertThatThrownBy(() -> new Restore(request).run(Progress.NONE))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE))
        .hasMessageContaining("found " + declared)
        .hasMessageContaining("--allow-large");
    if (declared > 1L << 40) {
      assertThatThrownBy(
              () -> new Restore(request.with(CommonOptions.ALLOW_LARGE, true)).run(Progress.NONE))
          .isInstanceOf(TooMuchException.class)
          .hasMessageContaining("would be written");
    }
    try (Stream<Path> left = Files.list(out)) {
      assertThat(left).isEmpty();
    }
  }
}
