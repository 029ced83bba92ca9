package org.kpackworkbench.model.base.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetReductionsTest {

  @Test
  void theLargestComesFirstAndTheRightIsDroppedFirst() {
    assertThat(texts("gfx942:sramecc+:xnack-"))
        .containsExactly("gfx942:sramecc+:xnack-", "gfx942:sramecc+", "gfx942:xnack-", "gfx942");
    assertThat(texts("gfx90a:xnack+")).containsExactly("gfx90a:xnack+", "gfx90a");
    assertThat(texts("gfx1100")).containsExactly("gfx1100");
    assertThat(texts("gfx9:a+:b+:c+"))
        .containsExactly(
            "gfx9:a+:b+:c+",
            "gfx9:a+:b+",
            "gfx9:a+:c+",
            "gfx9:b+:c+",
            "gfx9:a+",
            "gfx9:b+",
            "gfx9:c+",
            "gfx9");
  }

  @Test
  void everySubsetStandsOnceInTheOrderOfSizeAndOfWhatIsKept() {
    Random random = new Random(6);
    for (int round = 0; round < 200; round++) {
      int count = random.nextInt(TargetReductions.MOST_FEATURES + 1);
      StringBuilder text = new StringBuilder("gfx942");
      for (int i = 0; i < count; i++) {
        text.append(":f").append(i).append(random.nextBoolean() ? '+' : '-');
      }
      GpuTarget target = GpuTarget.parse(text.toString());
      List<GpuTarget> found = TargetReductions.of(target);

      assertThat(found).hasSize(1 << count).doesNotHaveDuplicates().startsWith(target);
      List<String> order = new ArrayList<>();
      for (GpuTarget one : found) {
        assertThat(target.features()).containsAll(one.features());
        assertThat(one.processor()).isEqualTo("gfx942");
        // One digit for what was dropped, then the numbers of what was kept: sorted as text.
        String kept =
            one.features().stream()
                .map(feature -> feature.name().substring(1))
                .reduce("", String::concat);
        order.add((count - one.features().size()) + " " + kept);
      }
      assertThat(order).isSorted();
    }
  }

  @Test
  void moreFeaturesThanAnyTargetHasAreRefused() {
    String text =
        IntStream.range(0, 40).mapToObj(i -> ":f" + i + "+").reduce("gfx942", String::concat);
    assertThatThrownBy(() -> TargetReductions.of(GpuTarget.parse(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("40 features");
  }

  private static List<String> texts(String target) {
    return TargetReductions.of(GpuTarget.parse(target)).stream().map(GpuTarget::toString).toList();
  }
}
