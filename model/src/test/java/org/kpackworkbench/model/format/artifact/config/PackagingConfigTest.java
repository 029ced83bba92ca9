package org.kpackworkbench.model.format.artifact.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.ArchitectureGroup;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.Validation;

class PackagingConfigTest {
  private static final String YAML =
      """
      version: 1.0
      primary_generic_source: gfx110X
      architecture_groups:
        gfx110X:
          display_name: "ROCm gfx110X"
          architectures:
            - gfx1100
            - gfx1101
        gfx115X:
          architectures: [gfx1150, "gfx90a:xnack+"]
        gfx9:
          architectures: [gfx90a]
      component_overrides:
        blas:
          architecture_groups:
            gfx11-unified:
              architectures: [gfx1100, gfx1101, gfx1150]
        rand_lib:
          architecture_groups: [gfx110X]
        fft:
          architecture_groups:
            gfx115X:
            gfx110X: {display_name: other}
      validation:
        error_on_duplicate_device_code: false
        verify_generic_artifacts_match: yes
      """;
  private static final String JSON =
      """
      {"primary_shard": "shard1",
       "architecture_groups": {"all": {"display_name": "All", "architectures": ["gfx942"]}}}
      """;

  private static Checked<PackagingConfig> yaml(String text) {
    return PackagingConfig.read(ConfigText.read(ConfigFormat.YAML, text));
  }

  private static List<String> broken(String from, String to) {
    assertThat(YAML).contains(from);
    return yaml(YAML.replace(from, to)).problems().stream()
        .map(each -> each.severity() + " " + each.in("C"))
        .toList();
  }

  @Test
  void bothFormsAreRead() {
    Checked<PackagingConfig> read = yaml(YAML);
    assertThat(read.problems()).isEmpty();
    PackagingConfig config = read.value();
    assertThat(config.primary()).isEqualTo("gfx110X");
    assertThat(config.groups())
        .containsExactly(
            new ArchitectureGroup("gfx110X", "ROCm gfx110X", List.of("gfx1100", "gfx1101")),
            new ArchitectureGroup("gfx115X", "gfx115X", List.of("gfx1150", "gfx90a:xnack+")),
            new ArchitectureGroup("gfx9", "gfx9", List.of("gfx90a")));
    assertThat(config.validation()).isEqualTo(new Validation(false, true, false));
    Checked<PackagingConfig> json = PackagingConfig.read(ConfigText.read(ConfigFormat.JSON, JSON));
    assertThat(json.problems()).isEmpty();
    assertThat(json.value().primary()).isEqualTo("shard1");
    assertThat(json.value().validation()).isEqualTo(new Validation(true, false, false));
  }

  @Test
  void overridesAreOfComponentsOrArtifacts() {
    PackagingConfig config = yaml(YAML).value();
    assertThat(config.groupsOf("blas_lib"))
        .extracting(ArchitectureGroup::name)
        .containsExactly("gfx11-unified");
    assertThat(config.groupsOf("rand_lib")).isEqualTo(config.groups().subList(0, 1));
    assertThat(config.groupsOf("rand_test")).isEqualTo(config.groups());
    assertThat(config.groupsOf("fft_lib"))
        .extracting(ArchitectureGroup::architectures)
        .containsExactly(List.of("gfx1150", "gfx90a:xnack+"), List.of("gfx1100", "gfx1101"));
  }

  @Test
  void anArchitectureGoesWhereItIsListedBest() {
    PackagingConfig config = yaml(YAML).value();
    assertThat(config.groupOf("x_lib", "gfx90a-xnack+").orElseThrow().name()).isEqualTo("gfx115X");
    assertThat(config.groupOf("x_lib", "gfx90a-xnack-").orElseThrow().name()).isEqualTo("gfx9");
    assertThat(config.groupOf("x_lib", "gfx90a").orElseThrow().name()).isEqualTo("gfx9");
    assertThat(config.groupOf("x_lib", "gfx906")).isEmpty();
  }

  @Test
  void thePrimaryHasToBeNamedOnce() {
    assertThat(broken("primary_generic_source: gfx110X\n", ""))
        .singleElement()
        .asString()
        .startsWith("ERROR C:1:1: \"primary_generic_source\" is missing");
    assertThat(broken("version: 1.0", "primary_shard: other"))
        .singleElement()
        .asString()
        .contains("primary_shard", "\"other\"", "\"gfx110X\"");
    assertThat(broken("version: 1.0", "primary_shard: gfx110X")).isEmpty();
    assertThat(broken("primary_generic_source: gfx110X", "primary_generic_source: [a]"))
        .singleElement()
        .asString()
        .contains("expected a text, found a list");
  }

  @Test
  void groupsAreChecked() {
    assertThat(broken("[gfx90a]", "[]"))
        .singleElement()
        .asString()
        .startsWith("ERROR C:11:3: architecture_groups.gfx9: the group has no architectures");
    assertThat(broken("[gfx90a]", "[gfx90a, gfx1101]"))
        .singleElement()
        .asString()
        .startsWith(
            "ERROR C:12:29: architecture_groups.gfx9.architectures: gfx1101 is in the group");
    assertThat(broken("[gfx90a]", "[gfx90a, gfx90a]"))
        .singleElement()
        .asString()
        .startsWith("WARNING C:12:29: ");
    assertThat(broken("[gfx90a]", "[gfx90a, 1101]"))
        .singleElement()
        .asString()
        .contains("architectures[1]: expected a text, found the number 1101");
    assertThat(broken("  gfx9:", "  gfx_9:"))
        .singleElement()
        .asString()
        .startsWith("ERROR C:11:3: architecture_groups.gfx_9: ");
    assertThat(broken("  gfx9:", "  generic:")).hasSize(1);
    assertThat(broken("  gfx9:", "  ../x:")).hasSize(1);
    assertThat(broken("  gfx9:", "  x@GFXARCH@:")).hasSize(1);
  }

  @Test
  void overridesAreChecked() {
    assertThat(broken("[gfx110X]", "[gfx110Y]"))
        .singleElement()
        .asString()
        .startsWith("ERROR C:19:27: component_overrides.rand_lib.architecture_groups: there is no")
        .contains("Did you mean \"gfx110X\"?");
    assertThat(broken("{display_name: other}", "{display_name: other}\n      gfx7: {}"))
        .singleElement()
        .asString()
        .startsWith("ERROR C:24:7: ")
        .contains("there is no group of this name");
    assertThat(broken("    architecture_groups: [gfx110X]", "    groups: [gfx110X]"))
        .anyMatch(each -> each.contains("it overrides nothing"));
  }

  @Test
  void typesAndKeysAreChecked() {
    assertThat(broken("match: yes", "match: perhaps"))
        .singleElement()
        .asString()
        .contains("expected true or false, found the text \"perhaps\"");
    assertThat(broken("verify_generic_artifacts_match", "verify_generic_artifact_match"))
        .singleElement()
        .asString()
        .startsWith("WARNING")
        .contains("Did you mean \"verify_generic_artifacts_match\"?");
    assertThat(broken("version: 1.0", "version: 2")).singleElement().asString().contains("WARNING");
    assertThat(yaml("- a\n").problems().getFirst().message()).contains("found a list");
    assertThat(yaml("primary_shard: x\n").usable()).isFalse();
    assertThat(yaml("primary_shard: x\narchitecture_groups: {}\n").usable()).isFalse();
  }

  @Test
  void brokenTextsNeverThrow() {
    byte[] bytes = YAML.getBytes(StandardCharsets.UTF_8);
    for (int end = 0; end < bytes.length; end++) {
      assertThat(yaml(new String(bytes, 0, end, StandardCharsets.UTF_8)).value()).isNotNull();
    }
    mutate(500);
  }

  @Tag("long")
  @Test
  void manyBrokenTextsNeverThrow() {
    mutate(10_000);
  }

  private static void mutate(int times) {
    Mutations mutations = new Mutations(YAML.getBytes(StandardCharsets.UTF_8), 11);
    for (int i = 0; i < times; i++) {
      assertThat(yaml(new String(mutations.next(), StandardCharsets.ISO_8859_1)).value())
          .isNotNull();
    }
  }
}
