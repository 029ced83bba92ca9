package org.kpackworkbench.model.base.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.target.GpuNames.NamedDevices;

/** What people type and paste to name GPUs, and what they may mean. */
class NamedDevicesTest {

  private static List<String> targets(String text) {
    return GpuNames.read(text).targets().stream().map(GpuTarget::toString).toList();
  }

  @Test
  void namesWithCommasOrOnLines() {
    assertThat(targets("gfx942, MI210\nRX 7900 XTX;gfx90a-xnack+"))
        .containsExactly("gfx942", "gfx90a", "gfx1100", "gfx90a:xnack+");
    assertThat(targets("gfx12")).contains("gfx1200", "gfx1201");
    assertThat(targets("gfx90a gfx942")).containsExactly("gfx90a", "gfx942");
  }

  @Test
  void targetsAreHandedOverAsTheyAreTyped() {
    NamedDevices read =
        GpuNames.read("gfx90a:xnack+:sramecc+, gfx90a-xnack+, gfx942::xnack-:, MI300X");
    assertThat(read.devices())
        .extracting(device -> device.written())
        .containsExactly("gfx90a:xnack+:sramecc+", "gfx90a-xnack+", "gfx942::xnack-:", "gfx942");
    assertThat(read.targets())
        .containsExactly(
            GpuTarget.parse("gfx90a:sramecc+:xnack+"),
            GpuTarget.parse("gfx90a:xnack+"),
            GpuTarget.parse("gfx942:xnack-"),
            GpuTarget.of("gfx942"));
    assertThat(read.problem()).isEmpty();
  }

  @Test
  void whatIsNotUnderstoodIsNamed() {
    NamedDevices read = GpuNames.read("gfx942, RTX 4090, gfx90a:xnack");
    assertThat(read.targets()).containsExactly(GpuTarget.of("gfx942"));
    assertThat(read.problem())
        .isEqualTo(
            "Not understood: \"RTX 4090\", \"gfx90a:xnack\". Name a target (gfx942:xnack-), a"
                + " product (MI300X) or a family (gfx110X-all).");
    assertThat(GpuNames.read(" \n").problem()).isEqualTo("No GPU is named.");
    assertThat(GpuNames.read("x".repeat(5000)).problem()).hasSizeLessThan(200);
  }

  @Test
  void aProcessorThatNobodyKnowsIsLookedForAllTheSame() {
    NamedDevices read = GpuNames.read("gfx9999");
    assertThat(read.targets()).hasSize(1);
    assertThat(read.problem()).startsWith("gfx9999 is not a known processor");
  }

  @Test
  void whatRocminfoPrints() {
    String printed =
        """
        ROCk module is loaded
        =====================
        HSA Agents
        ==========
        *******
        Agent 1
        *******
          Name:                    AMD EPYC 9454 48-Core Processor
          Marketing Name:          AMD EPYC 9454 48-Core Processor
        *******
        Agent 2
        *******
          Name:                    gfx942
          Marketing Name:          AMD Instinct MI300X
          ISA Info:
            ISA 1
              Name:                    amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-
            ISA 2
              Name:                    amdgcn-amd-amdhsa--gfx9-4-generic:sramecc+:xnack-
              Name:                    gfx??
        """;
    NamedDevices read = GpuNames.read(printed);
    assertThat(read.printed()).isTrue();
    assertThat(read.targets()).containsExactly(GpuTarget.parse("gfx942:sramecc+:xnack-"));
    assertThat(read.unknown()).containsExactly("gfx??");
    assertThat(GpuNames.read("HSA Agents\nAgent 1\n Name: AMD EPYC\n").problem())
        .isEqualTo("No GPU is listed in it.");
  }

  @Test
  void whatTheAgentEnumeratorPrints() {
    assertThat(targets("gfx000\ngfx90a\ngfx90a\ngfx942\n")).containsExactly("gfx90a", "gfx942");
  }

  @Test
  void suggestionsBeginWithWhatThereIsCodeFor() {
    DeviceSuggestions suggestions =
        new DeviceSuggestions(List.of(GpuTarget.parse("gfx90a:xnack+"), GpuTarget.of("gfx1100")));
    assertThat(texts(suggestions.of("", 2))).containsExactly("gfx90a:xnack+", "gfx1100");
    assertThat(suggestions.of("", 1).getFirst().detail())
        .isEqualTo("there is code for it · MI210, MI250, MI250X");
    assertThat(texts(suggestions.of("mi3", 9)))
        .startsWith("MI300A", "MI300X", "MI308X", "MI325X")
        .contains("gfx942");
    assertThat(texts(suggestions.of("7900 x", 9))).contains("RX 7900 XTX", "RX 7900 XT");
    assertThat(suggestions.of("gfx110X", 1).getFirst().targets())
        .extracting(GpuTarget::toString)
        .contains("gfx1100", "gfx1101", "gfx1102", "gfx1103");
    assertThat(suggestions.of("no such thing", 9)).isEmpty();
  }

  private static List<String> texts(List<DeviceSuggestions.Suggestion> found) {
    return found.stream().map(DeviceSuggestions.Suggestion::text).toList();
  }
}
