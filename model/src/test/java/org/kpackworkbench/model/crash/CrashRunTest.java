package org.kpackworkbench.model.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short form of {@code .ci/crash-runs}. */
@EnabledOnOs(OS.LINUX)
class CrashRunTest {
  private static final int KILLS = 6;

  @TempDir static Path made;
  private static CrashData small;
  private static CrashData data;

  @TempDir Path folder;

  @BeforeAll
  static void makeData() throws IOException {
    small = CrashData.make(made.resolve("small"), 500_000);
    data = CrashData.make(made.resolve("data"), 2_000_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"PACK", "SPLIT", "SAVE"})
  void killedItIsOldOrNewAndTheNextRunIsWhole(CrashOperation operation) throws Exception {
    CrashRun run = new CrashRun(operation, small, data, folder, 1);
    run.kill(KILLS);
    CrashTally tally = run.tally();
    assertThat(tally.failures()).isEmpty();
    assertThat(tally.kills()).isEqualTo(KILLS);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESTORE", "EXTRACT"})
  void withoutRoomWhatWasThereStays(CrashOperation operation) throws Exception {
    CrashRun run = new CrashRun(operation, small, data, folder, 1);
    run.full(1);
    assertThat(run.tally().failures()).isEmpty();
  }
}
