package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.files.SystemText;

/** Trees with files, folders and links whose names are no UTF-8 are copied whole. */
class NamesOfAnyBytesTest {
  private static final Set<String> COPIED =
      Set.of(
          "lib/a\udcff.txt",
          "lib/a\udcfe.txt",
          "lib/d\udce4/plain.txt",
          "lib/link\udcf6",
          "lib/literal\ufffdff",
          "lib/libfat\udce9.so");

  @TempDir private Path folder;
  private Path artifact;
  private Path stage;

  @BeforeEach
  void make() throws IOException {
    assumeTrue(java.io.File.separatorChar == '/', "names of any bytes");
    artifact = folder.resolve("build/blas_lib_gfx9X");
    stage = Files.createDirectories(artifact.resolve("math/stage"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\n");
    fill(stage);
  }

  private static Path at(Path root, String name) {
    return SystemText.path(SystemText.of(root.toAbsolutePath()) + "/" + name);
  }

  private static void fill(Path root) throws IOException {
    Files.createDirectories(at(root, "lib/d\udce4"));
    Files.writeString(at(root, "lib/a\udcff.txt"), "one");
    Files.writeString(at(root, "lib/a\udcfe.txt"), "other");
    Files.writeString(at(root, "lib/d\udce4/plain.txt"), "plain");
    Files.writeString(at(root, "lib/literal\ufffdff"), "literal");
    Files.createSymbolicLink(at(root, "lib/link\udcf6"), at(root, "lib/a\udcff.txt").getFileName());
    Files.copy(CliRun.fixture("libdrift.so"), at(root, "lib/libfat\udce9.so"));
  }

  /** Names below a folder, without those of folders and of what the program adds. */
  private static Set<String> names(Path root) throws IOException {
    Set<String> names = new TreeSet<>();
    String top = SystemText.of(root.toAbsolutePath()) + "/";
    try (Stream<Path> all = Files.walk(root)) {
      all.filter(path -> !Files.isDirectory(path) && !path.toString().contains("/.kpack"))
          .forEach(path -> names.add(SystemText.of(path.toAbsolutePath()).substring(top.length())));
    }
    return names;
  }

  private void assertCopied(Path root) throws IOException {
    assertThat(names(root)).isEqualTo(new TreeSet<>(COPIED));
    assertThat(Files.readString(at(root, "lib/a\udcff.txt"))).isEqualTo("one");
    assertThat(Files.readString(at(root, "lib/a\udcfe.txt"))).isEqualTo("other");
    assertThat(Files.readString(at(root, "lib/link\udcf6"))).isEqualTo("one");
  }

  private static CliRun done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as("%s: %s", List.of(args), run.err()).isZero();
    return run;
  }

  /** Messages name a file as reports do: two files that differ are two names. */
  @Test
  void failuresNameFilesWithTheirBytes() throws IOException {
    Path broken = at(stage, "lib/broken\udcfc.kpack");
    Files.writeString(broken, "KPAK, and no archive");
    CliRun run = CliRun.of("list", stage, "--recursive");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("lib/broken\ufffdfc.kpack").doesNotContain("broken\ufffd.kpack");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"verify STAGE", "prune STAGE --keep gfx942 -o OUT --json", "info LIB --json"})
  void reportsNameFilesWithTheirBytes(String command) throws IOException {
    Object[] args =
        Stream.of(command.split(" ", -1))
            .map(
                arg ->
                    switch (arg) {
                      case "STAGE" -> stage;
                      case "LIB" -> at(stage, "lib/libfat\udce9.so");
                      case "OUT" -> folder.resolve("out");
                      default -> arg;
                    })
            .toArray();
    assertThat(CliRun.of(args).out())
        .contains("libfat\ufffde9.so")
        .doesNotContain("libfat\ufffd.so");
  }

  /** A binary that was renamed, and one that is broken, in a tree of artifacts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify TREE --verbose",
        "verify TREE --json",
        "resolve --tree TREE --target gfx906",
        "resolve --tree TREE --target gfx906 --json",
        "resolve LIB --target gfx906",
        "prune TREE --keep gfx942 -o OUT"
      })
  void findingsNameFilesWithTheirBytes(String command) throws IOException {
    Path tree = folder.resolve("shard");
    done("split", "--artifact-dir", artifact, "-o", tree);
    Path library = tree.resolve("blas_lib_generic/math/stage");
    Path renamed = at(library, "lib/libnew\udce9.so");
    Files.move(at(library, "lib/libfat\udce9.so"), renamed);
    Files.writeString(at(library, "lib/libnone\udcfc.so"), "\u007fELF, and no library");
    Path out = folder.resolve("out");
    Map<String, Path> paths = Map.of("TREE", tree, "LIB", renamed, "OUT", out);
    Object[] args =
        Stream.of(command.split(" ", -1))
            .map(arg -> paths.containsKey(arg) ? paths.get(arg) : arg)
            .toArray();
    CliRun run = CliRun.of(args);
    assertThat(run.out() + run.err())
        .containsPattern("libnew\ufffde9.so|libnone\ufffdfc.so")
        .doesNotContainPattern("\ufffd(?![0-9a-f]{2})");
  }

  @Test
  void prunes() throws IOException {
    Path out = folder.resolve("out");
    done("prune", stage, "--keep", "gfx942", "-o", out, "--json");
    assertCopied(out);
    assertThat(Files.size(at(out, "lib/libfat\udce9.so")))
        .isLessThan(Files.size(at(stage, "lib/libfat\udce9.so")));
    done("prune", out, "--keep", "gfx942", "--in-place");
    done("prune", stage, "--keep", "gfx942", "--in-place", "--json");
    assertCopied(stage);
    done("diff", stage, out);
  }

  @Test
  void packs() throws IOException {
    Path out = folder.resolve("out");
    String json = "--json";
    done("pack", stage, "-o", out, "--group-name", "g", "--gfx-arch-family", "f", json);
    assertCopied(out);
    assertThat(CliRun.of("resolve", "--tree", out, "--target", "gfx1030", "--json").rows("results"))
        .anySatisfy(row -> assertThat(row.get("outcome")).isEqualTo("found"));
    done("verify", out);
  }

  @Test
  void splitsRecombinesAndOverlays() throws IOException {
    Path shard = folder.resolve("shards/one");
    done("split", "--artifact-dir", artifact, "-o", shard, "--json");
    assertCopied(shard.resolve("blas_lib_generic/math/stage"));
    done("split", "--artifact-dir", artifact, "-o", shard, "--json");
    CliRun advice = CliRun.of("advise", shard, "--target", "gfx1030");
    assertThat(advice.out() + advice.err()).contains("blas_lib_gfx1030").doesNotContain("program");
    Path config = folder.resolve("config.json");
    Files.writeString(
        config,
        """
        {"primary_shard": "one", "architecture_groups": {"all": {"display_name": "all",
          "architectures": ["gfx90a", "gfx942", "gfx1030", "gfx1100"]}}}
        """);
    Path combined = folder.resolve("combined");
    done(
        "recombine",
        "--input-shards-dir",
        folder.resolve("shards"),
        "--config",
        config,
        "-o",
        combined,
        "--json");
    assertCopied(combined.resolve("blas_lib_generic/math/stage"));
    Path tree = folder.resolve("tree");
    done(
        "overlay",
        combined.resolve("blas_lib_generic"),
        combined.resolve("blas_lib_all"),
        "-o",
        tree,
        "--flatten",
        "--json");
    assertCopied(tree);
  }
}
