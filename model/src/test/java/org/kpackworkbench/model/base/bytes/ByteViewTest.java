package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;

class ByteViewTest {
  private static final byte[] COUNTING = counting(64);

  @TempDir Path folder;

  private static byte[] counting(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (0xf0 + i);
    }
    return bytes;
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("file.bin"), bytes);
  }

  @Test
  void arrayFileAndSliceReadTheSameLittleEndianNumbers() throws IOException {
    byte[] shifted = new byte[COUNTING.length + 3];
    System.arraycopy(COUNTING, 0, shifted, 3, COUNTING.length);
    try (OpenFile open = OpenFile.open(file(COUNTING))) {
      for (ByteView view :
          new ByteView[] {
            ByteView.of("array", COUNTING),
            open.view(),
            ByteView.of("array", shifted).slice(1, 66).slice(2, 64)
          }) {
        assertThat(view.size()).isEqualTo(64);
        assertThat(view.u8(1)).isEqualTo(0xf1);
        assertThat(view.u16(1)).isEqualTo(0xf2f1);
        assertThat(view.u32(1)).isEqualTo(0xf4f3f2f1L);
        assertThat(view.u64(1)).isEqualTo(0xf8f7f6f5f4f3f2f1L);
        assertThat(view.bytes(60, 4)).containsExactly(0x2c, 0x2d, 0x2e, 0x2f);
        assertThat(view.stream().readAllBytes()).isEqualTo(COUNTING);
      }
    }
  }

  @Test
  void readOutsideSaysHowManyBytesThereAre() throws IOException {
    try (OpenFile open = OpenFile.open(file(COUNTING))) {
      for (ByteView view : new ByteView[] {ByteView.of("array", COUNTING), open.view()}) {
        FormatException failure = catchThrowableOfType(FormatException.class, () -> view.u32(62));
        assertThat(failure.reason()).isEqualTo(Reason.TRUNCATED);
        assertThat(failure.fileOffset()).isEqualTo(62);
        assertThat(failure.getMessage()).contains(view.name(), "0x3e", "4 bytes", "2 bytes before");
        for (long offset : new long[] {-1, 64, Long.MAX_VALUE, Long.MIN_VALUE}) {
          assertThatThrownBy(() -> view.u64(offset)).isInstanceOf(FormatException.class);
          assertThatThrownBy(() -> view.slice(offset, 8)).isInstanceOf(FormatException.class);
        }
        assertThatThrownBy(() -> view.slice(1, Long.MAX_VALUE)).isInstanceOf(FormatException.class);
      }
    }
  }

  @Test
  void errorInSliceNamesTheOffsetInTheFile() throws IOException {
    ByteView slice = ByteView.of("array", COUNTING).slice(32, 8).named("array ▸ part");
    FormatException failure = catchThrowableOfType(FormatException.class, () -> slice.u64(4));
    assertThat(failure.fileOffset()).isEqualTo(36);
    assertThat(failure.file()).isEqualTo("array ▸ part");
  }

  @Test
  void fileBeyondTwoGibibytesIsReadAtItsEnd() throws IOException {
    Path sparse = folder.resolve("sparse.bin");
    long end = 5L << 30;
    try (FileChannel channel =
        FileChannel.open(sparse, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(COUNTING), end);
    }
    try (OpenFile open = OpenFile.open(sparse)) {
      ByteView view = open.view();
      assertThat(view.size()).isEqualTo(end + 64);
      assertThat(view.u64(end)).isEqualTo(0xf7f6f5f4f3f2f1f0L);
      assertThat(view.slice(3L << 30, (2L << 30) + 64).u8(2L << 30)).isEqualTo(0xf0);
      byte[] window = new byte[8192];
      view.copyTo(end - 8128, window, 0, 8192);
      assertThat(Arrays.copyOfRange(window, 8128, 8192)).isEqualTo(COUNTING);
    }
  }

  @Test
  void fileThatShrinksWhileItIsOpenIsAnErrorNotTheEnd() throws IOException {
    Path path = file(new byte[1 << 20]);
    try (OpenFile open = OpenFile.open(path)) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(100);
      }
      ByteView view = open.view();
      for (Read read :
          new Read[] {
            () -> view.u8(900_000),
            () -> view.u64(900_000),
            () -> view.bytes(900_000, 100),
            () -> view.bytes(0, 900_000)
          }) {
        assertThat(catchThrowableOfType(FormatException.class, read::run).reason())
            .isEqualTo(Reason.FILE_CHANGED);
      }
    }
  }

  @Test
  void readAfterCloseIsAnError() throws IOException {
    OpenFile open = OpenFile.open(file(new byte[10_000]));
    ByteView view = open.view();
    open.close();
    open.close();
    for (Read read : new Read[] {() -> view.u8(0), () -> view.bytes(0, 10_000)}) {
      assertThat(catchThrowableOfType(FormatException.class, read::run).reason())
          .isEqualTo(Reason.CLOSED);
    }
  }

  @Test
  void missingFileAndFolderAreNamed() {
    assertThatThrownBy(() -> OpenFile.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> OpenFile.open(folder)).hasMessageContaining("found a folder");
  }

  @Test
  void emptyFileOpens() throws IOException {
    try (OpenFile open = OpenFile.open(file(new byte[0]))) {
      assertThat(open.view().size()).isZero();
      assertThat(open.view().stream().read()).isEqualTo(-1);
    }
  }

  @Test
  void isWrittenToAFileWhole() throws IOException {
    byte[] bytes = new byte[300_001];
    new java.util.Random(7).nextBytes(bytes);
    ByteView view = ByteView.of("a", bytes);
    Path target = folder.resolve("out");
    Files.writeString(target, "an older file");
    view.slice(1, 300_000).writeTo(target);
    assertThat(target).hasBinaryContent(java.util.Arrays.copyOfRange(bytes, 1, 300_001));
    OpenFile open = OpenFile.open(file(bytes));
    open.close();
    assertThatThrownBy(() -> open.view().writeTo(target)).isInstanceOf(FormatException.class);
    assertThat(target).hasSize(300_000);
    assertThat(folder.toFile().list()).hasSize(2);
  }

  @Test
  void mismatchIsTheFirstDifference() throws IOException {
    byte[] bytes = new byte[300_000];
    ByteView view = ByteView.of("a", bytes);
    byte[] others = bytes.clone();
    assertThat(view.mismatch(ByteView.of("b", others), Progress.NONE)).isEmpty();
    others[299_000] = 1;
    assertThat(view.mismatch(ByteView.of("b", others), Progress.NONE)).hasValue(299_000);
    assertThat(view.mismatch(view.slice(0, 200_000), Progress.NONE)).hasValue(200_000);
    assertThatThrownBy(() -> view.mismatch(view.named("c"), () -> true))
        .isInstanceOf(java.util.concurrent.CancellationException.class);
  }

  @FunctionalInterface
  private interface Read {
    void run() throws FormatException;
  }

  @Test
  void whatIsKnownToBeZeroIsNoMoreThanWhatIs() throws IOException {
    ByteView parts =
        ByteView.joined(
            "parts",
            List.of(
                ByteView.of("one", new byte[] {1, 0}),
                ByteView.zeros("zeros", 5),
                ByteView.of("two", new byte[] {2})));
    assertThat(LongStream.range(-1, 9).map(parts::knownZeros))
        .containsExactly(0L, 0L, 0L, 5L, 4L, 3L, 2L, 1L, 0L, 0L);
    ByteView slice = parts.slice(3, 3);
    assertThat(LongStream.range(-1, 4).map(slice::knownZeros)).containsExactly(0L, 3L, 2L, 1L, 0L);
    assertThat(ZeroScan.firstNonZero(parts, new ByteRange(1, 7))).isEqualTo(7);
    assertThat(ZeroScan.firstNonZero(parts, new ByteRange(2, 3))).isEqualTo(5);
  }
}
