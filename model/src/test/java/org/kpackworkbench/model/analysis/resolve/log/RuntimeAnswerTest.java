package org.kpackworkbench.model.analysis.resolve.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.RuntimeAnswer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.log.LoaderLog;

/** What runtimes print of loaders' answers. */
class RuntimeAnswerTest {
  private static final String LOG =
      """
      :1:hip_fatbin.cpp:120 : 1 us: kpack_load_code_object failed with error: 5
      Could not load device type specific kpack object for ISA amdgcn-amd-amdhsa--gfx942:xnack-, err: 13, host binary: /opt/my rocm/lib/liba.so
      kpack: loaded code object: 4096 bytes
      Failed to load device type specific kpack object for ISA gfx1100, err: 99, host binary: /opt/liba.so
      Could not find device type specific kpack code objects for any available device from binary: /opt/liba.so
      Could not load kpack
      """;

  @Test
  void eachFormIsReadAndExplained() {
    DebugLog log = DebugLog.read(LOG);
    assertThat(log.runtimeAnswers())
        .extracting(RuntimeAnswer::meaning)
        .containsExactly(
            "The loader returned error 5 (kernel not found).",
            "The loader returned error 13 (archive not found) for gfx942:xnack-, requested by /opt/my"
                + " rocm/lib/liba.so.",
            "The loader returned error 99, which no known loader returns for gfx1100, requested by"
                + " /opt/liba.so.",
            "No device got code from /opt/liba.so.");
    assertThat(log.runtimeAnswers().get(1).advice())
        .isEqualTo(
            "kpack-workbench resolve /opt/my rocm/lib/liba.so --target gfx942:xnack- shows which step fails.");
    assertThat(log.runtimeAnswers().getFirst().advice()).contains("ROCM_KPACK_DEBUG=1");
    assertThat(log.runtimeLines()).extracting(DebugLog.Line::number).containsExactly(1, 2, 4, 5);
    assertThat(log.kind(1)).isEqualTo(DebugLog.Kind.RUNTIME);
    // What is alike, and a loader's own lines, are none.
    assertThat(log.kind(3)).isEqualTo(DebugLog.Kind.STEP);
    assertThat(log.kind(6)).isEqualTo(DebugLog.Kind.OTHER);
  }

  @Test
  void aLogWithNothingElseIsALog() throws Exception {
    byte[] only =
        LOG.lines()
            .skip(4)
            .findFirst()
            .orElseThrow()
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThat(LoaderLog.isIn(ByteView.of("log", only), 1 << 16)).isTrue();
    assertThat(
            LoaderLog.isIn(
                ByteView.of(
                    "log",
                    "Could not load kpack".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                1 << 16))
        .isFalse();
  }
}
