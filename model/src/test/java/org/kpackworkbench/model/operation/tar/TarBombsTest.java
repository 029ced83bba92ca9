package org.kpackworkbench.model.operation.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.files.DiskRoomTest;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.tar.TarUnpack.TarLimits;

/** Unpacking ends before the disk does. */
class TarBombsTest {
  @TempDir private Path temp;

  private static DiskRoom room(LongSupplier usable) {
    return DiskRoomTest.room(usable, 1L << 40);
  }

  private Path unpack(Path tar, AtomicLong usable) throws IOException {
    Path folder = Files.createDirectory(temp.resolve("out"));
    TarUnpack.unpack(
        tar, folder, TarLimits.of(UnpackBudget.operation(false)), room(usable::get), Progress.NONE);
    return folder;
  }

  @Test
  void aFileThatIsLargerThanTheRoomIsNotBegun() throws IOException {
    Path tar =
        new TestTar()
            .file("small", "x")
            .file("large", "y".repeat(5000))
            .write(temp.resolve("x.tar"));
    assertThatThrownBy(() -> unpack(tar, new AtomicLong(DiskRoom.RESERVE_BYTES + 4999)))
        .isInstanceOf(TooMuchException.class)
        .hasMessageContaining("would be written");
    assertThat(temp.resolve("out/small")).exists();
    assertThat(temp.resolve("out/large")).doesNotExist();
  }

  @Test
  void itFitsToTheByte() throws IOException {
    Path tar = new TestTar().file("large", "y".repeat(5000)).write(temp.resolve("x.tar"));
    Path out = unpack(tar, new AtomicLong(DiskRoom.RESERVE_BYTES + 5000));
    assertThat(out.resolve("large")).hasSize(5000);
  }

  @Test
  void manySmallFilesStopWhenTheDiskHasBecomeFull() throws IOException {
    TestTar tar = new TestTar();
    for (int i = 0; i < 40; i++) {
      tar.file("f" + i, "z".repeat(1 << 20));
    }
    Path packed = Files.write(temp.resolve("x.tar.zst"), Zstd.compress(tar.bytes()));
    AtomicLong asked = new AtomicLong();
    // Another program is writing, too.
    DiskRoom shrinking =
        room(() -> DiskRoom.RESERVE_BYTES + (30 << 20) - (asked.getAndIncrement() << 20));
    Path folder = Files.createDirectory(temp.resolve("out"));
    assertThatThrownBy(
            () ->
                TarUnpack.unpack(
                    packed,
                    folder,
                    TarLimits.of(UnpackBudget.operation(false)),
                    shrinking,
                    Progress.NONE))
        .isInstanceOf(TooMuchException.class);
    assertThat(folder.resolve("f0")).exists();
    assertThat(folder.resolve("f39")).doesNotExist();
  }

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
    AtomicLong room = new AtomicLong(1L << 40);
    assertThatThrownBy(() -> unpack(packed, room))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("at least 16 bytes of the file for each of its files")
        .hasMessageContaining("20001 of them and more in " + Files.size(packed) + " bytes")
        .hasMessageContaining("--allow-large");
    for (Path each : List.of(packed, plain)) {
      Path folder = Files.createDirectory(temp.resolve("all-" + each.getFileName()));
      boolean allowed = each.equals(packed);
      TarUnpack.unpack(
          each,
          folder,
          TarLimits.of(UnpackBudget.operation(allowed)),
          room(room::get),
          Progress.NONE);
      assertThat(folder.toFile().list()).hasSize(count);
    }
  }
}
