package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CompareHeadTest {
  @Test
  void manySidesLoseTheEndThatAllHave() {
    assertThat(
            CompareHead.withoutSharedEnd(
                List.of("day-1/x/.kpack/a.kpm", "day-2/x/.kpack/a.kpm", "day-3/x/.kpack/a.kpm")))
        .containsExactly("day-1", "day-2", "day-3");
    assertThat(CompareHead.withoutSharedEnd(List.of("x/a.kpm", "x/b.kpm", "x/c.kpm")))
        .containsExactly("x/a.kpm", "x/b.kpm", "x/c.kpm");
    assertThat(CompareHead.withoutSharedEnd(List.of("a.kpm", "x/a.kpm", "y/a.kpm")))
        .containsExactly("a.kpm", "x/a.kpm", "y/a.kpm");
  }

  @Test
  void twoSidesKeepTheirNames() {
    List<String> names = List.of("monday/a.kpm", "tuesday/a.kpm");
    assertThat(CompareHead.withoutSharedEnd(names)).isEqualTo(names);
  }
}
