package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;

class RuntimeCheckTest {
  private static final int HEADERS = 64;
  private static final int HEADER_BYTES = 56;
  private static final int LOAD = 1;

  private static ByteBuffer read(String fixture) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(Fixtures.path(fixture)))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static RuntimeCheck check(ByteBuffer code) throws IOException {
    return RuntimeCheck.of(ByteView.of("code", code.array()));
  }

  private static String why(ByteBuffer code) throws IOException {
    Refusal refusal = check(code).refusal();
    return refusal == null ? "" : refusal.why();
  }

  /** Where the n-th loaded segment's program header is. */
  private static int segment(ByteBuffer code, int n) {
    int left = n;
    for (int at = HEADERS; ; at += HEADER_BYTES) {
      if (code.getInt(at) == LOAD && left-- == 0) {
        return at;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "axpy-gfx1100.hsaco",
        "axpy-gfx906-v4.hsaco",
        "kinds-gfx11-generic-v6.hsaco",
        "kinds-gfx942.hsaco"
      })
  void acceptsWhatTheCompilerMakes(String fixture) throws IOException {
    assertThat(check(read(fixture)).refusal()).isNull();
  }

  @Test
  void refusesStrippedCode() throws IOException {
    Refusal refusal = check(read("axpy-gfx1100-stripped.hsaco")).refusal();
    assertThat(refusal.why())
        .isEqualTo("It has no section .strtab, which HIP needs: it was stripped.");
    assertThat(refusal.advice()).contains("keep code objects out of stripping");
  }

  @Test
  void refusesCodeWithoutSectionNames() throws IOException {
    assertThat(why(read("axpy-gfx1100.hsaco").putShort(62, (short) 0)))
        .startsWith("It has no table of section names (e_shstrndx is 0)");
    assertThat(why(read("axpy-gfx1100.hsaco").putLong(40, 0).putShort(60, (short) 0)))
        .startsWith("It has no table of section names");
  }

  @Test
  void refusesSegmentsThatDoNotFitTheirMemory() throws IOException {
    ByteBuffer code = read("axpy-gfx1100.hsaco");
    int second = segment(code, 1);
    code.putLong(second + 40, code.getLong(second + 32) - 16);
    assertThat(why(code)).contains("in memory, fewer than in the file");
  }

  @Test
  void refusesSegmentsOutsideOfWhatIsReserved() throws IOException {
    ByteBuffer low = read("axpy-gfx1100.hsaco");
    low.putLong(segment(low, 0) + 16, 0x2000);
    assertThat(why(low)).contains("before the first loaded one at 0x2000");
    ByteBuffer high = read("axpy-gfx1100.hsaco");
    high.putLong(segment(high, 1) + 16, 0x100000);
    assertThat(why(high)).contains("begins at 0x100000, behind the end of the last loaded one");
  }

  @ParameterizedTest
  @CsvSource({
    "axpy-gfx1100.hsaco, gfx1100, true",
    "axpy-gfx1100.hsaco, gfx942, false",
    "kinds-gfx11-generic-v6.hsaco, gfx1100, true",
    "kinds-gfx11-generic-v6.hsaco, gfx1030, false",
    "kinds-gfx9-generic-v6.hsaco, gfx906, true",
    "kinds-gfx9-generic-v6.hsaco, gfx908, false",
    "kinds-gfx90a-xnack-on.hsaco, gfx90a:xnack+, true",
    "kinds-gfx90a-xnack-on.hsaco, gfx90a:xnack-, false",
    "kinds-gfx90a-xnack-on.hsaco, gfx90a, true",
    "kinds-gfx942.hsaco, gfx942:sramecc+:xnack-, true",
    "axpy-gfx906-v4.hsaco, gfx906:sramecc+:xnack-, true"
  })
  void comparesTheTargetWithTheDevice(String fixture, String device, boolean accepted)
      throws IOException {
    Refusal refusal = check(read(fixture)).on(GpuTarget.parse(device));
    assertThat(refusal == null).as("%s", refusal).isEqualTo(accepted);
  }

  @Test
  void judgesNothingButCodeObjects() throws IOException {
    for (String fixture : new String[] {"libone.so", "bundle.co", "compressed.co"}) {
      assertThat(check(read(fixture))).isEqualTo(RuntimeCheck.NONE);
    }
    byte[] whole = read("axpy-gfx1100.hsaco").array();
    for (int length = 0; length < whole.length; length += 7) {
      ByteView cut = ByteView.of("code", java.util.Arrays.copyOf(whole, length));
      assertThat(RuntimeCheck.of(cut).refusal()).isNull();
    }
  }
}
