package org.kpackworkbench.model.operation.archives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.target.GpuTarget;

class TargetFilterTest {
  private static final String ROCMINFO =
      """
      ROCk module version 6.12.12 is loaded
      Agent 1
        Name:                    AMD EPYC 9654, 96-Core Processor
      Agent 2
        Name:                    gfx942
        Marketing Name:          AMD Instinct MI300X
        ISA Info:
          ISA 1
            Name:                    amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gfx942 | gfx942",
        "MI300X | gfx942",
        "AMD Instinct MI250X | gfx90a",
        "gfx942;gfx1100 | gfx942 gfx1100",
        "gfx942 gfx9-4-generic | gfx942 gfx9-4-generic",
        "MI300X MI250X | gfx942 gfx90a",
        "RX 7900 XTX, gfx1201 | gfx1100 gfx1201",
        "gfx120X-all | gfx1200 gfx1201",
        "'Name:   amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-' | gfx942:sramecc+:xnack-",
        "amdgcnspirv | amdgcnspirv",
        "gfx12_0 | gfx1200 gfx1201",
        "gfx103X-igpu | gfx1033 gfx1035 gfx1036",
      })
  void namesOfEveryKind(String text, String targets) {
    assertThat(TargetFilter.of(List.of(text)).targets())
        .containsExactlyInAnyOrderElementsOf(
            List.of(targets.split(" ")).stream().map(GpuTarget::parse).toList());
  }

  @Test
  void whatToolsPrint() {
    assertThat(TargetFilter.of(List.of(ROCMINFO)).targets())
        .containsExactly(GpuTarget.parse("gfx942:sramecc+:xnack-"));
    assertThat(TargetFilter.of(List.of("gfx000\ngfx942\ngfx942\n", "gfx90a")).targets())
        .containsExactly(GpuTarget.of("gfx942"), GpuTarget.of("gfx90a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " , ;", "gfx000", "gfx942:xnack", "foo", "gxf1032", "gfx942 odd", "gfx9999"})
  void whatNamesNoneIsRefused(String text) {
    assertThatThrownBy(() -> TargetFilter.of(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).*(expected|is it).*");
  }

  @ParameterizedTest
  @CsvSource({
    "gfx90a, gfx90a:xnack+, true",
    "gfx90a:xnack+, gfx90a, true",
    "gfx90a:xnack+, gfx90a:xnack-, false",
    "gfx90a:xnack+, gfx90a:sramecc+:xnack+, true",
    "gfx1100, gfx11xx, true",
    "gfx94X-dcgpu, gfx942:xnack-, true",
    "gfx94X-dcgpu, gfx950, false",
    "MI300X, gfx9-4-generic, true",
    "gfx1034, gfx10-3-generic, true",
    "gfx1030, gfx10-generic, true",
    "gfx110X-all, gfx11-generic, true",
    "gfx942:xnack+, gfx9-4-generic:xnack-, false",
    "gfx942:sramecc+:xnack-, gfx9-4-generic:xnack-, true",
    // Runtimes hand these over to no such GPU.
    "gfx908, gfx9-generic, false",
    "gfx1251, gfx12-5-generic, false",
    "gfx1201, gfx11-generic, false",
    "gfx11-generic, gfx1100, false",
    "gfx1100, amdgcnspirv, false",
  })
  void featuresAgree(String name, String target, boolean kept) {
    assertThat(TargetFilter.of(List.of(name)).keeps(GpuTarget.parse(target))).isEqualTo(kept);
  }

  @Test
  void aFamilyIsMissingOnlyWhereAllOfItIs() {
    TargetFilter filter = TargetFilter.of(List.of("gfx94X-dcgpu", "gfx110X-all", "MI250X"));
    assertThat(filter.missing(List.of(GpuTarget.of("gfx942"), GpuTarget.of("gfx1030"))))
        .extracting(TargetFilter.Named::text)
        .containsExactly("gfx110X-all", "MI250X");
  }

  @Test
  void aTargetThatIsThereAsNamedIsMeantAlone() {
    List<GpuTarget> both = List.of(GpuTarget.of("gfx90a"), GpuTarget.parse("gfx90a:xnack+"));
    assertThat(TargetFilter.of(List.of("gfx90a")).among(both))
        .containsExactly(GpuTarget.of("gfx90a"));
    assertThat(TargetFilter.of(List.of("gfx90a")).among(both.subList(1, 2)))
        .containsExactly(GpuTarget.parse("gfx90a:xnack+"));
    assertThat(TargetFilter.ALL.among(both)).hasSize(2);
  }
}
