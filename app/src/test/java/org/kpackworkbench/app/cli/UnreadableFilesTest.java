package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file that cannot be read is named and left out, and everything else is done. Linux has a folder
 * with one that even root may not read, and no path of more than 4095 bytes can be opened.
 */
@EnabledOnOs(OS.LINUX)
class UnreadableFilesTest {
  private static final Path TREE = Path.of("/proc/sys/net/ipv4/route");
  private static final Path LIBRARY = Checkout.root().resolve("app/sample/lib/libmixed.so");
  private static final String FILE = "flush";
  private static final String OTHER = "gc_interval";
  private static final String PREFIX = "math-libs/stage";

  @TempDir private Path folder;
  private @Nullable Path longer;

  private static void assertNamed(CliRun run, String file, String why) {
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .containsOnlyOnce("error: ")
        .contains(file + ": it cannot be read, and is left out: ")
        .contains(why);
  }

  /** An artifact with a fat library, and with a file whose path is too long in the end. */
  private Path artifact() throws IOException {
    Path artifact = folder.resolve("artifacts/demo_lib_gfx94X");
    Path library = artifact.resolve(PREFIX).resolve("lib/libmixed.so");
    Files.createDirectories(library.getParent());
    Files.copy(LIBRARY, library);
    Files.writeString(artifact.resolve("artifact_manifest.txt"), PREFIX + "\n");
    Path before = artifact.resolve(PREFIX).resolve("a");
    Path last = before;
    while (last.toString().length() + 91 < 3850) {
      last = last.resolve("d".repeat(90));
    }
    Files.createDirectories(last);
    int name = 4000 - last.toString().length() - 1;
    Files.writeString(last.resolve("f".repeat(name)), "text");
    longer = Files.move(before, before.resolveSibling("a".repeat(120)));
    return artifact;
  }

  /** A path that cannot be opened cannot be deleted either. */
  @AfterEach
  void shorten() throws IOException {
    if (longer != null) {
      Files.move(longer, longer.resolveSibling("a"));
    }
  }

  @Test
  void packAndPruneNameThem() {
    assumeThat(TREE.resolve(FILE)).exists();
    Path packed = folder.resolve("packed");
    Path pruned = folder.resolve("pruned");
    assertNamed(
        CliRun.of(
            "pack", TREE, "-o", packed, "--group-name", "test", "--gfx-arch-family", "gfx942"),
        FILE,
        "permission denied");
    assertNamed(
        CliRun.of("prune", TREE, "--keep", "gfx942", "-o", pruned), FILE, "permission denied");
    for (Path out : List.of(packed, pruned)) {
      assertThat(out.resolve(OTHER)).exists();
      assertThat(out.resolve(FILE)).doesNotExist();
    }
  }

  @Test
  void splitAndOverlayNameThem() throws IOException {
    Path artifact = artifact();
    Path split = folder.resolve("s");
    Path overlaid = folder.resolve("o");
    assertNamed(
        CliRun.of("split", "--batch-artifact-parent-dir", artifact.getParent(), "-o", split),
        "f",
        "too long");
    assertThat(split.resolve("demo_lib_generic").resolve(PREFIX).resolve("lib/libmixed.so"))
        .exists();
    assertThat(split.resolve("demo_lib_gfx942")).isDirectory();
    assertNamed(CliRun.of("overlay", artifact, "-o", overlaid), "f", "too long");
    assertThat(overlaid.resolve(PREFIX).resolve("lib/libmixed.so")).exists();
  }

  @Test
  void packAndPruneConvertTheRest() throws IOException {
    Path tree = artifact().resolve(PREFIX);
    Path packed = folder.resolve("p");
    Path pruned = folder.resolve("q");
    assertNamed(
        CliRun.of(
            "pack", tree, "-o", packed, "--group-name", "test", "--gfx-arch-family", "gfx942"),
        "f",
        "too long");
    assertThat(packed.resolve(".kpack/test-gfx942.kpack")).exists();
    assertNamed(CliRun.of("prune", tree, "--keep", "gfx942", "-o", pruned), "f", "too long");
    assertThat(pruned.resolve("lib/libmixed.so")).exists();
  }

  @Test
  void verifyAndListNameThem() throws IOException {
    Path artifact = artifact();
    for (List<Object> verb :
        List.of(List.<Object>of("verify"), List.<Object>of("list", "--recursive"))) {
      List<Object> words = new ArrayList<>(verb);
      words.add(artifact);
      CliRun run = CliRun.of(words.toArray());
      assertThat(run.out()).as(verb + run.err()).contains("libmixed.so");
      assertThat(run.err() + run.out()).as(verb.toString()).contains("fff");
      assertThat(run.status()).isNotZero();
    }
  }

  @Test
  void chmodHidesFileFromUsers() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Files.copy(LIBRARY, tree.resolve("libmixed.so"));
    Path hidden = Files.writeString(tree.resolve("hidden"), "text");
    Files.setPosixFilePermissions(hidden, java.util.Set.of());
    assumeThat(Files.isReadable(hidden)).as("root reads everything").isFalse();
    Path out = folder.resolve("out");
    CliRun run = CliRun.of("prune", tree, "--keep", "gfx942", "-o", out);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("hidden: it cannot be read");
    assertThat(out.resolve("libmixed.so")).exists();
  }
}
