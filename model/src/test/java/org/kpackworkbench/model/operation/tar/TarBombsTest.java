package org.kpackworkbench.model.operation.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** A packed tree has no more members than its file has room for. */
class TarBombsTest {
  @TempDir private Path temp;

  @Test
  void moreMembersThanAFileHasRoomForAreRefusedUnlessTheyAreAllowed() throws IOException {
    TestTar tar = new TestTar().file("first", "");
    int count = 21_000;
    for (int i = 1; i < count; i++) {
      // Links count like other members, and systems make them in less time than files.
      tar.entry("f" + i, TarConstants.LF_LINK, "first");
    }
    byte[] members = tar.bytes();
    Path packed = Files.write(temp.resolve("x.tar.zst"), Zstd.compress(members, 9));
    Path plain = Files.write(temp.resolve("x.tar"), members);
    assertThatThrownBy(() -> TestTar.tree(packed, temp))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("at least 16 bytes of the file for each")
        .hasMessageContaining("20001 of them and more in " + Files.size(packed) + " bytes")
        .hasMessageContaining("--allow-large");
    for (Path each : List.of(packed, plain)) {
      boolean allowed = each.equals(packed);
      try (PackedTree tree =
          PackedTree.open(each, temp, UnpackBudget.operation(allowed), Progress.NONE)) {
        assertThat(tree.members()).hasSize(count);
      }
    }
  }
}
