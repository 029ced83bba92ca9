package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.Ccobs.Method;
import org.kpackworkbench.model.format.elf.ElfImage;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.Unpacker.ZstdFrame;

class CompressedBundleTest {
  private static final byte[] NOISE = noise(200_000);
  private static final byte[] BUNDLE = Bundles.forTargets(Map.of("gfx1100", NOISE));

  @TempDir Path folder;

  static Stream<Arguments> kinds() {
    return Stream.of(1, 2, 3)
        .flatMap(version -> Stream.of(Method.values()).map(m -> Arguments.of(version, m)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void readsEveryVersionAndMethod(int version, Method method) throws IOException {
    byte[] stored = Ccobs.ccob(version, method, BUNDLE);
    byte[] followed = ElfImage.join(stored, "CCOB and more".getBytes(StandardCharsets.UTF_8));
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("a", followed));
    assertThat(bundle.version()).isEqualTo(version);
    assertThat(bundle.method().name()).isEqualTo(method.name());
    assertThat(bundle.storedSizeBytes()).as("what follows is left out").isEqualTo(stored.length);
    assertThat(bundle.uncompressedSizeBytes()).isEqualTo(BUNDLE.length);
    assertThat(bundle.readTable().entries()).hasSize(2);
    try (UnpackedBundle unpacked =
        bundle.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
      assertThat(unpacked.bytes().bytes(0, BUNDLE.length)).isEqualTo(BUNDLE);
      unpacked.verifyHash(Progress.NONE);
      OffloadBundle inside = unpacked.bundle();
      assertThat(inside.content(inside.entries().get(1)).bytes(0, NOISE.length)).isEqualTo(NOISE);
    }
  }

  @Test
  void unpacksToAFileAboveTheLimitAndTakesItAway() throws IOException {
    byte[] stored = Ccobs.ccob(2, Method.ZSTD, BUNDLE);
    UnpackLimits limits = new UnpackLimits(UnpackBudget.one(), 1000, 1 << 20, folder);
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("a", stored));
    try (UnpackedBundle unpacked = bundle.unpack(limits, Progress.NONE)) {
      assertThat(files()).hasSize(1);
      unpacked.verifyHash(Progress.NONE);
      assertThat(unpacked.bundle().entries()).hasSize(2);
    }
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1000", "268435456"})
  void findsASizeUnlikeTheDeclared(long inMemory) throws IOException {
    UnpackLimits limits = new UnpackLimits(UnpackBudget.one(), inMemory, 1L << 32, folder);
    byte[] payload = Zstd.compress(BUNDLE);
    for (long declared : new long[] {BUNDLE.length - 1, BUNDLE.length + 1, 0xffffffffL}) {
      byte[] stored = Ccobs.raw(2, 1, 24L + payload.length, declared, 0, payload);
      CompressedBundle bundle = CompressedBundle.read(ByteView.of("a", stored));
      FormatException problem =
          catchThrowableOfType(
              FormatException.class, () -> bundle.unpack(limits, Progress.NONE).close());
      // What so few bytes can hardly hold is not even begun.
      boolean begun = declared != 0xffffffffL;
      assertThat(problem.reason()).isEqualTo(begun ? Reason.BAD_COMPRESSION : Reason.TOO_LARGE);
      assertThat(problem.field()).isEqualTo("original size");
      assertThat(problem.fileOffset()).isEqualTo(12);
      assertThat(begun ? problem.expected() : problem.found()).contains(Long.toString(declared));
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void refusesMoreThanTheLimitBeforeItStarts() throws FormatException {
    byte[] payload = Zstd.compress(BUNDLE);
    byte[] stored = Ccobs.raw(3, 1, 32L + payload.length, Long.MAX_VALUE, 0, payload);
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("a", stored));
    FormatException problem =
        catchThrowableOfType(
            FormatException.class,
            () -> bundle.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE));
    assertThat(problem.reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(problem.fileOffset()).isEqualTo(16);
  }

  @Test
  void tellsBrokenDataFromAWrongHash() throws IOException {
    byte[] stored = Ccobs.ccob(2, Method.ZSTD, BUNDLE);
    byte[] flipped = stored.clone();
    flipped[stored.length / 2] ^= 1;
    CompressedBundle broken = CompressedBundle.read(ByteView.of("a", flipped));
    // A flipped bit of incompressible data decompresses: only the hash can tell.
    try (UnpackedBundle unpacked =
        broken.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
      assertThatThrownBy(() -> unpacked.verifyHash(Progress.NONE))
          .isInstanceOfSatisfying(
              FormatException.class,
              problem -> assertThat(problem.reason()).isEqualTo(Reason.CHECKSUM_MISMATCH));
    }
    byte[] cut = stored.clone();
    Arrays.fill(cut, 30, 60, (byte) 0xff);
    CompressedBundle unreadable = CompressedBundle.read(ByteView.of("a", cut));
    assertThatThrownBy(() -> unreadable.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE))
        .isInstanceOfSatisfying(
            FormatException.class,
            problem -> assertThat(problem.reason()).isEqualTo(Reason.BAD_COMPRESSION));

    byte[] wrong = stored.clone();
    wrong[16] ^= 1;
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("a", wrong));
    try (UnpackedBundle unpacked =
        bundle.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
      assertThatThrownBy(() -> unpacked.verifyHash(Progress.NONE))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("at 0x10: compressed offload bundle, hash: expected 0x");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, 1, 100, UNSUPPORTED_VERSION, version, 4",
    "0, 1, 100, UNSUPPORTED_VERSION, version, 4",
    "2, 1, 23, OUT_OF_BOUNDS, stored size, 8",
    "2, 1, 1000, OUT_OF_BOUNDS, stored size, 8",
    "3, 1, 1000, OUT_OF_BOUNDS, stored size, 8",
    "3, 1, -5, OUT_OF_BOUNDS, stored size, 8",
    "1, 7, 0, UNSUPPORTED, method, 6",
    "1, 1, 0, BAD_COMPRESSION, magic, 20",
    "1, 0, 0, BAD_COMPRESSION, '', 20"
  })
  void namesWhatIsWrongWithTheHeader(
      int version, int method, long storedBytes, Reason reason, String field, long offset) {
    byte[] stored = Ccobs.raw(version, method, storedBytes, 10, 0, new byte[50]);
    FormatException problem =
        catchThrowableOfType(
            FormatException.class, () -> CompressedBundle.read(ByteView.of("a", stored)));
    assertThat(problem.reason()).isEqualTo(reason);
    assertThat(problem.field()).isEqualTo(field);
    assertThat(problem.fileOffset()).isGreaterThanOrEqualTo(offset);
  }

  @Test
  void showsABundleOfAnUnknownMethodButDoesNotUnpackIt() throws FormatException {
    byte[] stored = Ccobs.raw(2, 9, 74, 10, 0, new byte[50]);
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("a", stored));
    assertThat(bundle.method()).isEqualTo(CompressionMethod.OTHER);
    assertThatThrownBy(() -> bundle.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE))
        .hasMessageContaining("method: expected 0 (zlib) or 1 (zstd), found 9");
    assertThatThrownBy(bundle::readTable).isInstanceOf(FormatException.class);
  }

  @Test
  void canBeCancelledAndLeavesNothing() throws IOException {
    CompressedBundle bundle =
        CompressedBundle.read(ByteView.of("a", Ccobs.ccob(2, Method.ZSTD, BUNDLE)));
    Progress cancelled = () -> true;
    UnpackLimits limits = new UnpackLimits(UnpackBudget.one(), 1000, 1 << 20, folder);
    assertThatThrownBy(() -> bundle.unpack(limits, cancelled))
        .isInstanceOf(CancellationException.class);
    assertThat(files()).isEmpty();
  }

  @Test
  void findsTheEndOfFramesOfAnyShape() throws FormatException {
    for (int size : new int[] {0, 1, 255, 256, 65_791, 131_072, 300_000}) {
      for (byte[] content : new byte[][] {new byte[size], Arrays.copyOf(noise(300_000), size)}) {
        byte[] frame = Zstd.compress(content, 1);
        ZstdFrame found =
            ZstdFrame.read(ByteView.of("f", ElfImage.join(new byte[3], frame, NOISE)), 3);
        assertThat(found.sizeBytes()).isEqualTo(frame.length);
        assertThat(found.contentSizeBytes()).isEqualTo(size);
      }
    }
  }

  private Path[] files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toArray(Path[]::new);
    }
  }

  private static byte[] noise(int size) {
    byte[] bytes = new byte[size];
    new Random(5).nextBytes(bytes);
    Arrays.fill(bytes, size / 2, size, (byte) 'x');
    return bytes;
  }
}
