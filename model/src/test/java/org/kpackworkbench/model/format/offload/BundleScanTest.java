package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.format.elf.ElfImage.join;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.Ccobs.Method;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.SampleElf;

/** Bundles one after another: touching, padded, mixed, and with magics where there is no bundle. */
class BundleScanTest {
  private static final byte[] PLAIN = SampleElf.bundle();
  private static final byte[] SMALL = Ccobs.ccob(2, Method.ZSTD, PLAIN);
  private static final byte[] OLD = Ccobs.ccob(1, Method.ZLIB, PLAIN);
  private static final byte[] PAD = new byte[4096];

  @Test
  void readsBundlesThatTouchOrArePadded() throws FormatException {
    byte[] all = join(SMALL, SMALL, PAD, PLAIN, OLD, SMALL, PAD, PLAIN, new byte[3]);
    assertThat(ranges(all, List.of()))
        .containsExactly(
            range(0, SMALL),
            range(SMALL.length, SMALL),
            range(2L * SMALL.length + PAD.length, PLAIN),
            range(2L * SMALL.length + PAD.length + PLAIN.length, OLD),
            range(2L * SMALL.length + PAD.length + PLAIN.length + OLD.length, SMALL),
            range(3L * SMALL.length + 2L * PAD.length + PLAIN.length + OLD.length, PLAIN));
  }

  @Test
  void takesMagicsInCodeForWhatTheyAre() throws FormatException {
    byte[] code =
        join(
            "MOV ".getBytes(StandardCharsets.UTF_8),
            PLAIN,
            SMALL,
            "END".getBytes(StandardCharsets.UTF_8));
    byte[] outer = Bundles.forTargets(Map.of("gfx900", code));
    assertThat(ranges(join(outer, PAD, SMALL), List.of()))
        .containsExactly(range(0, outer), range(outer.length + (long) PAD.length, SMALL));
  }

  @Test
  void searchesAgainWhereSomethingElseStands() throws FormatException {
    byte[] junk = "something else CCOB __CLANG_OFFLOAD_BUNDLE__".getBytes(StandardCharsets.UTF_8);
    byte[] all = join(PLAIN, junk, PLAIN);
    assertThat(ranges(all, List.of()))
        .containsExactly(range(0, PLAIN), range((long) PLAIN.length + junk.length, PLAIN));
  }

  @Test
  void believesAPointerIntoTheMidstOfABundle() throws FormatException {
    byte[] outer = Bundles.forTargets(Map.of("gfx900", PLAIN));
    long inside = (long) outer.length - PLAIN.length;
    assertThat(ranges(outer, List.of(inside)))
        .containsExactly(range(0, outer), range(inside, PLAIN));
  }

  @Test
  void goesOnBehindABrokenBundle() throws FormatException {
    byte[] broken = PLAIN.clone();
    broken[31] = 127;
    byte[] all = join(broken, PAD, SMALL);
    List<BundleScan.Found> found = scan(all, List.of());
    assertThat(found).hasSize(2);
    assertThat(found.get(0).content())
        .isInstanceOfSatisfying(
            BrokenBundle.class,
            content -> assertThat(content.problem().field()).isEqualTo("number of entries"));
    assertThat(found.get(1).range()).isEqualTo(range(broken.length + (long) PAD.length, SMALL));
  }

  @Test
  void readsACodeObjectWithoutABundle() throws FormatException {
    byte[] elf = SampleElf.library();
    elf[18] = (byte) ElfMachine.AMDGPU;
    List<BundleScan.Found> found = scan(join(elf, PAD, SMALL), List.of(0L));
    assertThat(found.get(0).content()).isInstanceOf(BareCodeObject.class);
    assertThat(found.get(0).range()).isEqualTo(range(0, elf));
    assertThat(found.get(1).content()).isInstanceOf(CompressedBundle.class);
  }

  @Test
  void readsFilesOfSeveralBundles() throws IOException {
    BundleFile file = BundleFile.read(ByteView.of("a.co", join(SMALL, SMALL, PAD, PLAIN)));
    assertThat(file.bundles()).extracting(StoredBundle::index).containsExactly(0, 1, 2);
    assertThatThrownBy(() -> BundleFile.read(ByteView.of("a.co", PAD)))
        .isInstanceOfSatisfying(
            FormatException.class,
            problem -> assertThat(problem.reason()).isEqualTo(Reason.WRONG_MAGIC));
    byte[] version9 = SMALL.clone();
    version9[4] = 9;
    assertThatThrownBy(() -> BundleFile.read(ByteView.of("a.co", version9)))
        .hasMessageContaining("version: expected 1, 2 or 3, found 9");
  }

  private static List<ByteRange> ranges(byte[] bytes, List<Long> pointed) throws FormatException {
    return scan(bytes, pointed).stream().map(BundleScan.Found::range).toList();
  }

  private static List<BundleScan.Found> scan(byte[] bytes, List<Long> pointed)
      throws FormatException {
    BundleScan scan = new BundleScan(ByteView.of("section", bytes), Progress.NONE);
    scan.scan(new ByteRange(0, bytes.length), new TreeSet<>(pointed));
    return scan.found();
  }

  private static ByteRange range(long start, byte[] bytes) {
    return new ByteRange(start, bytes.length);
  }
}
