package org.kpackworkbench.model.base.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.unpack.UnpackException.Fault;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class UnpackBudgetTest {
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  private enum Method {
    ZSTD,
    ZLIB,
    XZ;

    byte[] zeros(long size) throws IOException {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (OutputStream out =
          switch (this) {
            case ZSTD -> new ZstdOutputStream(packed);
            case ZLIB -> new DeflaterOutputStream(packed);
            case XZ -> new XZOutputStream(packed, new LZMA2Options(0));
          }) {
        byte[] window = new byte[1 << 20];
        for (long left = size; left > 0; left -= window.length) {
          out.write(window, 0, (int) Math.min(left, window.length));
        }
      }
      return packed.toByteArray();
    }

    InputStream unpacked(byte[] packed, UnpackMeter meter) throws IOException {
      InputStream in = new ByteArrayInputStream(packed);
      return switch (this) {
        case ZSTD -> UnpackedStream.zstd(in, meter);
        case ZLIB -> UnpackedStream.zlib(in, meter);
        case XZ -> UnpackedStream.xz(in, meter);
      };
    }
  }

  private static UnpackMeter meter(UnpackBudget budget, String input, long stored) {
    return budget.meter(
        input, stored, stored, reason -> FormatException.in(input, "thing", "", reason));
  }

  private static long read(InputStream in) throws IOException {
    return in.transferTo(OutputStream.nullOutputStream());
  }

  @ParameterizedTest
  @EnumSource
  void aBombIsStoppedWhileItIsUnpacked(Method method) throws IOException {
    byte[] bomb = method.zeros(120 * MIB);
    // Whatever it states: as if it were stored in a tenth of what deflate can do.
    long stored = Math.min(bomb.length, 100_000);
    FormatException refused =
        catchThrowableOfType(
            FormatException.class,
            () -> read(method.unpacked(bomb, meter(UnpackBudget.one(), "bomb", stored))));
    assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(refused)
        .hasMessageContaining("bomb: thing")
        .hasMessageContaining("at most 1000 times the %d bytes here".formatted(stored))
        .hasMessageContaining("--allow-large");
    assertThat(read(method.unpacked(bomb, meter(UnpackBudget.operation(true), "bomb", stored))))
        .isEqualTo(120 * MIB);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotWholeIsToldApartFromWhatIsBroken(Method method) throws IOException {
    byte[] good = method.zeros(3 * MIB);
    byte[] cut = java.util.Arrays.copyOf(good, good.length / 2);
    assertThat(fault(method, cut)).isEqualTo(Fault.TRUNCATED);
    byte[] broken = good.clone();
    broken[0] ^= 0x5a;
    assertThat(fault(method, broken)).isEqualTo(Fault.BROKEN);
  }

  private static Fault fault(Method method, byte[] packed) {
    return catchThrowableOfType(
            UnpackException.class,
            () -> read(method.unpacked(packed, meter(UnpackBudget.one(), "x", packed.length))))
        .fault();
  }

  @Test
  void aSizeThatIsOnlyStatedIsRefusedBeforeAnythingIsDone() throws IOException {
    UnpackMeter meter = meter(UnpackBudget.operation(false), "file", 10 * MIB);
    meter.declare(900 * MIB);
    assertThatThrownBy(() -> meter.declare(20 * GIB)).isInstanceOf(FormatException.class);
    assertThatThrownBy(() -> meter.declare(Long.MAX_VALUE)).isInstanceOf(FormatException.class);
    UnpackMeter small = meter(UnpackBudget.operation(false), "small", 10);
    assertThatCode(() -> small.declare(UnpackBudget.SURE_BYTES)).doesNotThrowAnyException();
    assertThatThrownBy(() -> small.declare(UnpackBudget.SURE_BYTES + 1))
        .hasMessageContaining("found " + (UnpackBudget.SURE_BYTES + 1));
  }

  /** Each is within its own limit; all together they are not, and say so. */
  @Test
  void manyThingsOfOneFileHaveOneSum() throws IOException {
    UnpackBudget budget = UnpackBudget.operation(false);
    for (int i = 0; i < 8; i++) {
      meter(budget, "file", 1000).count(60 * MIB);
    }
    assertThatThrownBy(() -> meter(budget, "file", 1000).count(60 * MIB))
        .hasMessageContaining("at most 200 times the 1000 bytes of what is read")
        .hasMessageContaining("with what was unpacked before")
        .hasMessageContaining("--allow-large");
    assertThatThrownBy(() -> meter(budget, "file", 1000).declare(60 * MIB))
        .as("nor is it begun")
        .isInstanceOf(FormatException.class);
    assertThatCode(() -> meter(UnpackBudget.operation(false), "file", 1000).count(60 * MIB))
        .doesNotThrowAnyException();
  }

  @Test
  void moreFilesAllowMore() throws IOException {
    UnpackBudget budget = UnpackBudget.operation(false);
    for (int i = 0; i < 100; i++) {
      // A real library: 64 MiB of code for each GPU, packed to a twentieth.
      meter(budget, "file" + i, 3 * MIB).count(64 * MIB);
    }
    // Sixty gigabytes in all would be too much of 300 MiB.
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 60; i++) {
                meter(budget, "file1", 3 * MIB).count(GIB);
              }
            })
        .hasMessageContaining("200 times the %d bytes".formatted(300 * MIB));
  }

  @Test
  void whoLooksAtOneThingAtATimeHasNoSum() throws IOException {
    UnpackBudget budget = UnpackBudget.one();
    for (int i = 0; i < 1000; i++) {
      meter(budget, "file", 1000).count(60 * MIB);
    }
  }

  @Test
  void aFrameFromMemoryToMemory() throws IOException {
    byte[] packed = Zstd.compress(new byte[100_000]);
    try (ZstdFrames frames = new ZstdFrames()) {
      byte[] content = new byte[100_000];
      UnpackMeter meter = meter(UnpackBudget.one(), "x", packed.length);
      assertThat(frames.unpack(packed, packed.length, content, content.length, meter))
          .isEqualTo(100_000);
      UnpackException small =
          catchThrowableOfType(
              UnpackException.class,
              () -> frames.unpack(packed, packed.length, content, 99_999, meter));
      assertThat(small.fault()).isEqualTo(Fault.MORE);
    }
  }
}
