package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every command that writes, each on a small example of its own. */
final class WritingCommands {
  private static final String LIBRARY = "libmany.so";

  private final Path folder;

  private WritingCommands(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes what the commands read.
   *
   * @param folder where it lies
   */
  static WritingCommands make(Path folder) throws IOException {
    WritingCommands made = new WritingCommands(folder);
    Path library = Files.createDirectories(made.tree()).resolve(LIBRARY);
    Files.copy(CliRun.fixture(LIBRARY), library);
    Path stage = Files.createDirectories(made.artifact().resolve("many/stage/lib"));
    Files.copy(library, stage.resolve(LIBRARY));
    Files.writeString(made.artifact().resolve("artifact_manifest.txt"), "many/stage\n");
    done(
        "convert",
        library,
        "-o",
        made.hostOnly(),
        "--kernel-name",
        "many",
        "--archives",
        folder.resolve("host"),
        "--search-path",
        "all.kpack");
    CliRun split = done("split", "--artifact-dir", made.artifact(), "-o", made.shard(), "--json");
    List<String> targets =
        split.rows("artifacts").stream()
            .map(row -> "\"" + row.get("target") + "\"")
            .filter(target -> !target.equals("\"generic\""))
            .toList();
    Files.copy(CliRun.fixture("kinds-gfx1100.hsaco"), made.database("Kernels_gfx1100.hsaco"));
    done("pack-database", made.database(), "-o", made.packedDatabase());
    Files.writeString(
        made.packaging(),
        """
        {"primary_shard": "one", "architecture_groups": {"all": {"architectures": [%s]}}}
        """
            .formatted(String.join(", ", targets)));
    return made;
  }

  private static CliRun done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as("%s: %s%s", List.of(args), run.out(), run.err()).isZero();
    return run;
  }

  private Path tree() {
    return folder.resolve("tree");
  }

  private Path library() {
    return tree().resolve(LIBRARY);
  }

  private Path hostOnly() {
    return folder.resolve("host").resolve(LIBRARY);
  }

  private Path archive() {
    return folder.resolve("host/all.kpack");
  }

  Path artifact() {
    return folder.resolve("many_lib_gfxall");
  }

  private Path shard() {
    return folder.resolve("shards/one");
  }

  private Path database() throws IOException {
    return Files.createDirectories(folder.resolve("rocblas/library"));
  }

  private Path database(String file) throws IOException {
    return database().resolve(file);
  }

  private Path packedDatabase() {
    return folder.resolve("database-archives");
  }

  private Path packaging() {
    return folder.resolve("packaging.json");
  }

  /**
   * All of them, by name, as argument lists.
   *
   * @param out where they write; each below a name of its own, replacing existing output
   */
  Map<String, List<Object>> writingTo(Path out) throws IOException {
    Map<String, List<Object>> all = new TreeMap<>();
    all.put(
        "pack",
        List.of(
            "pack",
            tree(),
            "-o",
            out.resolve("packed"),
            "--group-name",
            "g",
            "--gfx-arch-family",
            "f",
            "--force"));
    all.put(
        "convert",
        List.of(
            "convert",
            library(),
            "-o",
            out.resolve("converted.so"),
            "--kernel-name",
            "many",
            "--archives",
            out,
            "--search-path",
            "converted.kpack",
            "--force"));
    all.put("restore", List.of("restore", hostOnly(), "-o", out.resolve("fat.so"), "--force"));
    all.put(
        "split",
        List.of("split", "--artifact-dir", artifact(), "-o", out.resolve("split"), "--force"));
    all.put(
        "split packed",
        List.of(
            "split",
            "--artifact-dir",
            artifact(),
            "-o",
            out.resolve("tars"),
            "--format",
            "tar.zst",
            "--force"));
    all.put(
        "split-wheel",
        List.of(
            "split-wheel",
            CliRun.fixture(PackageInputTest.WHEEL),
            "-o",
            out.resolve("wheels"),
            "--force"));
    all.put(
        "recombine",
        List.of(
            "recombine",
            "--input-shards-dir",
            shard().getParent(),
            "--config",
            packaging(),
            "--output-dir",
            out.resolve("packages"),
            "--force"));
    Path listed =
        Files.writeString(
            folder.resolve("packages.yaml"), "version: 7.15.0\npackages: {many: {}}\n");
    all.put(
        "packages",
        List.of(
            "packages",
            shard(),
            "--config",
            listed,
            "--output",
            out.resolve("debs"),
            "--format",
            "deb,tar",
            "--force"));
    List<Object> overlay =
        new ArrayList<>(List.of("overlay", "-o", out.resolve("laid"), "--force"));
    try (Stream<Path> artifacts = Files.list(shard())) {
      artifacts.sorted().forEach(overlay::add);
    }
    all.put("overlay", overlay);
    all.put(
        "prune",
        List.of("prune", library(), "--keep", "gfx942", "-o", out.resolve("pruned.so"), "--force"));
    all.put(
        "pack-database",
        List.of("pack-database", database(), "-o", out.resolve("database-archives"), "--force"));
    all.put(
        "unpack-database",
        List.of(
            "unpack-database",
            packedDatabase().resolve("rocblas-gfx1100.kpack"),
            "-o",
            out.resolve("database"),
            "--force"));
    all.put(
        "edit",
        List.of(
            "edit", archive(), "--set", "group=x", "-o", out.resolve("edited.kpack"), "--force"));
    all.put(
        "extract",
        List.of("extract", library(), "--all", "-o", out.resolve("extracted"), "--force"));
    all.put("verify", List.of("verify", library(), "-o", out.resolve("report.html"), "--force"));
    all.put(
        "diff",
        List.of(
            "diff",
            library(),
            hostOnly(),
            "--depth",
            "3",
            "--all",
            "-o",
            out.resolve("diff.json"),
            "--format",
            "json",
            "--force"));
    all.put(
        "render",
        List.of("render", library(), "--view", "overview", "-o", out.resolve("picture.png")));
    return all;
  }
}
