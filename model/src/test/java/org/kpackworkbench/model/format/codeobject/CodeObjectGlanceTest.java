package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.ByteView;

/** A glance shows what taking the code object apart shows, or nothing. */
class CodeObjectGlanceTest {
  static List<String> codeObjects() throws IOException {
    return CompiledFixtures.codeObjects();
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void itShowsWhatTheWholeReaderShows(String name) throws IOException {
    ByteView bytes = ByteView.of(name, CompiledFixtures.bytes(name));
    CodeObject whole = CodeObject.read(bytes);
    assertThat(CodeObjectGlance.of(bytes))
        .isEqualTo(
            new CodeObjectGlance(
                whole.elf().header().flags(),
                whole.elf().header().abiVersion(),
                whole.statedTargetText()));
  }

  @Test
  void whatIsCutOffIsUnusual() throws IOException {
    byte[] bytes = CompiledFixtures.bytes("axpy-gfx1100.hsaco");
    for (int length = 0; length < bytes.length; length += 7) {
      assertThat(CodeObjectGlance.of(ByteView.of("cut", Arrays.copyOf(bytes, length))))
          .as("%d bytes", length)
          .isNull();
    }
  }

  @Test
  void whatIsChangedGivesNoExceptions() throws IOException {
    byte[] original = CompiledFixtures.bytes("axpy-gfx1100.hsaco");
    Random random = new Random(20261120);
    int usual = 0;
    for (int round = 0; round < 5000; round++) {
      byte[] bytes = original.clone();
      for (int i = 0; i < 3; i++) {
        bytes[random.nextInt(1200)] = (byte) random.nextInt(256);
      }
      usual += CodeObjectGlance.of(ByteView.of("changed", bytes)) == null ? 0 : 1;
    }
    assertThat(usual).isBetween(1, 4999);
  }
}
