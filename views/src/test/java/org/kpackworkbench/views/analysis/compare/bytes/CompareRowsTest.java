package org.kpackworkbench.views.analysis.compare.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAligner;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.analysis.compare.bytes.ByteCompareModel.CompareRows;

class CompareRowsTest {

  private static AlignedBytes aligned(byte[] one, byte[] other) throws IOException {
    return new ByteAligner(ComparedBytes.of(one, other)).advance(Long.MAX_VALUE / 2, Progress.NONE);
  }

  @Test
  void everyRowHasItsLineWhereNothingIsFolded() {
    CompareRows rows = CompareRows.all(33, 16);
    assertThat(rows.lines()).isEqualTo(3);
    assertThat(rows.positions(2)).isEqualTo(new ByteRange(32, 1));
    assertThat(rows.lineOf(32)).isEqualTo(2);
    assertThat(rows.isFold(1)).isFalse();
    assertThat(CompareRows.all(0, 16).lines()).isEqualTo(1);
    assertThat(CompareRows.all(5_000_000_000L, 16).lines()).isEqualTo(312_500_000L);
  }

  @Test
  void whatIsTheSameIsOneLineAndRowsAroundDifferencesStay() throws IOException {
    byte[] one = ComparedBytes.random(1, 16 * 100);
    byte[] other = one.clone();
    other[16 * 50]++;
    CompareRows rows = CompareRows.folded(aligned(one, other), 16, new TreeSet<>());
    assertThat(rows.lines()).isEqualTo(1 + 5 + 1);
    assertThat(rows.isFold(0)).isTrue();
    assertThat(rows.positions(0)).isEqualTo(new ByteRange(0, 16 * 48));
    assertThat(rows.lineOf(16 * 50)).isEqualTo(3);
    assertThat(rows.positions(6)).isEqualTo(ByteRange.between(16 * 53, 16 * 100));
    CompareRows opened =
        CompareRows.folded(aligned(one, other), 16, new TreeSet<>(List.of(16L * 20)));
    assertThat(opened.lines()).isEqualTo(48 + 5 + 1);
  }

  @Test
  void foldedRowsAreThoseOfANaiveModel() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      byte[] one = ComparedBytes.random(round, random.nextInt(1500));
      byte[] other = one.clone();
      for (int i = random.nextInt(6); i > 0 && other.length > 0; i--) {
        other[random.nextInt(other.length)] ^= 1;
      }
      int width = 8 << random.nextInt(3);
      TreeSet<Long> open = new TreeSet<>();
      if (random.nextBoolean() && one.length > 0) {
        open.add((long) random.nextInt(one.length));
      }
      AlignedBytes known = aligned(one, other);
      check(CompareRows.folded(known, width, open), naive(one, other, width, open), one.length);
    }
  }

  /** The positions of each line, row by row. */
  private static List<ByteRange> naive(byte[] one, byte[] other, long width, TreeSet<Long> open) {
    int rows = (int) Math.max(1, (one.length + width - 1) / width);
    boolean[] shown = new boolean[rows];
    for (int at = 0; at < one.length; at++) {
      for (int row = (int) (at / width) - 2; one[at] != other[at] && row <= at / width + 2; row++) {
        if (row >= 0 && row < rows) {
          shown[row] = true;
        }
      }
    }
    List<ByteRange> lines = new ArrayList<>();
    for (int row = 0; row < rows; ) {
      int end = row;
      while (end < rows && !shown[end]) {
        end++;
      }
      int last = end;
      int first = row;
      boolean opened = open.stream().anyMatch(at -> at / width >= first && at / width < last);
      if (end - row >= 4 && !opened) {
        lines.add(ByteRange.between(row * width, Math.min(one.length, end * width)));
        row = end;
      } else {
        end = Math.max(end, row + 1);
        for (; row < end; row++) {
          lines.add(
              ByteRange.between(
                  Math.min(one.length, row * width), Math.min(one.length, (row + 1) * width)));
        }
      }
    }
    return lines;
  }

  private static void check(CompareRows rows, List<ByteRange> expected, int length) {
    assertThat(rows.lines()).isEqualTo(expected.size());
    for (int line = 0; line < expected.size(); line++) {
      assertThat(rows.positions(line)).isEqualTo(expected.get(line));
      assertThat(rows.isFold(line)).isEqualTo(expected.get(line).length() > rows.bytesPerRow());
    }
    for (int at = 0; at < length; at++) {
      assertThat(expected.get((int) rows.lineOf(at)).contains(at)).isTrue();
    }
  }
}
