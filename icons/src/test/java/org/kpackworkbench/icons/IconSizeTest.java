package org.kpackworkbench.icons;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IconSizeTest {
  @Test
  void sizesGrowAndFallOnWholePixelsAtHalfScale() {
    int[] sizes = Arrays.stream(IconSize.values()).mapToInt(IconSize::pixels).toArray();
    assertThat(sizes).isSorted();
    assertThat(Arrays.stream(sizes).filter(size -> size % 2 != 0)).isEmpty();
  }
}
