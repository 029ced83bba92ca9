package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntSortTest {
  @Test
  void sortsLikeTheStableSortOfObjects() {
    Random random = new Random(3);
    for (int size = 0; size < 300; size++) {
      int[] keys = random.ints(size, 0, 1 + size / 3).toArray();
      int[] rows = IntStream.range(0, size).toArray();
      IntSort.sort(rows, (a, b) -> Integer.compare(keys[a], keys[b]));
      assertThat(rows)
          .containsExactly(
              IntStream.range(0, size)
                  .boxed()
                  .sorted(Comparator.comparingInt(i -> keys[i]))
                  .mapToInt(Integer::intValue)
                  .toArray());
    }
  }

  @Test
  void sortsAPartAndLeavesTheRest() {
    int[] items = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 12, 11, 10};
    IntSort.sort(items, 2, 11, Integer::compare);
    assertThat(items).containsExactly(9, 8, 0, 1, 2, 3, 4, 5, 6, 7, 12, 11, 10);
  }

  @Test
  void whatIsInOrderIsLookedAtOnce() {
    int[] items = IntStream.range(0, 10_000).toArray();
    AtomicInteger looks = new AtomicInteger();
    IntSort.sort(
        items,
        (a, b) -> {
          looks.incrementAndGet();
          return Integer.compare(a, b);
        });
    assertThat(items).isSorted();
    assertThat(looks.get()).isLessThan(items.length);
  }

  @Test
  void laterOrdersCountWhereEarlierSeeNoDifference() {
    int[] items = {31, 12, 11, 32, 22};
    IntSort.Order byTens = (a, b) -> Integer.compare(a / 10, b / 10);
    IntSort.sort(items, byTens.then(((IntSort.Order) Integer::compare).reversed()));
    assertThat(items).containsExactly(12, 11, 22, 32, 31);
  }
}
