package org.kpackworkbench.model.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class TimeTextTest {
  private static final Instant TIME = Instant.parse("2026-03-01T14:05:09.7Z");

  @Test
  void pointsInTime() {
    assertThat(TimeText.seconds(TIME)).isEqualTo("2026-03-01 14:05:09 UTC");
    assertThat(TimeText.minutes(TIME)).isEqualTo("2026-03-01 14:05 UTC");
    ZoneId zone = ZoneId.of("Asia/Tokyo");
    assertThat(TimeText.seconds(TIME, zone)).isEqualTo("2026-03-01 23:05:09");
    assertThat(TimeText.minutes(TIME, zone)).isEqualTo("2026-03-01 23:05");
  }

  @Test
  void durations() {
    assertThat(TimeText.duration(0)).isEqualTo("0 s");
    assertThat(TimeText.duration(14)).isEqualTo("14 s");
    assertThat(TimeText.duration(65)).isEqualTo("1 min 05 s");
    assertThat(TimeText.duration(3 * 3600 + 7 * 60)).isEqualTo("3 h 07 min");
  }
}
