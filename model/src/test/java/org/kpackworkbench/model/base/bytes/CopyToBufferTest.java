package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of view fills a buffer with exactly the requested bytes. */
class CopyToBufferTest {
  private static final int SIZE = 3_000_000;

  @TempDir Path folder;

  @Test
  void bytesAreThoseOfTheViewAndNoMore() throws IOException {
    byte[] bytes = new byte[SIZE];
    new SplittableRandom(1).nextBytes(bytes);
    Path path = Files.write(folder.resolve("file"), bytes);
    try (OpenFile file = OpenFile.open(path)) {
      ByteView array = ByteView.of("array", bytes);
      for (ByteView view :
          List.of(array, file.view(), file.view().named("other").detached(), file.view())) {
        for (int length : new int[] {0, 1, 4095, 4096, 100_000, SIZE - 7}) {
          check(view, bytes, 7, length, false);
          check(view, bytes, 7, length, true);
        }
        ByteView slice = view.slice(5000, 20_000);
        check(slice, java.util.Arrays.copyOfRange(bytes, 5000, 25_000), 3, 19_000, true);
        check(slice.detached(), java.util.Arrays.copyOfRange(bytes, 5000, 25_000), 3, 90, true);
        assertThatThrownBy(() -> slice.copyTo(10_000, ByteBuffer.allocate(10_001)))
            .isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> view.copyTo(-1, ByteBuffer.allocate(1)))
            .isInstanceOf(FormatException.class);
      }
    }
  }

  private static void check(ByteView view, byte[] bytes, int from, int length, boolean direct)
      throws FormatException {
    ByteBuffer buffer =
        direct ? ByteBuffer.allocateDirect(length + 20) : ByteBuffer.allocate(length + 20);
    buffer.position(10).limit(10 + length);
    view.copyTo(from, buffer);
    assertThat(buffer.position()).isEqualTo(10 + length);
    assertThat(buffer.limit()).isEqualTo(10 + length);
    byte[] copied = new byte[length];
    buffer.position(10).get(copied);
    assertThat(copied).isEqualTo(java.util.Arrays.copyOfRange(bytes, from, from + length));
    assertThat(buffer.limit(length + 20).get(10 + length)).isZero();
  }
}
