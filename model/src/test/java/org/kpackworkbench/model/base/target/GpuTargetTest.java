package org.kpackworkbench.model.base.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuTargetTest {
  @ParameterizedTest
  @CsvSource({
    "gfx906, gfx906",
    "gfx90a:xnack+, gfx90a:xnack+",
    "gfx90a-xnack+, gfx90a:xnack+",
    "gfx90a-xnack-, gfx90a:xnack-",
    "gfx90a_xnackp, gfx90a:xnack+",
    "gfx90a_sramecc+_xnackm, gfx90a:sramecc+:xnack-",
    "gfx942:xnack-:sramecc+, gfx942:sramecc+:xnack-",
    "gfx9-4-generic, gfx9-4-generic",
    "gfx1250-strict, gfx1250-strict",
    "gfx1250_strict, gfx1250-strict",
    "gfx1250-strict:sramecc+:xnack-, gfx1250-strict:sramecc+:xnack-",
    "gfx1250-strict-xnack+, gfx1250-strict:xnack+",
    "gfx1250_strict_xnackp, gfx1250-strict:xnack+",
    "gfx1250_strict_sraccm, gfx1250_strict_sraccm",
    "gfx1250_strict_srameccm_xnackp, gfx1250-strict:sramecc-:xnack+",
    "gfx1250_strict:xnack-, gfx1250-strict:xnack-",
    "hipv4-amdgcn-amd-amdhsa--gfx1250-strict, gfx1250-strict",
    "amdgpu12.50-amd-amdhsa-unknown-gfx1250-strict:xnack+, gfx1250-strict:xnack+",
    "my_strict, my_strict",
    "gfx9-4-generic:xnack-, gfx9-4-generic:xnack-",
    "amdgcn-amd-amdhsa--gfx90a:xnack+, gfx90a:xnack+",
    "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+, gfx90a:xnack+",
    "hip-amdgcn-amd-amdhsa--gfx906, gfx906",
    "hipv4-amdgcn-amd-amdhsa-unknown-gfx9-4-generic, gfx9-4-generic",
    "hipv4-spirv64-amd-amdhsa--amdgcnspirv, amdgcnspirv",
    "amdgpu9.50-amd-amdhsa-unknown-gfx950, gfx950",
    "amdgpu9.0a-amd-amdhsa-unknown-gfx90a:sramecc-:xnack+, gfx90a:sramecc-:xnack+",
    "hip-amdgpu9.4-amd-amdhsa--gfx9-4-generic:xnack+, gfx9-4-generic:xnack+",
    "hipv4-amdgpu9.42-amd-amdhsa--, gfx942",
    "amdgpu9.42-amd-amdhsa--:xnack+, gfx942:xnack+",
    "amdgpu12.00-amd-amdhsa, gfx1200",
    "amdgpu9.4-amd-amdhsa, gfx9-4-generic",
    "amdgpu12-amd-amdhsa-unknown, gfx12-generic",
    "amdgcn-amd-amdhsa, amdgcn-amd-amdhsa",
    "something else, something else"
  })
  void everySpellingIsReadAndPrintedWithColons(String spelled, String printed) {
    assertThat(GpuTarget.parse(spelled)).hasToString(printed);
    assertThat(GpuTarget.parse(printed)).isEqualTo(GpuTarget.parse(spelled));
  }

  @Test
  void textThatIsNoTargetIsRefusedOrKeptWhole() {
    for (String text : List.of("", "gfx90a:xnack", "gfx90a:", ":xnack+", "gfx90a:+")) {
      assertThatThrownBy(() -> GpuTarget.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(GpuTarget.lenient("gfx90a:xnack")).hasToString("gfx90a:xnack");
    assertThat(GpuTarget.lenient("")).hasToString("(none)");
  }

  @ParameterizedTest
  @CsvSource({
    "gfx906, gfx9",
    "gfx90a:xnack+, gfx9",
    "gfx1030, gfx10",
    "gfx1201, gfx12",
    "gfx9-4-generic, gfx9",
    "gfx10-3-generic, gfx10",
    "gfx1250-strict, gfx12",
    "amdgcnspirv, amdgcnspirv",
    "gfx, gfx"
  })
  void familyIsTheGeneration(String target, String family) {
    assertThat(GpuTarget.parse(target).family()).isEqualTo(family);
  }

  @Test
  void olderGenerationsComeFirst() {
    assertThat(
            Stream.of("gfx1030", "gfx90a:xnack+", "amdgcnspirv", "gfx90a", "gfx1201", "gfx803")
                .map(GpuTarget::parse)
                .sorted()
                .map(GpuTarget::toString))
        .containsExactly("gfx803", "gfx90a", "gfx90a:xnack+", "gfx1030", "gfx1201", "amdgcnspirv");
  }
}
