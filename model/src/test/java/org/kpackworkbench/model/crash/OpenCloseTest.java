package org.kpackworkbench.model.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;

/** The short form of {@code .ci/crash-runs --cycles}. */
@EnabledOnOs(OS.LINUX)
class OpenCloseTest {
  private static final int WARM = 10;

  @TempDir Path folder;

  @Test
  void whatIsClosedHoldsNothing() throws Exception {
    cycle(40);
  }

  @Tag("long")
  @Test
  void whatIsClosedAThousandTimesHoldsNothing() throws Exception {
    cycle(1000);
  }

  private void cycle(int times) throws Exception {
    Map<String, OpenClose.Cycle> cycles = new OpenClose(folder).cycles();
    for (OpenClose.Cycle each : cycles.values()) {
      OpenCloseCycles.run(each, WARM);
    }
    // Collecting takes longer than the cycles, so what is held after one is not measured again.
    Held before = Held.now();
    for (Map.Entry<String, OpenClose.Cycle> each : cycles.entrySet()) {
      OpenCloseCycles.run(each.getValue(), times);
      Held after = Held.now(1);
      assertThat(after.descriptors())
          .as(each.getKey())
          .isLessThan(before.descriptors() + times / 2);
      assertThat(after.mappings()).as(each.getKey()).isEqualTo(before.mappings());
      // Other tests' threads come and go.
      assertThat(after.threads()).as(each.getKey()).isLessThan(before.threads() + times / 2);
      before = after;
    }
  }

  @Test
  void whatIsHeldIsSeen() throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "text");
    Held before = Held.now();
    List<AutoCloseable> open = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        FileChannel channel = FileChannel.open(file);
        open.add(channel);
        Arena mapped = Arena.ofShared();
        channel.map(FileChannel.MapMode.READ_ONLY, 0, 4, mapped);
        open.add(mapped);
        Document document = StandardFormats.all().open(file, Progress.NONE);
        open.add(document::close);
      }
      Held after = Held.now();
      assertThat(after.descriptors()).isGreaterThan(before.descriptors() + 300);
      assertThat(after.mappings()).isEqualTo(before.mappings() + 200);
      assertThat(OpenCloseCycles.leaks(before, after)).isTrue();
    } finally {
      for (AutoCloseable each : open) {
        each.close();
      }
    }
  }
}
