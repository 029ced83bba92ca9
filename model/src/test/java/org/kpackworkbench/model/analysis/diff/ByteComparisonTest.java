package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

class ByteComparisonTest {

  private static Side side(String name, byte[] bytes) {
    return new Side(name, new Place.File(Path.of(name)), ByteView.of(name, bytes));
  }

  private static ByteComparison comparison(byte[]... sides) {
    List<Side> all = new ArrayList<>();
    for (byte[] bytes : sides) {
      all.add(side("side" + all.size(), bytes));
    }
    return new ByteComparison(all, new Resources());
  }

  @Test
  void theSameBytesAreIdentical() throws IOException {
    byte[] bytes = new byte[700_000];
    new Random(1).nextBytes(bytes);
    ByteComparison same = comparison(bytes, bytes.clone());
    assertThat(same.outcome()).isEqualTo(Outcome.NOT_COMPARED);
    same.compareContents(Progress.NONE, row -> {});
    assertThat(same.outcome()).isEqualTo(Outcome.IDENTICAL);
    assertThat(same.nextDifference(0, Progress.NONE)).isEqualTo(-1);
    assertThat(same.blocks(0, 10, Progress.NONE))
        .containsExactly(new ByteComparison.Block(new ByteRange(0, 700_000), Change.SAME));
  }

  @Test
  void differencesAreFoundInBothDirectionsAcrossWindows() throws IOException {
    byte[] one = new byte[1_200_000];
    byte[] other = one.clone();
    int[] places = {0, 262_143, 262_144, 262_145, 600_000, 1_199_999};
    for (int place : places) {
      other[place] = 1;
    }
    ByteComparison comparison = comparison(one, other);
    List<Long> forward = new ArrayList<>();
    for (long at = comparison.nextDifference(0, Progress.NONE);
        at >= 0;
        at = comparison.nextDifference(comparison.nextSame(at, Progress.NONE), Progress.NONE)) {
      forward.add(at);
      if (comparison.nextSame(at, Progress.NONE) < 0) {
        break;
      }
    }
    assertThat(forward).containsExactly(0L, 262_143L, 600_000L, 1_199_999L);
    List<Long> backward = new ArrayList<>();
    for (long at = comparison.previousDifference(comparison.alignment().length(), Progress.NONE);
        at >= 0;
        at = comparison.previousDifference(at, Progress.NONE)) {
      backward.add(at);
    }
    assertThat(backward).containsExactly(1_199_999L, 600_000L, 262_143L, 0L);
  }

  @Test
  void whatOnlyOneSideHasIsAddedOrRemoved() throws IOException {
    ByteComparison longer = comparison(new byte[] {1, 2, 9}, new byte[] {1, 2, 3, 4, 5});
    assertThat(longer.blocks(0, 10, Progress.NONE))
        .containsExactly(
            new ByteComparison.Block(new ByteRange(0, 2), Change.SAME),
            new ByteComparison.Block(new ByteRange(2, 1), Change.CHANGED),
            new ByteComparison.Block(new ByteRange(3, 2), Change.ADDED));
    assertThat(((ByteComparison) longer.swapped()).blocks(3, 1, Progress.NONE))
        .containsExactly(new ByteComparison.Block(new ByteRange(3, 2), Change.REMOVED));
  }

  @Test
  void alignedOtherwiseWhatWasShiftedIsTheSameAgain() throws IOException {
    byte[] one = new byte[300_000];
    new Random(2).nextBytes(one);
    byte[] other = new byte[300_007];
    System.arraycopy(one, 0, other, 0, 1000);
    System.arraycopy(one, 1000, other, 1007, one.length - 1000);
    AlignedBytes.Builder builder = new AlignedBytes.Builder(new long[] {one.length, other.length});
    builder.piece(1000, true, true);
    builder.piece(7, false, true);
    ByteComparison shifted = comparison(one, other).at(builder.known(0, false).alignment());
    assertThat(shifted.alignment().length()).isEqualTo(300_007);
    assertThat(shifted.nextDifference(0, Progress.NONE)).isEqualTo(1000);
    assertThat(shifted.nextSame(1000, Progress.NONE)).isEqualTo(1007);
    assertThat(shifted.nextDifference(1007, Progress.NONE)).isEqualTo(-1);
    assertThat(shifted.alignment().offset(0, 1003)).isEqualTo(-1);
    assertThat(((ByteComparison) shifted.swapped()).blocks(1000, 1, Progress.NONE))
        .containsExactly(new ByteComparison.Block(new ByteRange(1000, 7), Change.REMOVED));
  }

  @Test
  void everyAnswerIsThatOfComparingByteByByte() throws IOException {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      int sides = 2 + random.nextInt(2);
      byte[][] bytes = new byte[sides][];
      long[] sizes = new long[sides];
      for (int side = 0; side < sides; side++) {
        bytes[side] = new byte[random.nextInt(40)];
        for (int i = 0; i < bytes[side].length; i++) {
          bytes[side][i] = (byte) (random.nextInt(5) / 4);
        }
        sizes[side] = bytes[side].length;
      }
      check(comparison(bytes).at(alignment(sizes, random)), bytes, random);
    }
  }

  /** An alignment with gaps anywhere. */
  private static ByteAlignment alignment(long[] sizes, Random random) {
    AlignedBytes.Builder builder = new AlignedBytes.Builder(sizes);
    long[] left = sizes.clone();
    for (int piece = random.nextInt(6); piece > 0; piece--) {
      boolean[] has = new boolean[sizes.length];
      long length = 1L + random.nextInt(9);
      boolean any = false;
      for (int side = 0; side < has.length; side++) {
        has[side] = random.nextBoolean() && left[side] >= length;
        left[side] -= has[side] ? length : 0;
        any |= has[side];
      }
      builder.piece(any ? length : 0, has);
    }
    return builder.known(0, false).alignment();
  }

  private static void check(ByteComparison comparison, byte[][] bytes, Random random)
      throws IOException {
    int length = (int) comparison.alignment().length();
    boolean[] differs = new boolean[length];
    for (int at = 0; at < length; at++) {
      int[] values = new int[bytes.length];
      for (int side = 0; side < bytes.length; side++) {
        long offset = comparison.alignment().offset(side, at);
        values[side] = offset < 0 ? -1000 : bytes[side][(int) offset];
      }
      differs[at] = Arrays.stream(values).distinct().count() > 1;
    }
    int from = random.nextInt(length + 1);
    assertThat(comparison.nextDifference(from, Progress.NONE)).isEqualTo(next(differs, from, true));
    assertThat(comparison.nextSame(from, Progress.NONE)).isEqualTo(next(differs, from, false));
    int last = from - 1;
    while (last >= 0 && !differs[last]) {
      last--;
    }
    while (last > 0 && differs[last - 1]) {
      last--;
    }
    assertThat(comparison.previousDifference(from, Progress.NONE)).isEqualTo(last);
    long covered = 0;
    for (ByteComparison.Block block : comparison.blocks(0, Integer.MAX_VALUE, Progress.NONE)) {
      assertThat(block.positions().start()).isEqualTo(covered);
      for (long at = covered; at < block.positions().end(); at++) {
        assertThat(differs[(int) at]).isEqualTo(block.change() != Change.SAME);
      }
      covered = block.positions().end();
    }
    assertThat(covered).isEqualTo(length);
  }

  private static int next(boolean[] differs, int from, boolean wanted) {
    for (int at = from; at < differs.length; at++) {
      if (differs[at] == wanted) {
        return at;
      }
    }
    return -1;
  }
}
