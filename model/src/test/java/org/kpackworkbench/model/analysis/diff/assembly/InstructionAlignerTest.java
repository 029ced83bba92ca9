package org.kpackworkbench.model.analysis.diff.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;

class InstructionAlignerTest {

  @Test
  void whatIsInsertedMovesTheRest() {
    assertThat(align(ints(0, 1, 2, 3), ints(0, 1, 9, 2, 3))).containsExactly(0, 1, 3, 4);
    assertThat(align(ints(0, 1, 2, 3), ints(1, 2, 3))).containsExactly(-1, 0, 1, 2);
    assertThat(align(ints(), ints(1))).isEmpty();
    assertThat(align(ints(4, 4, 4), ints())).containsExactly(-1, -1, -1);
  }

  @Test
  void whatIsUniqueIsAlignedBeforeWhatIsCommon() {
    // 0 is everywhere, 7 and 8 are not.
    assertThat(align(ints(0, 0, 7, 0, 8), ints(7, 0, 0, 8, 0))).containsExactly(-1, -1, 0, 1, 3);
  }

  @Test
  void ofWhatIsNeverUniqueTheMostIsAligned() {
    Random random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      int[] one = never(3, random.ints(random.nextInt(12), 0, 3).toArray());
      int[] other = never(4, random.ints(random.nextInt(12), 0, 3).toArray());
      int[] match = align(one, other);
      assertValid(one, other, match);
      assertThat(Arrays.stream(match).filter(at -> at >= 0).count())
          .as("%s and %s", Arrays.toString(one), Arrays.toString(other))
          .isEqualTo(longestCommon(one, other));
    }
  }

  @Test
  void aHundredThousandThatHaveLittleInCommonAreAligned() {
    Random random = new Random(3);
    int[] one = random.ints(100_000, 0, 40).toArray();
    int[] other = random.ints(100_000, 0, 40).toArray();
    int[] match = align(one, other);
    assertValid(one, other, match);
    assertThat(Arrays.stream(match).filter(at -> at >= 0).count()).isGreaterThan(20_000);
  }

  @Test
  void aHundredThousandWithAFewInsertionsAreAlignedButForThese() {
    Random random = new Random(5);
    int[] one = random.ints(100_000, 0, 300).toArray();
    int[] other =
        IntStream.range(0, one.length)
            .flatMap(at -> at % 1000 == 500 ? IntStream.of(301, one[at]) : IntStream.of(one[at]))
            .toArray();
    assertThat(align(one, other)).doesNotContain(-1);
  }

  @Test
  void itCanBeCancelled() {
    assertThatThrownBy(() -> InstructionAligner.align(ints(0, 1), ints(1, 0), () -> true))
        .isInstanceOf(CancellationException.class);
  }

  private static int[] align(int[] one, int[] other) {
    return InstructionAligner.align(one, other, Progress.NONE);
  }

  private static void assertValid(int[] one, int[] other, int[] match) {
    int last = -1;
    for (int at = 0; at < match.length; at++) {
      if (match[at] >= 0) {
        assertThat(match[at]).isGreaterThan(last);
        assertThat(other[match[at]]).isEqualTo(one[at]);
        last = match[at];
      }
    }
  }

  private static int longestCommon(int[] one, int[] other) {
    int[][] length = new int[one.length + 1][other.length + 1];
    for (int i = 1; i <= one.length; i++) {
      for (int j = 1; j <= other.length; j++) {
        length[i][j] =
            one[i - 1] == other[j - 1]
                ? length[i - 1][j - 1] + 1
                : Math.max(length[i - 1][j], length[i][j - 1]);
      }
    }
    return length[one.length][other.length];
  }

  /** Numbers, each of which is there twice or more, between ends that only this side has. */
  private static int[] never(int end, int[] numbers) {
    return Stream.of(
            IntStream.of(end),
            IntStream.of(0, 1, 2),
            Arrays.stream(numbers),
            IntStream.of(2, 1, 0),
            IntStream.of(end))
        .flatMapToInt(part -> part)
        .toArray();
  }

  private static int[] ints(int... numbers) {
    return numbers;
  }
}
