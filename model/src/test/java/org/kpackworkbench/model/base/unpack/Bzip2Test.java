package org.kpackworkbench.model.base.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.fixtures.Fixtures;

class Bzip2Test {
  /** Bytes of one kind each. */
  private static byte[] input(String kind) throws IOException {
    Random random = new Random(kind.length());
    return switch (kind) {
      case "empty" -> new byte[0];
      case "one" -> new byte[] {'a'};
      case "code" -> Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco"));
      case "runs" -> runs();
      case "two blocks" -> bytes(1_000_000, i -> random.nextInt(256));
      case "few values" -> bytes(2_500_000, i -> random.nextInt(5) / 2);
      // The rarest would get codes that are longer than the library allows.
      default -> bytes(2_000_000, i -> Integer.numberOfTrailingZeros(random.nextInt() | (1 << 24)));
    };
  }

  private static byte[] bytes(int length, IntUnaryOperator value) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) value.applyAsInt(i);
    }
    return bytes;
  }

  /** Runs of all lengths around those that are counted, split, and over a block's end. */
  private static byte[] runs() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int run = 1; run <= 1600; run++) {
      all.writeBytes(bytes(run, i -> 0));
      all.write(run);
    }
    return all.toByteArray();
  }

  /** The sums are those of what {@code bzip2 -9} writes (version 1.0.8). */
  @ParameterizedTest
  @CsvSource({
    "empty, d3dda84eb03b9738d118eb2be78e246106900493c0ae07819ad60815134a8058",
    "one, 282ea473f04d7bcff77b9276c578b610094e10c8d2ff6d47ba6e1dab64583b4f",
    "code, b0760749a2e85ee858547ac11eb4481bea1b0e0dbd60f5286a5ee2a04867fdf0",
    "runs, b7546aabdb781876c5aacff01253fbcb6ffe059de6966884f7461b80d1cfdb9e",
    "two blocks, eceb349e90b872aa5c2ac2b783110f4f5768d07fe65cea695a879d2d5ca91ef7",
    "few values, 9e0f29714f44a7f87e182a38c1f4142e80121bc9a37aecd92cebd88987e66de3",
    "long codes, b97f26835f041f3c64c4bcf32217dc8011e03a296dfd302e8a3eaf66a6b51be3"
  })
  void theBytesAreThoseOfTheLibrary(String kind, String sha256) throws IOException {
    byte[] input = input(kind);
    byte[] packed = Bzip2.pack(input, Bzip2.MOST_LEVEL);
    try (BZip2CompressorInputStream back =
        new BZip2CompressorInputStream(new ByteArrayInputStream(packed))) {
      assertThat(back.readAllBytes()).isEqualTo(input);
    }
    assertThat(HexText.of(Digests.sha256().digest(packed))).isEqualTo(sha256);
  }

  @Test
  void aLevelIsHowLargeBlocksAre() throws IOException {
    assertThat(Bzip2.pack(input("one"), 1)).startsWith('B', 'Z', 'h', '1');
    assertThat(HexText.of(Digests.sha256().digest(Bzip2.pack(input("runs"), 1))))
        .isEqualTo("c5ce1b9cec0339159fcb63b22b933bbabc22164a99a52e97be83c976197a75a6");
  }
}
