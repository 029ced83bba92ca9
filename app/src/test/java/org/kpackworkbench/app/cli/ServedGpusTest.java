package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which GPUs a tree serves, without a GPU that is named. */
class ServedGpusTest {
  @TempDir private Path folder;

  private Path packed() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("in/lib"));
    Files.copy(CliRun.fixture("libmany.so"), tree.resolve("libx.so"));
    Path out = folder.resolve("out");
    CliRun run =
        CliRun.of(
            "pack", tree.getParent(), "-o", out, "--group-name", "g", "--gfx-arch-family", "all");
    assertThat(run.status()).as(run.err()).isZero();
    return out;
  }

  private static void cut(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  @Test
  void genericCodeServesTheGpusThatRuntimesHandItTo() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("generic"));
    Files.copy(CliRun.fixture("libgeneric.so"), tree.resolve("libgeneric.so"));
    CliRun run = CliRun.of("resolve", "--tree", tree);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("gfx906:xnack-", "gfx1030", "gfx1036", "gfx1103", "gfx1151", "gfx1201")
        // Not by what runtimes hand over, and not asked by any device.
        .doesNotContain("gfx1154", "-generic")
        .contains("All wrappers have code on all targets.");
  }

  @Test
  void codeBesideAFatBinaryIsForAGpuThatItLacks() throws IOException {
    Path tree = packed();
    Files.copy(
        CliRun.fixture("libone.so"),
        tree.resolve("lib/libx.so"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(CliRun.of("verify", tree).out()).contains("fat-beside-archive");
    CliRun run = CliRun.of("resolve", "--tree", tree);
    assertThat(run.out()).contains("Code is missing for: ", "gfx942:sramecc+:xnack- (1)");
    assertThat(CliRun.of("resolve", "--tree", tree, "--json").json())
        .containsEntry("complete", false);
  }

  /** A GPU's default setting is its one column, whatever archives are named for. */
  @Test
  void showsEachSettingOnce() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("in"));
    Files.copy(CliRun.fixture("libmany.so"), tree.resolve("libmany.so"));
    Files.copy(CliRun.fixture("libmixed.so"), tree.resolve("libmixed.so"));
    CliRun run = CliRun.of("resolve", "--tree", tree);
    assertThat(run.out().lines().findFirst().orElseThrow().split(" +"))
        .containsExactly(
            "binary",
            "gfx90a:sramecc+:xnack-",
            "gfx90a:xnack+",
            "gfx942:sramecc+:xnack-",
            "gfx1030",
            "gfx1100");
  }

  @Test
  void triesTheGpusOfManifests() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("sample"));
    Path sample = Checkout.root().resolve("app/sample");
    for (String path : List.of("lib/libhostonly.so", ".kpack/kpackfix.kpm")) {
      Files.createDirectories(tree.resolve(path).getParent());
      Files.copy(sample.resolve(path), tree.resolve(path));
    }
    CliRun none = CliRun.of("resolve", "--tree", tree);
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.out())
        .contains("gfx90a:sramecc+:xnack-", "gfx942:sramecc+:xnack-", "gfx1030", "gfx1100")
        .contains("0 of 3, error 13");
  }

  /** One wrapper of three has no code for gfx942. */
  @Test
  void adviceNamesTheWrappersThatGetNoCode() throws IOException {
    Path artifact = Files.createDirectories(folder.resolve("t_generic"));
    Path stage = artifact.resolve("stage");
    Checkout.copy(Checkout.root().resolve("app/sample"), stage);
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    CliRun run = CliRun.of("advise", artifact, "--target", "gfx942");
    assertThat(run.out())
        .contains("lib/libhostonly.so (#1 of 3 wrappers)", "lib/libmixed.so (#1 of 5 wrappers)");
    CliRun none = CliRun.of("advise", artifact, "--target", "gfx1030");
    assertThat(none.out()).contains("libhostonly.so").doesNotContain("libhostonly.so (");
  }

  @Test
  void anotherVersionOfATableIsReadByEachCommand() throws IOException {
    Path tree = packed();
    Path archive = tree.resolve(".kpack/g-all.kpack");
    byte[] bytes = Files.readAllBytes(archive);
    String field = "format_version";
    bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf(field) + field.length()] = 2;
    Files.write(archive, bytes);
    assertThat(CliRun.of("verify", tree).status()).isZero();
    assertThat(CliRun.of("resolve", "--tree", tree).status()).isZero();
    for (Path file : List.of(archive, tree.resolve("lib/libx.so"))) {
      CliRun list = CliRun.of("list", file);
      assertThat(list.status()).isZero();
      assertThat(list.out()).contains("gfx1100");
      assertThat(list.err()).contains("The table's format_version is 2").doesNotContain("where");
    }
    assertThat(CliRun.of("info", archive).out()).contains("The table's format_version is 2");
  }

  @Test
  void anUnreadableArchiveIsNamedAndIsNoGpu() throws IOException {
    Path tree = packed();
    Path archive = tree.resolve(".kpack/g-all.kpack");
    for (long size : new long[] {Files.size(archive) - 100, 0}) {
      cut(archive, size);
      CliRun alone = CliRun.of("resolve", "--tree", tree);
      // The targets of a part of its table are known.
      assertThat(alone.status()).isEqualTo(size == 0 ? 2 : 1);
      assertThat(alone.err()).contains("g-all.kpack: ").doesNotContain("any GPU");
      assertThat(alone.out()).doesNotContain("any GPU");
    }
    Files.copy(CliRun.fixture("libone.so"), tree.resolve("lib/libone.so"));
    CliRun beside = CliRun.of("resolve", "--tree", tree);
    assertThat(beside.status()).isEqualTo(1);
    assertThat(beside.err()).contains("g-all.kpack: ").doesNotContain("any GPU");
    assertThat(beside.out())
        .contains("0 of 1, error 13", "Code is missing for: gfx1100 (1).")
        .doesNotContain("any GPU");
  }
}
