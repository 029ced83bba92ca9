package org.kpackworkbench.model.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

class ProcessMemoryTest {
  /** Tests may run as root, who is never refused. */
  @Test
  void aProtectedProcessIsRefusedWithWhatToDo() {
    ProcessMemory memory = ProcessMemory.of("1234");
    FormatException refusal = memory.refusal("URI", 16, new AccessDeniedException("mem"));
    assertThat(refusal.reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(refusal)
        .hasMessageContainingAll("process 1234", "another user's", "as root", "sysctl");
  }

  @Test
  void onlyTheMemoryOfAProcessIsOne() {
    assertThat(ProcessMemory.of(Path.of("/proc/1234/mem"))).contains(ProcessMemory.of("1234"));
    for (String other :
        new String[] {"/proc/self/mem", "/proc/1/maps", "/x/proc/1/mem", "proc/1/mem"}) {
      assertThat(ProcessMemory.of(Path.of(other))).isEmpty();
    }
  }
}
