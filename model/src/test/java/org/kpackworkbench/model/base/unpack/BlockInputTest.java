package org.kpackworkbench.model.base.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Bytes one by one from a stream that has blocks. */
class BlockInputTest {
  @Test
  void bytesAreUnsignedAndEndWithTheStream() throws IOException {
    ByteArrayInputStream bytes = new ByteArrayInputStream(new byte[] {1, -1, 0});
    try (InputStream in =
        new BlockInput() {
          @Override
          public int read(byte[] buffer, int offset, int length) {
            return bytes.read(buffer, offset, length);
          }
        }) {
      assertThat(new int[] {in.read(), in.read(), in.read(), in.read()})
          .containsExactly(1, 255, 0, -1);
    }
  }
}
