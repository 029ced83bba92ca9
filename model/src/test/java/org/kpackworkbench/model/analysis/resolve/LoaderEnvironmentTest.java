package org.kpackworkbench.model.analysis.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.place.PathRules;

class LoaderEnvironmentTest {

  @ParameterizedTest
  @CsvSource({
    "'', false",
    "0, false",
    "00, false",
    "0x1, false",
    "1, true",
    "yes, true",
    "' ', true"
  })
  void aSwitchIsOnUnlessItIsEmptyOrStartsWithZero(String value, boolean on) {
    Map<String, String> both = Map.of("ROCM_KPACK_DISABLE", value, "ROCM_KPACK_DEBUG", value);
    assertThat(LoaderEnvironment.of(both).disabled()).isEqualTo(on);
    assertThat(LoaderEnvironment.of(both).debug()).isEqualTo(on);
  }

  @Test
  void emptyVariablesCountAsUnset() {
    LoaderEnvironment environment =
        LoaderEnvironment.of(
            Map.of(
                "ROCM_KPACK_PATH", "",
                "ROCM_KPACK_PATH_PREFIX", "",
                "ROCM_KPACK_DISABLE", "",
                "ROCM_KPACK_DEBUG", "",
                "ROCM_KPACK_ARCH_OVERRIDE", ""));
    assertThat(environment).isEqualTo(LoaderEnvironment.NONE);
  }

  @Test
  void pathsAreSplitAsTheSystemDoes() {
    Map<String, String> variables =
        Map.of("ROCM_KPACK_PATH", "/a:/b::/c", "ROCM_KPACK_PATH_PREFIX", "x;y");
    assertThat(LoaderEnvironment.of(variables).overridePaths(PathRules.LINUX))
        .containsExactly("/a", "/b", "/c");
    assertThat(LoaderEnvironment.of(variables).prefixPaths(PathRules.LINUX)).containsExactly("x;y");
    assertThat(LoaderEnvironment.of(variables).overridePaths(PathRules.WINDOWS))
        .containsExactly("/a:/b::/c");
    assertThat(LoaderEnvironment.of(variables).prefixPaths(PathRules.WINDOWS))
        .containsExactly("x", "y");
  }

  @Test
  void aTargetWithFeaturesInAPathIsCutAndWarnedOf() {
    LoaderEnvironment environment =
        LoaderEnvironment.of(Map.of("ROCM_KPACK_PATH", "/k/rocm-gfx942:sramecc+:xnack-.kpack"));
    assertThat(environment.overridePaths(PathRules.LINUX))
        .containsExactly("/k/rocm-gfx942", "sramecc+", "xnack-.kpack");
    assertThat(environment.warnings(PathRules.LINUX))
        .first()
        .asString()
        .contains("ROCM_KPACK_PATH is split at every \":\"", "/k/rocm-gfx942", "sramecc+");
    assertThat(
            LoaderEnvironment.of(
                    Map.of("ROCM_KPACK_PATH_PREFIX", "/k/a_gfx1250_strict:xnack+.kpack"))
                .warnings(PathRules.LINUX))
        .hasSize(1);
    assertThat(LoaderEnvironment.of(Map.of("ROCM_KPACK_PATH", "/a:/b")).warnings(PathRules.LINUX))
        .isEmpty();
  }

  @Test
  void otherVariablesAreIgnored() {
    assertThat(LoaderEnvironment.of(Map.of("ROCM_PATH", "/opt/rocm")))
        .isEqualTo(LoaderEnvironment.NONE);
  }
}
