package org.kpackworkbench.model.base.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.files.DiskRoomTest;

/** Unpacking ends before the disk does. */
class MemberChannelTest {
  private static final int IN_MEMORY_BYTES = 1000;

  @TempDir private Path temp;

  private MemberChannel unpacked(int sizeBytes, LongSupplier usable) throws IOException {
    InputStream in = new ByteArrayInputStream(new byte[sizeBytes]);
    return MemberChannel.unpacked(
        in, temp, IN_MEMORY_BYTES, folder -> DiskRoomTest.room(usable, 1L << 40));
  }

  @Test
  void refusesMoreThanTheDiskHasRoomFor() {
    assertThatThrownBy(() -> unpacked(100 << 20, () -> DiskRoom.RESERVE_BYTES - 1))
        .isInstanceOf(TooMuchException.class);
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void takesNoRoomOnTheDiskForLittle() throws IOException {
    try (MemberChannel small = unpacked(IN_MEMORY_BYTES - 1, () -> 0)) {
      assertThat(small.size()).isEqualTo(IN_MEMORY_BYTES - 1);
      assertThat(temp).isEmptyDirectory();
    }
  }

  @Test
  void isGoneOnceItIsClosed() throws IOException {
    try (MemberChannel large = unpacked(1 << 20, () -> 1L << 39)) {
      assertThat(large.size()).isEqualTo(1 << 20);
      assertThat(large.isInMemory()).isFalse();
    }
    assertThat(temp).isEmptyDirectory();
  }
}
