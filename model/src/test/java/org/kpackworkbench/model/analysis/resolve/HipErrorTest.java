package org.kpackworkbench.model.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;

/** What is said of a HIP program's error names every cause that it can have, and promises none. */
class HipErrorTest {
  /** What a program prints, and something alike that is another error. */
  private static final Map<HipError, String[]> LINES =
      Map.of(
          HipError.INVALID_DEVICE_FUNCTION,
          new String[] {"HIP error: invalid device function", "HIP error: invalid device ordinal"},
          HipError.INVALID_IMAGE,
          new String[] {"device kernel image is invalid", "device kernel image is odd"},
          HipError.INVALID_KERNEL_FILE,
          new String[] {"code=218(hipErrorInvalidKernelFile)", "hipErrorInvalidKernelFiles"},
          HipError.NO_BINARY_FOR_GPU,
          new String[] {
            "hipErrorNoBinaryForGpu: Unable to find code object for all current devices!",
            "hipErrorNoDevice"
          });

  @Test
  void eachIsFoundInItsLineAndNotInOneThatIsAlike() {
    assertThat(LINES.keySet()).isEqualTo(Set.of(HipError.values()));
    LINES.forEach(
        (error, lines) -> {
          assertThat(HipError.in(lines[0])).contains(error);
          assertThat(HipError.in(lines[1])).isEmpty();
          assertThat(DebugLog.read(lines[0] + "\n").hipErrors()).containsExactly(error);
          assertThat(error.meaning() + error.advice()).doesNotContain("usual");
        });
  }

  @Test
  void aGpuThatNothingWasCompiledForIsACauseWhereCodeIsInside() {
    for (HipError error : Set.of(HipError.NO_BINARY_FOR_GPU, HipError.INVALID_KERNEL_FILE)) {
      assertThat(error.meaning())
          .contains("a library with its device code inside was not compiled");
      assertThat(error.advice()).contains("info says fat");
    }
    // Older runtimes answer it whatever was not found.
    assertThat(HipError.INVALID_IMAGE.advice()).contains("which shows the cause");
  }
}
