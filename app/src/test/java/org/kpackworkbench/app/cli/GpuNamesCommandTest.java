package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.files.TreeDeletion;

/** A GPU's name means the same in every command. */
class GpuNamesCommandTest {
  private static final List<String> OF_XNACK = List.of("gfx90a:xnack+", "gfx90a:xnack-");

  @TempDir private Path folder;

  /** A library with code for both settings of xnack, and no code for plain gfx90a. */
  private Path packed() {
    CliRun run =
        CliRun.of(
            "pack",
            CliRun.fixture("libmany.so"),
            "-o",
            folder.resolve("packed"),
            "--group-name",
            "g",
            "--gfx-arch-family",
            "all");
    assertThat(run.status()).as(run.err()).isZero();
    return folder.resolve("packed/libmany.so");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gfx90a", "MI250X", "gfx90a-dcgpu", "gfx90a/104", "GFX90A"})
  void resolvesDefaultSettingAndListsOthers(String name) {
    for (Path library : List.of(CliRun.fixture("libmany.so"), packed())) {
      CliRun run = CliRun.of("resolve", library, "--target", name, "--json");
      assertThat(run.status()).as(run.err()).isZero();
      Map<String, Object> result = run.rows("results").getFirst();
      assertThat(result)
          .containsEntry("target", "gfx90a:sramecc+:xnack-")
          .containsEntry("architecture", "gfx90a:xnack-");
      assertThat(column(result, "target"))
          .containsExactly(
              "gfx90a:sramecc+:xnack+", "gfx90a:sramecc-:xnack-", "gfx90a:sramecc-:xnack+");
      assertThat(column(result, "architecture"))
          .containsExactly("gfx90a:xnack+", "gfx90a:xnack-", "gfx90a:xnack+");
      assertThat(CliRun.of("resolve", library, "--target", name).out())
          .contains("gfx90a:sramecc+:xnack+, wrapper 0: code for gfx90a:xnack+")
          .contains("the same on gfx90a:sramecc-:xnack-");
    }
  }

  @Test
  void namesOtherSettingsOfTreesWhereTheyFareOtherwise() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Path library = CliRun.fixture("libmany.so");
    Files.copy(library, tree.resolve("liball.so"));
    CliRun whole = CliRun.of("resolve", "--tree", tree, "--target", "gfx90a");
    assertThat(whole.status()).isZero();
    assertThat(whole.out()).doesNotContain("other settings");
    CliRun pruned =
        CliRun.of("prune", library, "--keep", "gfx90a:xnack-", "-o", tree.resolve("libhalf.so"));
    assertThat(pruned.status()).as(pruned.err()).isZero();
    CliRun half = CliRun.of("resolve", "--tree", tree, "--target", "gfx90a");
    assertThat(half.status()).as("of the default setting").isZero();
    assertThat(half.out())
        .containsOnlyOnce("other settings:")
        .contains("libhalf.so\n\nother settings:\n  gfx90a:sramecc+:xnack+, wrapper 0: error 14");
  }

  @ParameterizedTest
  @CsvSource({
    "arch:MI250X, 2",
    "arch:gfx90a-xnack+, 1",
    "arch=gfx90a_xnackp, 1",
    "target=MI250X|foo*, 2",
    "arch:xnack+, 1",
    "arch:90a, 2",
    "arch:foo, -1",
    "arch:gxf1032, -1",
    "-arch=gfx90a|foo, -1"
  })
  void filtersByEachNameOfKnownGpu(String filter, int targets) {
    CliRun run = CliRun.of("list", CliRun.fixture("libmany.so"), "--filter", filter, "--json");
    if (targets < 0) {
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err())
          .contains("is not the name of a known GPU")
          .doesNotContain("add --parts");
    } else {
      assertThat(run.rows("entries").stream().map(row -> row.get("target")).distinct())
          .hasSize(targets)
          .isSubsetOf(OF_XNACK);
    }
  }

  @Test
  void comparesBareTextOnlyWithExact() {
    for (Path library : List.of(CliRun.fixture("libmany.so"), packed())) {
      CliRun run = CliRun.of("resolve", library, "--target", "gfx90a", "--exact");
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out())
          .contains("error 14")
          .contains("such as gfx90a:sramecc+:xnack-")
          .doesNotContain("Build it for", "other settings");
    }
    Path library = packed();
    for (String name : List.of("gfx9999", "foo", "gfx942:xnack")) {
      CliRun unknown = CliRun.of("resolve", library, "--target", name, "--exact", "--json");
      assertThat(unknown.status()).isEqualTo(1);
      assertThat(unknown.rows("results").getFirst()).containsEntry("target", name);
      CliRun refused = CliRun.of("resolve", library, "--target", name);
      assertThat(refused.status()).isEqualTo(2);
      assertThat(refused.err()).contains("--exact compares a target as it is written");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gfx90a", "MI250X", "gfx90a-dcgpu"})
  void listsAndKeepsCodeForEverySetting(String name) {
    Path library = CliRun.fixture("libmany.so");
    assertThat(targets(CliRun.of("list", library, "--target", name, "--json")))
        .containsExactlyInAnyOrderElementsOf(OF_XNACK);
    Path small = folder.resolve("small.so");
    CliRun pruned = CliRun.of("prune", library, "--keep", name, "-o", small);
    assertThat(pruned.status()).as(pruned.err()).isZero();
    assertThat(targets(CliRun.of("list", small, "--json")))
        .containsExactlyInAnyOrderElementsOf(OF_XNACK);
  }

  private static List<String> column(Map<String, Object> result, String name) {
    return ((List<?>) result.get("settings"))
        .stream().map(each -> String.valueOf(((Map<?, ?>) each).get(name))).toList();
  }

  private static List<Object> targets(CliRun run) {
    return run.rows("entries").stream().map(row -> row.get("target")).distinct().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "foo, gfx942",
    "gxf1032, gfx1032",
    "gfx9999, is not the name of a known GPU",
    "gfx94X-igpu, gfx94X-dcgpu",
    "gfx942-dgpu, gfx9"
  })
  void refusesUnknownNamesEverywhere(String name, String near) {
    Path library = CliRun.fixture("libmany.so");
    Path out = folder.resolve("out");
    List<Object[]> commands =
        List.of(
            new Object[] {"resolve", library, "--target", name},
            new Object[] {"resolve", library, "--target", "gfx942", "--compare-target", name},
            new Object[] {"list", library, "--target", name},
            new Object[] {"kernels", library, "--target", name},
            new Object[] {"search", library, "x", "--target", name},
            new Object[] {"extract", library, "--target", name, "-o", out},
            new Object[] {"prune", library, "--keep", name, "-o", out},
            new Object[] {"prune", library, "--drop", name, "-o", out},
            new Object[] {"advise", folder, "--gpu", name},
            new Object[] {"doctor", folder, "--gpu", name},
            with("--gfx-arches", name, library, out),
            with("--keep-targets", name, library, out),
            new Object[] {
              "split", "--artifact-dir", folder, "--output-dir", out, "--gpu-targets", name
            });
    List<String> wrong = new ArrayList<>();
    for (Object[] command : commands) {
      CliRun run = CliRun.of(command);
      if (run.status() != 2 || !run.err().contains(near)) {
        wrong.add("%s: %d, %s".formatted(Arrays.toString(command), run.status(), run.err()));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(out).doesNotExist();
  }

  @Test
  void readsSpellingsOfFileNamesAlikeEverywhere() throws IOException {
    Map<String, List<String>> spellings =
        Map.of(
            "gfx90a:xnack+",
            List.of(
                "gfx90a-xnack+",
                "gfx90a_xnack+",
                "gfx90a_xnackp",
                "GFX90A-XNACK+",
                "amdgcn-amd-amdhsa--gfx90a-xnack+"),
            "gfx90a:xnack-",
            List.of("gfx90a_xnackm", "gfx90a_xnack-"),
            "gfx90a:sramecc+:xnack+",
            List.of(
                "gfx90a_srameccp_xnackp",
                "gfx90a-xnack+-sramecc+",
                "gfx90a:sramecc+-xnack+",
                "gfx90a-sramecc+:xnack+"));
    trees();
    for (Map.Entry<String, List<String>> same : spellings.entrySet()) {
      Map<String, String> colons = answers(same.getKey(), same.getKey());
      assertThat(colons.values()).as("of an error").noneMatch(each -> each.startsWith("2 "));
      for (String spelling : same.getValue()) {
        assertThat(answers(spelling, same.getKey())).as(spelling).isEqualTo(colons);
      }
    }
  }

  private void trees() throws IOException {
    Path stage = artifact().resolve("math/stage/lib");
    Files.createDirectories(stage);
    Files.copy(CliRun.fixture("libmany.so"), stage.resolve("libmany.so"));
    Files.writeString(artifact().resolve("artifact_manifest.txt"), "math/stage\n");
    CliRun split = CliRun.of("split", "--artifact-dir", artifact(), "-o", folder.resolve("split"));
    assertThat(split.status()).as(split.err()).isZero();
    Files.createDirectories(folder.resolve("rocm/lib/rocblas/library"));
    Files.copy(CliRun.fixture("libmany.so"), folder.resolve("rocm/lib/librocblas.so"));
  }

  private Path artifact() {
    return folder.resolve("in/blas_lib_gfx90a-dcgpu");
  }

  /** Answers of each command that takes a GPU's name, the GPU named as loaders spell it. */
  private Map<String, String> answers(String name, String colons) throws IOException {
    Path library = packed();
    Path fat = CliRun.fixture("libmany.so");
    Path out = folder.resolve("out");
    Map<String, String> answers = new TreeMap<>();
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("resolve", library, "--target", name),
            List.of("resolve", fat, "--target", name, "--explain"),
            List.of("resolve", "--tree", folder.resolve("packed"), "--target", name),
            List.of("resolve", library, "--target", "gfx942", "--compare-target", name),
            List.of("list", "--recursive", folder.resolve("packed"), "--target", name),
            List.of("list", fat, "--filter", "arch:" + name),
            List.of("kernels", fat, "--target", name),
            List.of("search", fat, "reduce", "--target", name),
            List.of("advise", folder.resolve("split"), "--gpu", name),
            List.of("doctor", folder.resolve("rocm"), "--gpu", name + "/104"),
            List.of("extract", fat, "--target", name, "-o", out),
            List.of("prune", fat, "--keep", name, "-o", out),
            List.of("prune", fat, "--drop", name, "-o", out),
            List.of("prune", folder.resolve("in"), "--keep", name, "-o", out),
            List.of("split", "--artifact-dir", artifact(), "--target", name, "-o", out),
            List.of(with("--target", name, fat, out)))) {
      CliRun done = CliRun.of(command.toArray());
      String words = done.status() + " " + done.out() + done.err() + contents(out);
      // Folders of rocBLAS have names of their own.
      String same = words.replaceAll("(?<![/\\w])" + Pattern.quote(name), colons);
      answers.put(command.toString().replace(name, colons), same.replaceAll("[ -]+", " "));
      if (Files.exists(out)) {
        TreeDeletion.delete(out);
      }
      ;
    }
    return answers;
  }

  private static List<String> contents(Path out) throws IOException {
    if (!Files.exists(out)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(out)) {
      return files.filter(Files::isRegularFile).map(String::valueOf).sorted().toList();
    }
  }

  private static Object[] with(String option, String name, Path library, Path out) {
    return new Object[] {
      "pack", library, "-o", out, "--group-name", "g", "--gfx-arch-family", "f", option, name
    };
  }
}
