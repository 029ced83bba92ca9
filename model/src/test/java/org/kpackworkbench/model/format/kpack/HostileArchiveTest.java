package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;

/** Whatever the bytes are: the format's exception or an archive, soon, and in little memory. */
class HostileArchiveTest {
  private static final long LIMIT = 1 << 20;

  private static byte[] sample(boolean zstd) {
    byte[][] kernels = {kernel(1, 40), kernel(2, 300), new byte[5000]};
    TestArchive made = zstd ? TestArchive.zstd(kernels) : TestArchive.plain(kernels);
    made.extra.put("x_unknown", List.of(1, "two", map("three", 3)));
    return made.toc(
            map(
                "lib/a.so#0",
                map(
                    "gfx900",
                    entry(0, 40).put("metadata", map("M", 16, "source_prefix", "x")),
                    "gfx90a:xnack+",
                    entry(1, 300)),
                "lib/a.so#1",
                map("gfx900", entry(2, 5000)),
                "bin/plain",
                map("gfx900", entry(2, 5000).put("future", List.of()))))
        .bytes();
  }

  private static int use(byte[] bytes) {
    return use(bytes, true);
  }

  /** Reads rows and code objects, or everything; returns how many code objects came out. */
  private static int use(byte[] bytes, boolean everything) {
    int loaded = 0;
    try (KpackArchive archive = TestArchive.read(bytes)) {
      for (int row = 0; row < archive.entryCount(); row++) {
        loaded += use(archive, row, everything);
      }
      if (everything) {
        archive.targetSums();
        assertThat(archive.binaryCount()).isEqualTo(archive.binaries().size());
        archive.architectures();
        Ownership owners = ArchiveClaims.of(archive, Progress.NONE);
        assertThat(owners.sizeBytes()).isEqualTo(bytes.length);
      }
    } catch (FormatException expected) {
      assertThat(expected.file()).isNotEmpty();
    } catch (java.io.IOException other) {
      throw new AssertionError(other);
    }
    return loaded;
  }

  private static int use(KpackArchive archive, int row, boolean everything)
      throws java.io.IOException {
    ArchiveEntry entry = archive.entry(row);
    try {
      if (everything) {
        archive.fields(row);
        archive.metadata(row);
        archive.find(entry.binary(), entry.index(), entry.targetText());
        archive.extract(row, OutputStream.nullOutputStream(), Progress.NONE, LIMIT);
      }
      assertThat(archive.load(row, LIMIT).size()).isEqualTo(entry.originalSizeBytes());
      return 1;
    } catch (FormatException spoiled) {
      assertThat(spoiled.structure()).isNotEmpty();
      return 0;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cutAtEveryByte(boolean zstd) {
    byte[] bytes = sample(zstd);
    assertThat(use(bytes)).isEqualTo(4);
    for (int length = 0; length < bytes.length; length++) {
      use(Arrays.copyOf(bytes, length));
    }
  }

  @Test
  void cutInTheTableTheRowsBeforeStay() throws Exception {
    byte[] bytes = sample(true);
    KpackArchive whole = TestArchive.read(bytes);
    int behindThird = (int) whole.entry(2).tableRange().end();
    KpackArchive cut = TestArchive.read(Arrays.copyOf(bytes, behindThird));
    assertThat(cut.complete()).isFalse();
    assertThat(cut.entryCount()).isEqualTo(3);
    assertThat(cut.problems()).isNotEmpty();
    assertThat(cut.entry(2).key().text()).isEqualTo("lib/a.so#1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void mutatedFiveThousandTimes(boolean zstd) {
    mutate(zstd, 5_000);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void mutatedFiftyThousandTimes(boolean zstd) {
    mutate(zstd, 50_000);
  }

  private static void mutate(boolean zstd, int rounds) {
    byte[] bytes = sample(zstd);
    int table = (int) TestArchive.tableOffset(bytes);
    Random random = new Random(20_261_101);
    int loaded = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] mutant = bytes.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        // Half of the hits go to the table, where the structure is.
        int from = random.nextBoolean() ? table : 0;
        mutant[from + random.nextInt(mutant.length - from)] = (byte) random.nextInt();
      }
      loaded += use(mutant, round % 8 == 0);
    }
    assertThat(loaded).as("most mutants still have readable rows").isGreaterThan(rounds);
  }

  @Test
  void manyEqualKeysAndTargetsTakeNoTimeToTellApart() throws Exception {
    byte[] one = org.kpackworkbench.model.base.msgpack.MsgBytes.pack(map("k", map("gfx900", 1)));
    byte[] rows = new byte[5 + 200_000 * (one.length - 1)];
    rows[0] = (byte) 0xdf;
    java.nio.ByteBuffer.wrap(rows).putInt(1, 200_000);
    for (int i = 0; i < 200_000; i++) {
      System.arraycopy(one, 1, rows, 5 + i * (one.length - 1), one.length - 1);
    }
    KpackArchive archive =
        TestArchive.zstd(kernel(1, 10))
            .toc(new org.kpackworkbench.model.base.msgpack.MsgBytes.Raw(rows))
            .read();
    assertThat(archive.entryCount()).isEqualTo(200_000);
    assertThat(archive.entry(199_999).usable()).isFalse();
  }

  @Test
  void aTableOfNothingButSpoiledRowsIsGivenUp() throws Exception {
    byte[] rows = new byte[5 + 2 * 1_500_000];
    rows[0] = (byte) 0xdf;
    java.nio.ByteBuffer.wrap(rows).putInt(1, 1_500_000);
    Arrays.fill(rows, 5, rows.length, (byte) 1);
    KpackArchive archive =
        TestArchive.zstd(kernel(1, 10))
            .toc(new org.kpackworkbench.model.base.msgpack.MsgBytes.Raw(rows))
            .read();
    assertThat(archive.complete()).isFalse();
    assertThat(archive.entryCount()).isEqualTo(1_000_000);
    assertThat(archive.problems().getFirst().reason()).isEqualTo(FormatException.Reason.TOO_LARGE);
  }
}
