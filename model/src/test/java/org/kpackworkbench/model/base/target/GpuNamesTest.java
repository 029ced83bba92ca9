package org.kpackworkbench.model.base.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuNamesTest {

  @ParameterizedTest
  @CsvSource({
    "gfx942, gfx942",
    "gfx942:xnack-:sramecc+, gfx942:sramecc+:xnack-",
    "gfx90a-xnack+, gfx90a:xnack+",
    "gfx90a_xnackp, gfx90a:xnack+",
    "gfx942_xnackm_srameccp, gfx942:sramecc+:xnack-",
    "gfx942:sramecc+-xnack-, gfx942:sramecc+:xnack-",
    "gfx942-sramecc+:xnack-, gfx942:sramecc+:xnack-",
    "gfx9-4-generic, gfx9-4-generic",
    "gfx1250-strict, gfx1250-strict",
    "gfx1250_strict_xnackp, gfx1250-strict:xnack+",
    "'  Name:                    amdgcn-amd-amdhsa--gfx1250-strict', gfx1250-strict",
    "amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-, gfx942:sramecc+:xnack-",
    "gfx9999, gfx9999",
    "GFX942, gfx942",
    "GFX90A:XNACK+, gfx90a:xnack+",
    "gfx1250:gfx1250-b0-specific+, gfx1250:gfx1250-b0-specific+",
    "amdgpu9.42-amd-amdhsa, gfx942",
    "amdgpu9.4-amd-amdhsa, gfx9-4-generic",
    "amdgpu12-amd-amdhsa, gfx12-generic",
    "gfx90a/104, gfx90a",
    "MI355X, gfx950",
    "AMD Instinct MI308X, gfx942",
    "MI455X, gfx1250",
    "Radeon RX Vega 64, gfx900",
    "Vega 64, gfx900",
    "RX 580, gfx803",
    "AMD Radeon RX 7700S Laptop GPU, gfx1102",
    "Radeon 820M iGPU, gfx1153",
    "AMD Radeon 840M Graphics, gfx1152",
    "Strix Halo, gfx1151",
    "AMD Ryzen AI Max+ 395, gfx1151",
    "Krackan, gfx1152",
    "Van Gogh, gfx1033",
    "Raphael, gfx1036",
    "V520, gfx1011",
    "MI300X, gfx942",
    "AMD Instinct MI250X, gfx90a",
    "AMD Radeon RX 7900 XTX, gfx1100",
    "radeon rx7900xtx, gfx1100",
    "AMD Radeon(TM) Graphics 780M, gfx1103",
    "Radeon PRO W7900, gfx1100",
    "Radeon AI PRO R9700, gfx1201",
    "'Name:   gfx1201', gfx1201",
    "'  Name:                    amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-',"
        + " gfx90a:sramecc+:xnack-",
  })
  void oneDevice(String text, String target) {
    assertThat(GpuNames.handed(text))
        .extracting(Device::target)
        .containsExactly(GpuTarget.parse(target));
  }

  @Test
  void familiesAreAllTheirProcessors() {
    assertThat(texts("gfx120X-all")).containsExactlyInAnyOrder("gfx1200", "gfx1201");
    assertThat(texts("gfx110X")).contains("gfx1100", "gfx1103").doesNotContain("gfx1150");
    assertThat(texts("gfx12")).containsExactly("gfx1200", "gfx1201", "gfx1250", "gfx1251");
    assertThat(texts("gfx103X-igpu")).containsExactly("gfx1033", "gfx1035", "gfx1036");
    assertThat(texts("gfx9_4")).containsExactly("gfx942");
    assertThat(texts("gfx94X-dcgpu")).contains("gfx942").doesNotContain("gfx950", "gfx9-4-generic");
  }

  @Test
  void whatToolsPrintIsEachDeviceOnce() {
    assertThat(texts("gfx000\ngfx942\ngfx942\ngfx1100\n")).containsExactly("gfx942", "gfx1100");
    assertThat(
            texts(
                """
                Agent 2
                  Name:                    gfx942
                  Marketing Name:          AMD Instinct MI300X
                  ISA Info:
                    ISA 1
                      Name:                    amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-
                    ISA 2
                      Name:                    amdgcn-amd-amdhsa--gfx9-4-generic:sramecc+:xnack-
                """))
        .containsExactly("gfx942:sramecc+:xnack-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "gfx000\n",
        "RX 1",
        "gfx77X",
        "gfx94X-igpu",
        "gfx942-dgpu",
        "gxf1032"
      })
  void whatNamesNoneIsRefused(String text) {
    assertThatThrownBy(() -> GpuNames.handed(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not the name of a known GPU");
  }

  @Test
  void aFeatureWithoutASettingIsRefused() {
    assertThatThrownBy(() -> GpuNames.handed("gfx942:xnack"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a feature like xnack+ or xnack-");
  }

  private static List<String> texts(String text) {
    return GpuNames.handed(text).stream().map(each -> each.target().toString()).toList();
  }

  @Test
  void unknownNamesAreErrorsWithNearOnes() {
    assertThatThrownBy(() -> GpuNames.known("gfx9402")).hasMessageContaining("gfx942");
    assertThatThrownBy(() -> GpuNames.known("gxf1032")).hasMessageContaining("gfx1032");
    assertThatThrownBy(() -> GpuNames.known("foo")).hasMessageContaining("such as gfx942");
    assertThat(GpuNames.known("gfx1250v0")).hasSize(1);
  }

  @Test
  void unitsComeWithNamesAndFromRocminfo() {
    assertThat(GpuNames.handed("gfx90a/104")).extracting(Device::units).containsExactly(104);
    assertThat(GpuNames.handed("MI250X")).extracting(Device::units).containsExactly(110);
    assertThat(GpuNames.handed("RX 6900 XT")).extracting(Device::units).containsExactly(40);
    assertThat(GpuNames.handed("gfx942")).extracting(Device::units).containsExactly(0);
    assertThat(
            GpuNames.read(
                    """
                    Agent 2
                      Name:                    gfx90a
                      Compute Unit:            104
                          Name:                    amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-
                    Agent 3
                      Name:                    gfx1030
                      Compute Unit:            80
                          Name:                    amdgcn-amd-amdhsa--gfx1030
                    """)
                .devices())
        .extracting(Device::written, Device::units)
        .containsExactly(tuple("gfx90a:sramecc+:xnack-", 104), tuple("gfx1030", 40));
  }

  @Test
  void targetsAreHandedOverAsTheyAreWritten() {
    assertThat(handed("gfx90a:xnack+:sramecc+")).containsExactly("gfx90a:xnack+:sramecc+");
    assertThat(handed("gfx942:xnack-:sramecc+"))
        .containsExactly("gfx942:xnack-:sramecc+", "gfx9-4-generic:sramecc+:xnack-");
    assertThat(handed("gfx942::xnack-:"))
        .containsExactly("gfx942::xnack-:", "gfx9-4-generic:xnack-");
    assertThat(handed("amdgcn-amd-amdhsa--gfx1100"))
        .containsExactly("amdgcn-amd-amdhsa--gfx1100", "gfx11-generic");
    assertThat(handed("gfx90a-xnack+")).containsExactly("gfx90a-xnack+");
    assertThat(handed("gfx1250-strict")).containsExactly("gfx1250-strict");
    assertThat(handed("MI300X")).containsExactly("gfx942", "gfx9-4-generic");
    assertThat(GpuNames.handed("gfx110X")).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "gfx942-xnack+, gfx942:xnack+, gfx9-4-generic:xnack+",
    "gfx942_srameccp_xnackm, gfx942:sramecc+:xnack-, gfx9-4-generic:sramecc+:xnack-",
    "gfx942:sramecc+-xnack-, gfx942:sramecc+:xnack-, gfx9-4-generic:sramecc+:xnack-",
    "gfx942:xnack-:sramecc+, gfx942:xnack-:sramecc+, gfx9-4-generic:sramecc+:xnack-",
    "amdgcn-amd-amdhsa--gfx1100, amdgcn-amd-amdhsa--gfx1100, gfx11-generic",
    "gfx1100, gfx1100, gfx11-generic"
  })
  void runtimesHandOverWhatSpellingsOfFileNamesStandFor(String text, String own, String generic) {
    Device device = GpuNames.handed(text).getFirst();
    assertThat(device.usual().handed()).containsExactly(own, generic);
    assertThat(device.with(104).at(2).usual()).isEqualTo(device.usual().with(104).at(2));
  }

  private static java.util.List<String> handed(String text) {
    return GpuNames.handed(text).getFirst().handed();
  }
}
