package org.kpackworkbench.model.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunningProcessTest {
  @TempDir Path folder;

  @Test
  void variablesAreTakenApart() {
    assertThat(
            RunningProcess.variables(
                "ROCM_KPACK_PATH=/a=b:/c\0EMPTY=\0nothing\0=x\0TWO=1\0TWO=2\0LINES=a\nb\0"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("ROCM_KPACK_PATH", "/a=b:/c", "EMPTY", "", "TWO", "1", "LINES", "a\nb"));
    assertThat(RunningProcess.variables("")).isEmpty();
  }

  @Test
  void filesAreThoseThatAreStillThere() throws IOException {
    Path here = Files.writeString(folder.toRealPath().resolve("my lib.so"), "x");
    RunningProcess process =
        new RunningProcess(
            7,
            MemoryMap.parse(
                """
                1000-2000 r--p 00000000 fe:01 1    %1$s
                2000-3000 r-xp 00001000 fe:01 1    %1$s
                3000-4000 r--p 00000000 fe:01 2    %1$s.2
                4000-5000 r--p 00000000 fe:01 3    /usr/lib/libgone.so.1 (deleted)
                5000-6000 rw-s 00000000 00:01 3    /memfd:pulseaudio (deleted)
                6000-7000 rw-p 00000000 00:00 0    [heap]
                """
                    .formatted(here)),
            Map.of());
    assertThat(process.files()).containsExactly(here);
    assertThat(process.replaced())
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.failure())
                    .hasMessageContaining("replaced since process 7 mapped it"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thisProcessCanBeLookedAt() throws IOException {
    RunningProcess self = RunningProcess.of(ProcessHandle.current().pid());
    assertThat(self.variables()).containsKey("PATH");
    assertThat(self.files()).anyMatch(path -> path.endsWith("libjvm.so"));
    assertThatThrownBy(() -> RunningProcess.of(Long.MAX_VALUE))
        .isInstanceOf(NoSuchFileException.class);
  }
}
