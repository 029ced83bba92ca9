package org.kpackworkbench.model.format.artifact.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.database.Databases;

class TopologyTest {
  static final List<String> DATABASES =
      List.of("rocblas", "hipblaslt", "hipsparselt", "aotriton", "miopen");

  private static final String GOOD =
      """
      [metadata]
      version = "2.0"

      [source_sets.math]
      submodules = ["libs"]

      [build_stages.libs]
      artifact_groups = ["math-libs"]
      type = "per-arch"

      [artifact_groups.base]
      type = "generic"

      [artifact_groups.math-libs]
      type = "per-arch"
      artifact_group_deps = ["base"]
      source_sets = ["math"]

      [artifacts.blas]
      artifact_group = "math-libs"
      type = "target-specific"
      artifact_deps = ["base"]
      split_databases = ["rocblas", "hipblaslt"]

      [artifacts.base]
      artifact_group = "base"
      type = "target-neutral"
      disable_platforms_if_flags_not_set = { windows = "FOO" }

      [artifacts.composable-kernel]
      artifact_group = "math-libs"
      type = "target-specific"

      [artifacts.odd_name]
      artifact_group = "math-libs"
      type = "target-specific"

      [artifacts.odd]
      artifact_group = "math-libs"
      type = "target-neutral"
      """;

  private static Checked<Topology> read(String text) {
    return Topology.read(ConfigText.read(ConfigFormat.TOML, text), DATABASES);
  }

  /** The problems of a text in which one part is another. */
  private static List<String> broken(String from, String to) {
    assertThat(GOOD).contains(from);
    return read(GOOD.replace(from, to)).problems().stream()
        .map(each -> each.severity() + " " + each.in("T"))
        .toList();
  }

  @Test
  void itIsRead() {
    Checked<Topology> read = read(GOOD);
    assertThat(read.problems()).isEmpty();
    assertThat(read.usable()).isTrue();
    Topology.Artifact blas = read.value().artifacts().get("blas");
    assertThat(blas.kind()).isEqualTo(Topology.Kind.TARGET_SPECIFIC);
    assertThat(blas.splitDatabases()).containsExactly("rocblas", "hipblaslt");
    assertThat(blas.at().line()).isEqualTo(19);
    assertThat(read.value().groups()).containsKey("math-libs");
  }

  private static String artifactOf(String folder) {
    return read(GOOD)
        .value()
        .of(ArtifactName.parse(folder).orElseThrow())
        .map(Topology.Artifact::name)
        .orElse("none");
  }

  @Test
  void foldersAreMatchedByTheLongestName() {
    assertThat(artifactOf("blas_lib_gfx110X-dgpu")).isEqualTo("blas");
    assertThat(artifactOf("composable-kernel_dev_gfx942")).isEqualTo("composable-kernel");
    assertThat(artifactOf("odd_name_lib_gfx942")).isEqualTo("odd_name");
    assertThat(artifactOf("odd_lib_generic")).isEqualTo("odd");
    assertThat(artifactOf("composable_kernel_dev_gfx942")).isEqualTo("none");
    assertThat(artifactOf("blas_gfx942")).isEqualTo("none");
    assertThat(artifactOf("blast_lib_gfx942")).isEqualTo("none");
  }

  @Test
  void typesAreChecked() {
    assertThat(broken("type = \"target-neutral\"\ndis", "type = \"target-neutrl\"\ndis"))
        .singleElement()
        .asString()
        .startsWith("ERROR T:27:1: artifacts.base.type: ")
        .contains("found \"target-neutrl\"", "Did you mean \"target-neutral\"?");
    assertThat(broken("type = \"per-arch\"\n\n", "type = \"sometimes\"\n\n"))
        .singleElement()
        .asString()
        .contains("build_stages.libs.type", "expected generic or per-arch");
    assertThat(broken("type = \"target-neutral\"\ndis", "dis"))
        .singleElement()
        .asString()
        .startsWith("ERROR T:25:1: artifacts.base: \"type\" is missing");
    assertThat(broken("split_databases = [\"rocblas\", \"hipblaslt\"]", "split_databases = 7"))
        .singleElement()
        .asString()
        .contains("expected a list of texts, found the number 7");
  }

  @Test
  void namesHaveToLeadSomewhere() {
    assertThat(broken("[\"math-libs\"]", "[\"math-lib\"]"))
        .singleElement()
        .asString()
        .startsWith("ERROR T:8:20: build_stages.libs.artifact_groups: there is no artifact group")
        .contains("Did you mean \"math-libs\"?");
    assertThat(broken("artifact_deps = [\"base\"]", "artifact_deps = [\"bass\"]"))
        .singleElement()
        .asString()
        .contains("artifacts.blas.artifact_deps", "there is no artifact \"bass\"");
    assertThat(broken("artifact_group = \"base\"", "artifact_group = \"missing\""))
        .singleElement()
        .asString()
        .contains("there is no artifact group \"missing\"");
    assertThat(broken("source_sets = [\"math\"]", "source_sets = [\"maths\"]"))
        .singleElement()
        .asString()
        .contains("there is no source set \"maths\"");
    assertThat(broken("artifact_group = \"base\"\n", ""))
        .singleElement()
        .asString()
        .contains("\"artifact_group\" is missing");
  }

  @Test
  void ringsAreFound() {
    assertThat(broken("disable_platforms_if", "artifact_deps = [\"blas\"]\ndisable_platforms_if"))
        .singleElement()
        .asString()
        .startsWith("ERROR T:25:1: artifacts.base: ")
        .contains("blas → base → blas");
    assertThat(broken("type = \"generic\"\n", "artifact_group_deps = [\"base\"]\n"))
        .singleElement()
        .asString()
        .contains("artifact_groups.base", "base → base");
  }

  @Test
  void databasesWithoutRecogniserAreAWarning() {
    assertThat(broken("\"hipblaslt\"", "\"hipblas\""))
        .singleElement()
        .asString()
        .startsWith("WARNING T:23:31: artifacts.blas.split_databases: ")
        .contains("\"hipblas\"; its files stay generic");
    assertThat(
            broken("disable_platforms_if", "split_databases = [\"miopen\"]\ndisable_platforms_if"))
        .singleElement()
        .asString()
        .startsWith("WARNING T:28:1: artifacts.base.split_databases: ")
        .contains("target-neutral");
  }

  @Test
  void unknownKeysAreSaid() {
    assertThat(broken("split_databases", "split_database"))
        .singleElement()
        .asString()
        .startsWith("WARNING T:23:1: artifacts.blas.split_database: ")
        .contains("Did you mean \"split_databases\"?");
    assertThat(broken("[metadata]", "[zzz.y]\n[metadata]"))
        .singleElement()
        .asString()
        .startsWith("NOTE T:1:1: zzz: ");
  }

  @Test
  void afterASyntaxErrorNothingIsCalledMissing() {
    List<String> problems = broken("[artifact_groups.base]", "[artifact_groups.base");
    assertThat(problems).isNotEmpty().allMatch(each -> each.contains("this is not valid TOML"));
    assertThat(read("[artifact").value().artifacts()).isEmpty();
    assertThat(read("x = 1").problems()).anyMatch(each -> each.message().contains("no artifact"));
    assertThat(read("artifacts = 1").problems())
        .anyMatch(each -> each.message().contains("expected keys and values"));
  }

  @Test
  void brokenTextsNeverThrow() {
    byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
    for (int end = 0; end < bytes.length; end += 7) {
      assertThat(read(new String(bytes, 0, end, StandardCharsets.UTF_8)).value()).isNotNull();
    }
    Mutations mutations = new Mutations(bytes, 3);
    for (int i = 0; i < 500; i++) {
      assertThat(read(new String(mutations.next(), StandardCharsets.ISO_8859_1)).value())
          .isNotNull();
    }
  }

  @Test
  void aLongChainIsWalked() {
    StringBuilder text = new StringBuilder("[artifact_groups.g]\n");
    int count = 3000;
    for (int i = 0; i < count; i++) {
      text.append(
          "[artifacts.a%d]\nartifact_group = \"g\"\ntype = \"target-neutral\"\n".formatted(i));
      text.append("artifact_deps = [\"a%d\"]\n".formatted((i + 1) % count));
    }
    List<ConfigProblem> problems = read(text.toString()).problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst().message()).startsWith("it depends on itself");
  }

  @Test
  void allDatabasesOfTheRealOneAreKnown() throws IOException {
    Path real =
        Path.of(System.getProperty("kpack.real.dir", "../target/real"), "BUILD_TOPOLOGY.toml");
    Assumptions.assumeTrue(Files.exists(real), () -> "there is no " + real);
    Checked<Topology> read = Topology.read(real, Databases.installed().names());
    assertThat(read.problems()).isEmpty();
    assertThat(read.value().artifacts()).hasSize(73);
  }
}
