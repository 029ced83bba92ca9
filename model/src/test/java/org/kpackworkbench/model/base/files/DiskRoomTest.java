package org.kpackworkbench.model.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;

public class DiskRoomTest {
  private static final long GIB = 1L << 30;

  @TempDir private Path temp;

  private static DiskRoom room(AtomicLong usable, long total) {
    return room(usable::get, total);
  }

  /** Room on a disk of that many bytes, of which so many are free at each check. */
  public static DiskRoom room(LongSupplier usable, long total) {
    return new DiskRoom(
        Path.of("out"),
        new DiskRoom.Disk() {
          @Override
          public long usableBytes() {
            return usable.getAsLong();
          }

          @Override
          public long totalBytes() {
            return total;
          }
        });
  }

  @Test
  void aPartOfTheDiskStaysFreeUnlessAllOfItMayBeUsed() throws IOException {
    DiskRoom room = room(new AtomicLong(10 * GIB), 100 * GIB);
    room.require(10 * GIB - DiskRoom.RESERVE_BYTES);
    assertThatThrownBy(() -> room.require(10 * GIB - DiskRoom.RESERVE_BYTES + 1))
        .isInstanceOf(TooMuchException.class)
        .hasMessageContaining("out: ")
        .hasMessageContaining("the disk has 10");
    room.requireAll(10 * GIB);
    assertThatThrownBy(() -> room.requireAll(10 * GIB + 1)).isInstanceOf(TooMuchException.class);
    assertThatThrownBy(() -> room.require(Long.MAX_VALUE)).isInstanceOf(TooMuchException.class);
  }

  @Test
  void aSmallDiskCanBeUsed() throws IOException {
    DiskRoom stick = room(new AtomicLong(100 << 20), 100 << 20);
    stick.require(95 << 20);
    assertThatThrownBy(() -> stick.require(96 << 20)).isInstanceOf(TooMuchException.class);
  }

  @Test
  void whatIsWrittenWithoutKnowingHowMuchStopsBeforeTheDiskIsFull() throws IOException {
    AtomicLong usable = new AtomicLong(GIB);
    DiskRoom room = room(usable, 100 * GIB);
    long written = 0;
    while (usable.get() > DiskRoom.RESERVE_BYTES) {
      room.wrote(1 << 20);
      usable.addAndGet(-(1 << 20));
      written += 1 << 20;
    }
    assertThat(written).isEqualTo(GIB - DiskRoom.RESERVE_BYTES);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 17; i++) {
                usable.addAndGet(-(1 << 20));
                room.wrote(1 << 20);
              }
            })
        .isInstanceOf(TooMuchException.class);
    assertThat(usable.get()).isGreaterThan(DiskRoom.RESERVE_BYTES - (20 << 20));
  }

  @Test
  void aFolderThatIsYetToBeMadeIsOnTheDiskOfThoseAbove() {
    assertThatCode(() -> DiskRoom.at(temp.resolve("a/b/c")).require(1)).doesNotThrowAnyException();
  }
}
