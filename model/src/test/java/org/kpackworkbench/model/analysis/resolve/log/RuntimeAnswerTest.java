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
  void eachFormIsReadAndExplained() throws Exception {
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
            "kpack-workbench resolve '/opt/my rocm/lib/liba.so' --target gfx942:xnack- shows which step fails.");
    assertThat(log.runtimeAnswers().getFirst().advice()).contains("ROCM_KPACK_DEBUG=1");
    assertThat(log.runtimeLines()).extracting(DebugLog.Line::number).containsExactly(1, 2, 4, 5);
    assertThat(log.kind(1)).isEqualTo(DebugLog.Kind.RUNTIME);
    // What is alike, and a loader's own lines, are none.
    assertThat(log.kind(3)).isEqualTo(DebugLog.Kind.STEP);
    assertThat(log.kind(6)).isEqualTo(DebugLog.Kind.OTHER);
  }

  @Test
  void explainsDevicesWithoutCode() {
    String log =
        """
        :3:hip_fatbin.cpp:700 : Skipping device with no compatible code object (HIP_FORCE_SPIRV_CODEOBJECT=0); rebuild with --offload-arch=amdgcn-amd-amdhsa--gfx1036 to add support for this device
        :1:hip_fatbin.cpp:600 : No compatible code objects found for: gfx90a:sramecc+:xnack-, value of HIP_FORCE_SPIRV_CODEOBJECT: 1
        Could not add device type specific kpack object for ISA, device id: 3, err: 209
        Could not add device type specific kpack object for amdgcn-amd-amdhsa--gfx942, device id: 0, err: 1
        :1:hip_fatbin.cpp:720 : Kpack binary detected but ROCM_KPACK_ENABLED=OFF
        HIP_FORCE_SPIRV_CODEOBJECT=1
        """;
    DebugLog read = DebugLog.read(log);
    assertThat(read.runtimeAnswers())
        .extracting(RuntimeAnswer::meaning)
        .containsExactly(
            "The runtime skips a device of gfx1036, for which it found no code.",
            "There is no code for gfx90a:sramecc+:xnack-.",
            "The loader found code, and the runtime refused it (device 3, HIP error 209"
                + " (hipErrorNoBinaryForGpu)).",
            "The loader found code for gfx942, and the runtime refused it (device 0, HIP error 1).",
            "The runtime was built without support for archives (ROCM_KPACK_ENABLED=OFF), so the"
                + " binary's wrappers get no code.");
    assertThat(read.runtimeAnswers())
        .allSatisfy(answer -> assertThat(answer.advice()).isNotEmpty())
        .allSatisfy(answer -> assertThat(answer.error()).isNull());
    assertThat(read.runtimeLines()).hasSize(5);
    assertThat(log.lines().limit(5))
        .allSatisfy(line -> assertThat(DebugLog.read(line).runtimeLines()).hasSize(1));
  }

  private static final String LOAD =
      """
      kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=1, lookup_key='lib/a.so#1', 1 search paths
      kpack: trying architecture: gfx942:xnack-
      kpack:   archive /a.kpack has architecture gfx942:xnack-
      kpack:   kernel not found in this archive (error 5)
      """;

  private static final String ANSWER =
      "Failed to load device type specific kpack object for ISA amdgcn-amd-amdhsa--%s, err: %d,"
          + " host binary: /opt/lib/a.so\n";

  @Test
  void belongsToTheLoadBeforeIt() {
    String other = "training epoch 1\n";
    DebugLog log = DebugLog.read(LOAD + other + ANSWER.formatted("gfx942:xnack-", 5) + LOAD + LOAD);
    assertThat(log.loads()).extracting(DebugLog.LoadSummary::answerLine).containsExactly(6, 0, 0);
    assertThat(log.runtimeAnswers()).isEmpty();
    // A prefix of the process is before both.
    String named =
        log.lines().stream()
            .map(line -> "[rank3] " + line.text() + "\n")
            .reduce("", String::concat);
    assertThat(DebugLog.read(named.replace("] Failed", "] :1:fat.cpp:7 : Failed")).loads())
        .extracting(DebugLog.LoadSummary::answerLine)
        .containsExactly(6, 0, 0);
  }

  private static final String SKIPPED =
      "Skipping device with no compatible code object (HIP_FORCE_SPIRV_CODEOBJECT=0); rebuild with"
          + " --offload-arch=%s to add support for this device\n";

  private static final String NO_CODE =
      "No compatible code objects found for: %s, value of HIP_FORCE_SPIRV_CODEOBJECT: 0\n";

  @Test
  void aSkippedDeviceBelongsToTheLoadThatFailed() {
    String none =
        """
        kpack: parsed HIPK metadata: kernel_name='lib/libfoo.so', co_index=3, lookup_key='lib/libfoo.so#3', 1 search paths
        kpack: expanded pattern: /opt/.kpack/foo_@GFXARCH@.kpack -> /opt/.kpack/foo_gfx942.kpack
        kpack: archive not found: /opt/.kpack/foo_gfx942.kpack
        kpack: no valid archives found in 1 kpack paths
        """;
    for (String answer : java.util.List.of(SKIPPED, NO_CODE)) {
      for (String log :
          java.util.List.of(
              none + answer.formatted("amdgcn-amd-amdhsa--gfx942"),
              LOAD + answer.formatted("gfx942:xnack-"),
              LOAD + answer.formatted("gfx942"))) {
        DebugLog read = DebugLog.read(log);
        assertThat(read.loads()).as(log).extracting(DebugLog.LoadSummary::answerLine).contains(5);
        assertThat(read.runtimeAnswers()).as(log).isEmpty();
      }
      DebugLog other = DebugLog.read(LOAD + answer.formatted("gfx1100"));
      assertThat(other.loads().getFirst().answerLine()).isZero();
      assertThat(other.runtimeAnswers()).hasSize(1);
    }
  }

  @Test
  void severalWordsOfOneFailureBelongToOneLoad() {
    String all =
        LOAD
            + ANSWER.formatted("gfx942:xnack-", 5)
            + SKIPPED.formatted("gfx942:xnack-")
            + NO_CODE.formatted("gfx942:xnack-");
    DebugLog log = DebugLog.read(all);
    assertThat(log.loads().getFirst().answerLine()).isEqualTo(5);
    assertThat(log.runtimeAnswers()).isEmpty();
    assertThat(log.runtimeLines()).hasSize(3);
    // A second device without a load in the log.
    assertThat(DebugLog.read(all + SKIPPED.formatted("gfx942:xnack-")).runtimeAnswers()).hasSize(1);
  }

  @Test
  void aSkippedDeviceBelongsToNoLoadThatFoundCode() {
    DebugLog log =
        DebugLog.read(
            LOAD.replace("kernel not found in this archive (error 5)", "found kernel: 7 bytes")
                + "kpack: loaded code object: 7 bytes\n"
                + SKIPPED.formatted("gfx942:xnack-"));
    assertThat(log.loads().getFirst().succeeded()).isTrue();
    assertThat(log.loads().getFirst().answerLine()).isZero();
    assertThat(log.runtimeAnswers()).hasSize(1);
  }

  @Test
  void belongsToNoLoadThatEndedOtherwise() {
    for (String answer :
        java.util.List.of(
            ANSWER.formatted("gfx942:xnack-", 6),
            ANSWER.formatted("gfx1100", 5),
            "Could not add device type specific kpack object for ISA, device id: 3, err: 209\n")) {
      DebugLog log = DebugLog.read(LOAD + answer);
      assertThat(log.loads().getFirst().answerLine()).as(answer).isZero();
      assertThat(log.runtimeAnswers()).hasSize(1);
    }
    DebugLog second = DebugLog.read(LOAD + ANSWER.formatted("gfx942:xnack-", 5).repeat(2));
    assertThat(second.loads().getFirst().answerLine()).isEqualTo(5);
    assertThat(second.runtimeAnswers()).hasSize(1);
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
