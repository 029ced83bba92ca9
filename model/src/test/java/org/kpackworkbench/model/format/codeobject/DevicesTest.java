package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.target.GpuTarget;

class DevicesTest {

  @ParameterizedTest
  @CsvSource({
    "gfx942, gfx942",
    "gfx942:xnack-:sramecc+, gfx942:sramecc+:xnack-",
    "gfx90a-xnack+, gfx90a:xnack+",
    "gfx90a_xnackp, gfx90a:xnack+",
    "gfx9-4-generic, gfx9-4-generic",
    "gfx1250-strict, gfx1250-strict",
    "gfx1250_strict_xnackp, gfx1250-strict:xnack+",
    "'  Name:                    amdgcn-amd-amdhsa--gfx1250-strict', gfx1250-strict",
    "amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-, gfx942:sramecc+:xnack-",
    "gfx9999, gfx9999",
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
    assertThat(Devices.named(text)).containsExactly(GpuTarget.parse(target));
  }

  @Test
  void familiesAreAllTheirProcessors() {
    assertThat(texts("gfx120X-all")).containsExactlyInAnyOrder("gfx1200", "gfx1201");
    assertThat(texts("gfx110X")).contains("gfx1100", "gfx1103").doesNotContain("gfx1150");
    assertThat(texts("gfx12")).contains("gfx1200", "gfx1201").allMatch(name -> name.length() == 7);
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
  @ValueSource(strings = {"", "nonsense", "gfx000\n", "RX 1", "gfx77X"})
  void whatNamesNoneIsRefused(String text) {
    assertThatThrownBy(() -> Devices.named(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not the name of a known GPU");
  }

  @Test
  void aFeatureWithoutASettingIsRefused() {
    assertThatThrownBy(() -> Devices.named("gfx942:xnack"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a feature like xnack+ or xnack-");
  }

  private static List<String> texts(String text) {
    return Devices.named(text).stream().map(GpuTarget::toString).toList();
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
    assertThat(Devices.handed("gfx110X")).hasSize(4);
  }

  private static java.util.List<String> handed(String text) {
    return Devices.handed(text).getFirst().handed();
  }
}
