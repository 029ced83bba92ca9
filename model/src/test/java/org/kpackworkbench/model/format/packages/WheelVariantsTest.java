package org.kpackworkbench.model.format.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of variants, and labels in names. */
class WheelVariantsTest {
  private static final String GOLDEN =
      """
      {
        "$schema": "https://variants-schema.wheelnext.dev/peps/825/v0.1.1.json",
        "default-priorities": {
          "namespace": ["amd"],
          "property": {
            "amd": {
              "gfx_arch": ["gfx942", "gfx90a_xnack_on"]
            }
          }
        },
        "variants": {
          "rocm7": {
            "amd": {
              "gfx_arch": ["gfx942", "gfx90a_xnack_on"]
            }
          }
        }
      }
      """;

  @Test
  void aVariantIsWrittenAndReadAgain() {
    WheelVariants one =
        WheelVariants.of("rocm7", "amd", "gfx_arch", List.of("gfx942", "gfx90a_xnack_on"));
    assertThat(one.text()).isEqualTo(GOLDEN);
    assertThat(WheelVariants.read(GOLDEN)).isEqualTo(one);
    assertThat(one.problems("rocm7")).isEmpty();
  }

  @Test
  void aVariantWithoutPropertiesHasAnEmptyObject() {
    WheelVariants none =
        new WheelVariants(
            WheelVariants.SCHEMA, List.of("amd"), new TreeMap<>(Map.of("null", List.of())));
    assertThat(none.text()).contains("\"null\": {}");
    assertThat(WheelVariants.read(none.text())).isEqualTo(none);
    assertThat(none.problems("null")).isEmpty();
  }

  @Test
  void cutAnywhereItIsRefusedWithAReason() {
    String text = GOLDEN.stripTrailing();
    for (int length = 0; length < text.length(); length++) {
      String cut = text.substring(0, length);
      assertThatThrownBy(() -> WheelVariants.read(cut))
          .as(cut)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching("(?s).{5,}");
    }
  }

  @Test
  void changedAnywhereItIsReadOrRefused() {
    Random random = new Random(825);
    for (int i = 0; i < 3000; i++) {
      StringBuilder changed = new StringBuilder(GOLDEN);
      for (int j = random.nextInt(3); j >= 0; j--) {
        changed.setCharAt(random.nextInt(changed.length()), (char) (32 + random.nextInt(95)));
      }
      try {
        assertThat(WheelVariants.read(changed.toString()).problems("rocm7")).isNotNull();
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageMatching("(?s).{5,}");
      }
    }
  }

  /** An older draft listed each GPU as a variant of its own, and had no version. */
  @Test
  void anOlderDraftIsNotTheVariantOfOneLabel() {
    String old =
        """
        {"providers": {"amd": {"requires": ["x"]}},
         "default-priorities": {"namespace": ["other"]},
         "variants": {"gfx942": {"amd": {"gfx_arch": ["gfx942"]}}, "gfx1100": {"amd": {"gfx_arch": ["GFX"]}}}}
        """;
    assertThat(WheelVariants.read(old).problems("rocm7"))
        .containsExactly(
            "it states no $schema, so its version is unknown",
            "its variants are gfx1100, gfx942, and must be rocm7 alone",
            "\"amd :: gfx_arch :: GFX\" has characters that no property may have",
            "default-priorities lack the namespace amd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "7", "{\"variants\": []}", "{\"$schema\": 1}"})
  void otherShapesAreRefused(String text) {
    assertThatThrownBy(() -> WheelVariants.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected");
  }

  @ParameterizedTest
  @CsvSource({
    "a-1.0-py3-none-any.whl, '', ''",
    "a-1.0-1-py3-none-any.whl, 1, ''",
    "a-1.0-py3-none-any-rocm_7.2.whl, '', rocm_7.2",
    "a-1.0-2x-cp312-cp312-linux_x86_64-null.whl, 2x, null",
  })
  void aLabelIsTheLastPartOfAName(String file, String build, String label) {
    Wheel.Name name = Wheel.Name.of(file);
    assertThat(name).isNotNull();
    assertThat(name.build()).isEqualTo(build);
    assertThat(name.variant()).isEqualTo(label);
    assertThat(name.indexFile()).isEqualTo("a-1.0-variants.json");
  }

  @Test
  void aLabelHasNoCapitals() {
    assertThat(Wheel.Name.of("a-1.0-py3-none-any-ROCm.whl")).isNull();
    assertThat(WheelVariants.isLabel("rocm_7.2")).isTrue();
    assertThat(WheelVariants.isLabel("gfx90a:xnack+")).isFalse();
    assertThat(WheelVariants.isLabel("")).isFalse();
  }
}
