package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.window.shell.PanelSizes.Wish;

class PanelSizesTest {
  private static final Wish TREE = new Wish(240, 150, false);
  private static final Wish INSPECTOR = new Wish(260, 190, false);

  private static double[] sizes(double extent, Wish... wishes) {
    return PanelSizes.of(extent, 620, 440, List.of(wishes));
  }

  @Test
  void withRoomPanesAreAsLargeAsTheyWereMade() {
    assertThat(sizes(1200, TREE, INSPECTOR)).containsExactly(240, 260);
    assertThat(sizes(3000, TREE, INSPECTOR)).containsExactly(240, 260);
  }

  @Test
  void withLessRoomTheyShrinkTogetherButNeverBelowTheirLeast() {
    double[] sizes = sizes(1000, TREE, INSPECTOR);
    assertThat(sizes[0]).isBetween(150.0, 240.0);
    assertThat(sizes[1]).isBetween(190.0, 260.0);
    assertThat(1000 - sizes[0] - sizes[1]).isEqualTo(620);
    assertThat(sizes(800, TREE, INSPECTOR)).containsExactly(150, 190);
  }

  @Test
  void whereThatIsNotEnoughTheLessImportantGoFirst() {
    assertThat(sizes(700, TREE, INSPECTOR)).containsExactly(150, 0);
    assertThat(sizes(500, TREE, INSPECTOR)).containsExactly(0, 0);
  }

  @Test
  void whatTheUserAskedForStays() {
    assertThat(sizes(500, TREE, new Wish(260, 190, true))).containsExactly(0, 190);
  }

  @Test
  void withoutPanesThereIsNothingToGive() {
    assertThat(sizes(500)).isEmpty();
  }
}
