package org.kpackworkbench.model.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short form of {@code .ci/crash-runs}. */
@EnabledOnOs(OS.LINUX)
class CrashRunTest {
  @TempDir static Path made;
  private static CrashData small;
  private static CrashData data;

  @TempDir Path folder;

  @BeforeAll
  static void makeData() throws IOException {
    small = CrashData.make(made.resolve("small"), false, 500_000);
    data = CrashData.make(made.resolve("data"), false, 2_000_000);
  }

  @ParameterizedTest
  @EnumSource(names = "SAVE")
  void killedItIsOldOrNewAndTheNextRunIsWhole(CrashOperation operation) throws Exception {
    kill(operation, 4);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void killedOftenItIsOldOrNewAndTheNextRunIsWhole(CrashOperation operation) throws Exception {
    kill(operation, 12);
  }

  @Tag("long")
  @Test
  void convertedWindowsLibraryIsOldOrNewAndTheNextRunIsWhole() throws Exception {
    CrashData old = CrashData.make(made.resolve("small-dll"), true, 500_000);
    CrashData dll = CrashData.make(made.resolve("dll"), true, 2_000_000);
    kill(new CrashRun(CrashOperation.CONVERT, old, dll, folder, 1), 12);
  }

  private void kill(CrashOperation operation, int times) throws Exception {
    kill(new CrashRun(operation, small, data, folder, 1), times);
  }

  private static void kill(CrashRun run, int times) throws Exception {
    run.kill(times);
    CrashTally tally = run.tally();
    assertThat(tally.failures()).isEmpty();
    assertThat(tally.kills()).isEqualTo(times);
  }

  @ParameterizedTest
  @EnumSource(names = "EXTRACT")
  void withoutRoomWhatWasThereStays(CrashOperation operation) throws Exception {
    fill(operation, 1);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void whereverRoomEndsWhatWasThereStays(CrashOperation operation) throws Exception {
    fill(operation, 6);
  }

  private void fill(CrashOperation operation, int times) throws Exception {
    CrashRun run = new CrashRun(operation, small, data, folder, 1);
    run.full(times);
    assertThat(run.tally().failures()).isEmpty();
  }
}
