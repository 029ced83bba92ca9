package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Command lines that were written for rocm_kpack's tools work with the tool's name exchanged: those
 * of pack_tree, split_artifacts, verify_artifacts and recombine_artifacts, on one artifact.
 */
class FormerCommandLinesTest {
  private static final String BUNDLER =
      "--clang-offload-bundler /opt/rocm/llvm/bin/clang-offload-bundler";

  @TempDir private Path folder;

  @BeforeEach
  void artifact() throws IOException {
    Path artifact = folder.resolve("build/blas_lib_gfx9X");
    Path stage = artifact.resolve("math/stage");
    Files.createDirectories(stage.resolve("lib/rocblas/library"));
    Files.createDirectories(folder.resolve("tmp"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\n");
    Files.copy(CliRun.fixture("libdrift.so"), stage.resolve("lib/libdrift.so"));
    Files.writeString(stage.resolve("lib/rocblas/library/T_gfx942.dat"), "942");
  }

  /** Runs a command line in which %/ represents the test's folder. */
  private CliRun run(String line) {
    return CliRun.of(
        Stream.of(line.strip().split("\\s+"))
            .map(word -> word.replace("%/", folder + "/"))
            .toArray());
  }

  private static List<Object> targets(CliRun list) {
    return list.rows("entries").stream().map(row -> row.get("target")).distinct().toList();
  }

  /** The call of the wheel splitter in ROCm's build of PyTorch. */
  @Test
  void splitWheel() throws IOException {
    Path wheel = CliRun.fixture("many-1.0-py3-none-linux_x86_64.whl");
    CliRun run =
        CliRun.of(
            "split-wheel",
            "--input",
            wheel,
            "--output-dir",
            folder.resolve("wheels"),
            "--device-package-prefix",
            "amd-torch-device",
            "--overlay-root",
            "many/",
            "--wheel-type",
            "torch-fat",
            "--device-requires-dist",
            "rocm-sdk-device-@GFXARCH@ == 7.10",
            "--compression",
            "zstd",
            "-j",
            "2");
    assertThat(run.status()).as(run.err()).isZero();
    Path device = folder.resolve("wheels/amd_torch_device_gfx942-1.0-py3-none-linux_x86_64.whl");
    assertThat(CliRun.of("info", device, "--json").out())
        .contains("rocm-sdk-device-gfx942 == 7.10");
    assertThat(
            targets(CliRun.of("list", device.resolve("many/.kpack/many_gfx942.kpack"), "--json")))
        .containsExactly("gfx942");
  }

  /** Options that have another name now. */
  @ParameterizedTest
  @CsvSource({
    "pack, --keep-targets, --target",
    "convert, --keep-targets, --target",
    "split, --gpu-targets, --target",
    "split-wheel, --gpu-targets, --target",
    "doctor, --gpu, --target",
    "advise, --gpu, --target",
    "list, --gpu, --target",
    "kernels, --gpu, --target",
    "search, --gpu, --target",
    "disassemble, --gpu, --target",
    "extract, --gpu, --target",
    "resolve, --gpu, --target",
    "split, --gpu, --target",
    "pack, --gpu, --target",
    "prune, --gpu, --keep",
    "split, --output-dir, -o",
    "split-wheel, --output-dir, -o",
    "recombine, --output-dir, -o",
    "overlay, --output-dir, -o",
    "split, --format, --artifact-format",
    "recombine, --format, --artifact-format",
    "edit, --scheme, --compression",
    "estimate, --scheme, --compression",
    "diff, --all, --show-equal",
    "split-wheel, --databases, --split-databases",
  })
  void formerNamesAreUnderstoodAndInNoHelp(String verb, String former, String name) {
    Console silent =
        new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
    Command command =
        Cli.VERBS.stream()
            .filter(each -> each.name().equals(verb))
            .findFirst()
            .orElseThrow()
            .make()
            .apply(silent);
    CommandSpec spec = command.line().getCommandSpec();
    assertThat(command.current(List.of("x", former + "=1", former, "--", former)))
        .containsExactly("x", name + "=1", name, "--", former);
    assertThat(spec.findOption(name)).isNotNull();
    assertThat(spec.findOption(former)).isNull();
    assertThat(CliRun.of(verb, "--help").out()).contains(name).doesNotContain(former + "=");
  }

  /** An option that selects GPUs has one name in every command that has one. */
  @Test
  void everyCommandThatTakesGpusHasTarget() {
    for (Cli.Verb verb : Cli.VERBS) {
      List<Option<?>> gpus =
          verb.operation().get().options().stream()
              .filter(option -> option.kind().shape() == OptionKind.Shape.TARGETS)
              .toList();
      if (!gpus.isEmpty()) {
        assertThat(gpus).as(verb.name()).anyMatch(option -> option.names().contains("--target"));
      }
    }
  }

  @Test
  void packTree() {
    CliRun run =
        run(
            """
            pack --input %/build/blas_lib_gfx9X/math/stage --output %/packed --group-name blas
              --gfx-arch-family gfx9X --gfx-arches gfx90a,gfx942,gfx950
              --max-workers 2 --compression zstd --compression-level 5
            """
                + BUNDLER);
    assertThat(run.status()).as(run.err()).isZero();
    Path archive = folder.resolve("packed/.kpack/blas-gfx9X.kpack");
    // All code is kept, and the labels are those that were given, in their order.
    assertThat(CliRun.of("info", archive, "--json").json())
        .containsEntry("targets", List.of("gfx90a", "gfx942", "gfx950"))
        .containsEntry("kernels", 11);
    assertThat(targets(CliRun.of("list", archive, "--json")))
        .containsExactlyInAnyOrder("gfx90a", "gfx942", "gfx1030", "gfx1100");
    assertThat(run.err())
        .contains("warning: ", " for gfx1030, which gfx_arches does not list: no loader reaches")
        .contains(" for gfx1100, which gfx_arches does not list: no loader reaches")
        .contains("gfx_arches lists gfx950, for which there is no code")
        .doesNotContain("for gfx942, which");
    Path library = folder.resolve("packed/lib/libdrift.so");
    assertThat(CliRun.of("resolve", library, "--target", "gfx942", "--json").rows("results"))
        .filteredOn(row -> row.get("outcome").equals("found"))
        .hasSize(3);
    assertThat(CliRun.of("resolve", library, "--target", "gfx1100", "--json").rows("results"))
        .isNotEmpty()
        .noneMatch(row -> row.get("outcome").equals("found"));
  }

  @Test
  void labelsNameWhatWasKept() {
    CliRun run =
        run(
            """
            pack %/build/blas_lib_gfx9X/math/stage -o %/packed --group-name blas
              --gfx-arch-family gfx9X --gfx-arches gfx942 --keep-targets gfx942,gfx1100 --json""");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.rows("archives").getFirst()).containsEntry("targets", List.of("gfx942"));
    assertThat(run.rows("dropped"))
        .extracting(row -> row.get("target"))
        .containsExactly("gfx90a", "gfx1030");
    assertThat(run.rows("findings"))
        .extracting(row -> row.get("rule"))
        .containsExactly("target-not-labelled");
    assertThat(
            targets(CliRun.of("list", folder.resolve("packed/.kpack/blas-gfx9X.kpack"), "--json")))
        .containsExactlyInAnyOrder("gfx942", "gfx1100");
    assertThat(
            run("pack x -o y --group-name g --gfx-arch-family f --gfx-arches gfx90a:xnack").err())
        .contains("--gfx-arches: ");
    assertThat(run("pack x -o y --group-name g --gfx-arch-family f --gfx-arches ,").err())
        .contains("--gfx-arches: expected targets");
  }

  /** What the options that name GPUs make of a name. */
  private List<Object> labels(String... names) {
    List<Object> line =
        new ArrayList<>(
            List.of("pack", folder.resolve("build/blas_lib_gfx9X/math/stage"), "-o", "x"));
    line.addAll(List.of("--group-name", "g", "--gfx-arch-family", "f", "--dry-run", "--json"));
    for (String name : names) {
      line.addAll(List.of("--gfx-arches", name));
    }
    CliRun run = CliRun.of(line.toArray());
    assertThat(run.status()).as(run.err()).isZero();
    return List.copyOf((List<?>) run.rows("archives").getFirst().get("targets"));
  }

  private List<Object> kept(String name) {
    CliRun run =
        CliRun.of(
            "pack",
            folder.resolve("build/blas_lib_gfx9X/math/stage"),
            "-o",
            "x",
            "--group-name",
            "g",
            "--gfx-arch-family",
            "f",
            "--keep-targets",
            name,
            "--dry-run",
            "--json");
    assertThat(run.status()).as(run.err()).isZero();
    return List.copyOf((List<?>) run.rows("archives").getFirst().get("targets"));
  }

  private List<Object> split(String name) {
    CliRun run =
        CliRun.of(
            "split",
            "--artifact-dir",
            folder.resolve("build/blas_lib_gfx9X"),
            "--output-dir",
            folder.resolve("x"),
            "--gpu-targets",
            name,
            "--dry-run",
            "--json");
    assertThat(run.status()).as(run.err()).isZero();
    return run.rows("artifacts").stream()
        .map(row -> row.get("target"))
        .filter(target -> !target.equals("generic"))
        .toList();
  }

  private Path library() {
    return folder.resolve("build/blas_lib_gfx9X/math/stage/lib/libdrift.so");
  }

  private List<Object> listed(String name) {
    CliRun run = CliRun.of("list", library(), "--target", name, "--json");
    assertThat(run.status()).as(run.err()).isZero();
    return run.rows("entries").stream().map(row -> row.get("target")).distinct().toList();
  }

  private List<Object> extracted(String name) {
    CliRun run =
        CliRun.of("extract", library(), "--target", name, "-o", folder, "--dry-run", "--json");
    assertThat(run.status()).as(run.err()).isZero();
    return run.rows("written").stream().map(row -> row.get("target")).distinct().toList();
  }

  private List<Object> resolved(String name) {
    CliRun run = CliRun.of("resolve", library(), "--target", name, "--json");
    return run.rows("results").stream()
        .filter(row -> row.get("size") != null)
        .<Object>map(row -> String.valueOf(row.get("target")).replaceFirst(":.*", ""))
        .distinct()
        .toList();
  }

  /** Each device takes plain code where there is none for its modes, as a loader does. */
  @ParameterizedTest
  @ValueSource(strings = {"gfx90a:xnack+", "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", "MI210"})
  void devicesWithModesTakePlainCode(String name) {
    assertThat(kept(name)).containsExactly("gfx90a");
    assertThat(split(name)).containsExactly("gfx90a");
    assertThat(listed(name)).containsExactly("gfx90a");
    assertThat(extracted(name)).containsExactly("gfx90a");
  }

  @ParameterizedTest
  @CsvSource({
    "gfx942, gfx942",
    "MI300X, gfx942",
    "gfx110X-all, gfx1100",
    "'  Name:                    gfx942  ', gfx942",
    "amdgcn-amd-amdhsa--gfx1100, gfx1100"
  })
  void namesOfGpusMeanTheSameWhereverTheyStand(String name, String target) {
    assertThat(kept(name)).containsExactly(target);
    assertThat(split(name)).containsExactly(target);
    assertThat(resolved(name)).containsExactly(target);
    assertThat(listed(name)).containsExactly(target);
    assertThat(extracted(name)).containsExactly(target);
    assertThat(labels(name)).contains(target).doesNotContain(name.equals(target) ? "" : name);
    assertThat(labels("gfx90a", name)).startsWith("gfx90a").contains(target);
  }

  @Test
  void theNumberOfWorkersCountsInsteadOfThatOfTheSettings() {
    List<String> args = new ArrayList<>(List.of("pack", folder.resolve("none").toString()));
    args.addAll(List.of("-o", "x", "--group-name", "g", "--gfx-arch-family", "f"));
    args.addAll(List.of("--max-workers", "2"));
    var err = new java.io.ByteArrayOutputStream();
    new Cli(
            new Console(new java.io.ByteArrayOutputStream(), err, false),
            request -> 0,
            null,
            () -> OptionalInt.of(3))
        .run(args.toArray(String[]::new));
    assertThat(err.toString(java.nio.charset.StandardCharsets.UTF_8))
        .contains("the file does not exist");
  }

  @Test
  void splitVerifyAndRecombine() throws IOException {
    CliRun one =
        run(
            """
            split --artifact-dir %/build/blas_lib_gfx9X --output-dir %/one
              --artifact-prefix blas_lib --split-databases rocblas hipblaslt
              --tmp-dir %/tmp --verbose
            """
                + BUNDLER);
    assertThat(one.status()).as(one.err()).isZero();
    CliRun all =
        run(
            """
            split --batch-artifact-parent-dir %/build --output-dir %/shards/gfx9X-build
              --split-databases rocblas hipblaslt --tmp-dir %/tmp
            """
                + BUNDLER
                + " --verbose");
    assertThat(all.status()).as(all.err()).isZero();
    assertThat(CliRun.of("diff", folder.resolve("one"), folder.resolve("shards/gfx9X-build")))
        .extracting(CliRun::status)
        .isEqualTo(0);

    CliRun verified = run("verify --artifacts-dir %/shards/gfx9X-build --verbose " + BUNDLER);
    assertThat(verified.status()).as(verified.out() + verified.err()).isZero();
    assertThat(verified.out()).contains("Passed");
    assertThat(run("verify --artifacts-dir %/none").status()).isEqualTo(2);
    CliRun file = run("verify --artifacts-dir %/build/blas_lib_gfx9X/artifact_manifest.txt");
    assertThat(file.status()).isEqualTo(2);
    assertThat(file.err()).contains("expected a folder, found a file");

    Files.writeString(
        folder.resolve("packaging.json"),
        """
        {"primary_shard": "gfx9X-build", "architecture_groups": {
          "gfx9X": {"display_name": "CDNA", "architectures": ["gfx90a", "gfx942"]},
          "gfx110X": {"display_name": "RDNA 3", "architectures": ["gfx1100"]}}}
        """);
    CliRun combined =
        run(
            """
            recombine --input-shards-dir %/shards --config %/packaging.json --output-dir %/packages
              --component blas_lib --verbose""");
    // One architecture is in no group.
    assertThat(combined.status()).as(combined.err()).isZero();
    assertThat(combined.err()).contains("warning: ", "left out: no group lists gfx1030");
    assertThat(folder.resolve("packages/blas_lib_gfx9X")).isDirectory();
    assertThat(folder.resolve("packages/blas_lib_gfx110X")).isDirectory();
    assertThat(folder.resolve("packages/blas_lib_generic")).isDirectory();
  }
}
