package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A converted binary has the owner, group, mode and extended attributes of the fat one. */
@EnabledOnOs(OS.LINUX)
class CarriedAttributesTest {
  private static final byte[] NOTE = "of the build".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  /** A fat library with an attribute; another owner's, where this user may give it away. */
  private Path library(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.copy(CliRun.fixture("libmany.so"), file);
    try {
      Files.setAttribute(file, "user:note", ByteBuffer.wrap(NOTE));
    } catch (IOException | UnsupportedOperationException none) {
      assumeTrue(false, "the disk has no extended attributes");
    }
    if (Files.getAttribute(file, "unix:uid").equals(0)) {
      Files.setAttribute(file, "unix:uid", 4711);
      Files.setAttribute(file, "unix:gid", 4712);
    }
    Files.setAttribute(file, "unix:mode", 0751);
    return file;
  }

  private static void checkLike(Path file, Path made) throws IOException {
    String all = "unix:uid,gid,mode,lastModifiedTime";
    Map<String, Object> expected = Files.readAttributes(file, all);
    assertThat(Files.readAttributes(made, all)).isEqualTo(expected);
    assertThat((byte[]) Files.getAttribute(made, "user:note")).isEqualTo(NOTE);
    assertThat(Files.mismatch(file, made)).isNotNegative();
  }

  @Test
  void followInConvert() throws IOException {
    Path file = library(folder.resolve("in/a.so"));
    Path made = folder.resolve("out/a.so");
    CliRun run =
        CliRun.of(
            "convert",
            file,
            "-o",
            made,
            "--kernel-name",
            "lib/a.so",
            "--search-path",
            "../.kpack/a_@GFXARCH@.kpack",
            "--archives",
            folder.resolve("archives"));
    assertThat(run.status()).as(run.err()).isZero();
    checkLike(file, made);
  }

  @Test
  void followInPack() throws IOException {
    Path file = library(folder.resolve("in/lib/a.so"));
    CliRun run =
        CliRun.of(
            "pack",
            folder.resolve("in"),
            "-o",
            folder.resolve("out"),
            "--group-name",
            "a",
            "--gfx-arch-family",
            "all");
    assertThat(run.status()).as(run.err()).isZero();
    checkLike(file, folder.resolve("out/lib/a.so"));
  }

  @Test
  void followInSplit() throws IOException {
    Path artifact = folder.resolve("in/a_lib_gfx94X");
    Path file = library(artifact.resolve("a/stage/lib/a.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "a/stage\n");
    CliRun run =
        CliRun.of(
            "split",
            "--artifact-dir",
            artifact,
            "--artifact-prefix",
            "a_lib",
            "--output-dir",
            folder.resolve("out"));
    assertThat(run.status()).as(run.err()).isZero();
    checkLike(file, folder.resolve("out/a_lib_generic/a/stage/lib/a.so"));
  }

  @Test
  void followInRestore() throws IOException {
    Path fat = library(folder.resolve("in/a.so"));
    Path host = folder.resolve("lib/a.so");
    CliRun converted =
        CliRun.of(
            "convert",
            fat,
            "-o",
            host,
            "--kernel-name",
            "lib/a.so",
            "--search-path",
            "../.kpack/a_@GFXARCH@.kpack",
            "--archives",
            folder.resolve(".kpack"));
    assertThat(converted.status()).as(converted.err()).isZero();
    Path made = folder.resolve("out.so");
    for (int time = 0; time < 2; time++) {
      CliRun run = CliRun.of("restore", host, "-o", made);
      assertThat(run.status()).as(run.err()).isZero();
      checkLike(host, made);
    }
  }

  /** Everything in a tar file is root's: a program that sets its user would get root's rights. */
  @Test
  void setUserIdStaysOutOfTarFiles() throws IOException {
    Path artifact = folder.resolve("in/a_lib_gfx94X");
    Path file = library(artifact.resolve("a/stage/lib/a.so"));
    Path tool = Files.writeString(artifact.resolve("a/stage/lib/tool"), "code");
    Files.setAttribute(file, "unix:mode", 04755);
    Files.setAttribute(tool, "unix:mode", 06751);
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "a/stage\n");
    Path split = folder.resolve("split/one");
    Path whole = folder.resolve("whole");
    Path folders = folder.resolve("folders/one");
    Path fromFolders = folder.resolve("from-folders");
    Map<Path, Path> lost =
        Map.of(
            split,
            split,
            folders,
            Path.of("none"),
            whole,
            Path.of("none"),
            fromFolders,
            fromFolders);
    Path config = folder.resolve("config.json");
    Files.writeString(
        config,
        """
        {"primary_shard": "one", "architecture_groups": {"all": {"architectures": ["gfx942"]}}}
        """);
    for (Object[] command :
        new Object[][] {
          {"split", split, "--artifact-dir", artifact, "--artifact-format=tar.zst"},
          {"split", folders, "--artifact-dir", artifact},
          {
            "recombine",
            whole,
            "--input-shards-dir",
            split.getParent(),
            "--config",
            config,
            "--artifact-format=tar.zst"
          },
          {
            "recombine",
            fromFolders,
            "--input-shards-dir",
            folders.getParent(),
            "--config",
            config,
            "--artifact-format=tar.zst"
          }
        }) {
      List<Object> line = new ArrayList<>(List.of(command));
      line.add(1, "-o");
      CliRun run = CliRun.of(line.toArray());
      assertThat(run.status()).as(run.err()).isLessThan(2);
      String said = run.out() + run.err();
      Path lib = lost.get(command[1]).resolve("a_lib_generic.tar.zst/a/stage/lib");
      if (lost.get(command[1]).equals(command[1])) {
        assertThat(said)
            .containsOnlyOnce("set-user-id")
            .contains(lib.resolve("a.so") + ": it loses its set-user-id or set-group-id bit")
            .contains("and so do " + lib.resolve("tool"));
      } else {
        assertThat(said).doesNotContain("set-user-id");
      }
    }
    for (Path made : List.of(split, whole, fromFolders)) {
      CliRun read = CliRun.of("verify", made.resolve("a_lib_generic.tar.zst"));
      assertThat(read.out()).as(read.err()).contains("Passed").doesNotContain("it runs as its");
    }
  }
}
