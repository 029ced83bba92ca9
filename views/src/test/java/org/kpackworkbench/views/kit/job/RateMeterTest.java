package org.kpackworkbench.views.kit.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.text.TimeText;

class RateMeterTest {
  private static final long SECOND = 1_000_000_000L;

  private final RateMeter meter = new RateMeter();

  @Test
  void aSteadyPaceIsItsRate() {
    for (int i = 0; i <= 20; i++) {
      meter.sample(i * 1000L, i * SECOND);
    }
    assertThat(meter.unitsPerSecond()).isCloseTo(1000, within(1e-6));
    assertThat(meter.secondsFor(5000)).isEqualTo(5);
  }

  @Test
  void aShortStallDoesNotDropTheRateToNothing() {
    meter.sample(0, 0);
    meter.sample(1000, SECOND);
    meter.sample(1000, SECOND + SECOND / 5);
    assertThat(meter.unitsPerSecond()).isBetween(500.0, 1000.0);
  }

  @Test
  void nobodyKnowsBeforeTheFirstUnits() {
    assertThat(meter.secondsFor(10)).isEqualTo(-1);
    meter.sample(0, 0);
    assertThat(meter.secondsFor(10)).isEqualTo(-1);
    meter.sample(50, 0);
    assertThat(meter.secondsFor(10)).as("no time has gone by").isEqualTo(-1);
  }

  @Test
  void durationsAreReadable() {
    assertThat(TimeText.duration(14)).isEqualTo("14 s");
    assertThat(TimeText.duration(65)).isEqualTo("1 min 05 s");
    assertThat(TimeText.duration(3 * 3600 + 7 * 60)).isEqualTo("3 h 07 min");
  }
}
