package org.kpackworkbench.views.kit.theme;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThemeChoiceTest {
  @Test
  void followingTheSystemMeansItsContrastToo() {
    assertThat(ThemeChoice.SYSTEM.resolve(false, false)).isEqualTo(Theme.LIGHT);
    assertThat(ThemeChoice.SYSTEM.resolve(true, false)).isEqualTo(Theme.DARK);
    assertThat(ThemeChoice.SYSTEM.resolve(false, true)).isEqualTo(Theme.CONTRAST_LIGHT);
    assertThat(ThemeChoice.SYSTEM.resolve(true, true)).isEqualTo(Theme.CONTRAST_DARK);
  }

  @Test
  void aChoiceHoldsAgainstTheSystem() {
    assertThat(ThemeChoice.LIGHT.resolve(true, true)).isEqualTo(Theme.LIGHT);
    assertThat(ThemeChoice.DARK.resolve(false, false)).isEqualTo(Theme.DARK);
    assertThat(ThemeChoice.HIGH_CONTRAST.resolve(true, false)).isEqualTo(Theme.CONTRAST_DARK);
  }

  @Test
  void choicesAreFoundByTheirNames() {
    for (ThemeChoice choice : ThemeChoice.values()) {
      assertThat(ThemeChoice.byId(choice.id())).contains(choice);
    }
    assertThat(ThemeChoice.byId("pink")).isEmpty();
  }

  @Test
  void zoomGoesInStepsAndStaysInItsRange() {
    Zoom zoom = new Zoom();
    zoom.in();
    assertThat(zoom.factor()).isEqualTo(1.1);
    zoom.out();
    zoom.out();
    assertThat(zoom.factor()).isEqualTo(0.9);
    zoom.set(99);
    assertThat(zoom.factor()).isEqualTo(3);
    zoom.in();
    assertThat(zoom.factor()).isEqualTo(3);
    zoom.set(Double.NaN);
    assertThat(zoom.factor()).isEqualTo(1);
  }
}
