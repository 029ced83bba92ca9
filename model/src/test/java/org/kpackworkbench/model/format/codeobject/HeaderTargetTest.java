package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.target.GpuTarget;

class HeaderTargetTest {
  private static byte[] beginning(int size) throws IOException {
    byte[] all = Files.readAllBytes(Path.of("src/test/fixtures/bin/kinds-gfx1100.hsaco"));
    return Arrays.copyOf(all, size);
  }

  @Test
  void theHeaderAloneStatesTheTarget() throws IOException {
    HeaderTarget header =
        Objects.requireNonNull(HeaderTarget.of(ByteView.of("code", beginning(64))));
    assertThat(header.target()).hasToString("gfx1100");
    assertThat(header.mismatches(GpuTarget.parse("gfx1100"))).isEmpty();
    assertThat(header.mismatches(GpuTarget.parse("gfx942")))
        .singleElement()
        .satisfies(one -> assertThat(one.sentence()).contains("gfx942").contains("gfx1100"));
  }

  @Test
  void whatIsNoCodeObjectStatesNothing() throws IOException {
    assertThat(HeaderTarget.of(ByteView.of("cut", beginning(63)))).isNull();
    assertThat(HeaderTarget.of(ByteView.of("text", new byte[64]))).isNull();
  }
}
