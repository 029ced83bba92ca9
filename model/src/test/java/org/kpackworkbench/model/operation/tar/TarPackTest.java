package org.kpackworkbench.model.operation.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

@DisabledOnOs(OS.WINDOWS)
class TarPackTest {
  private static final FileTime TIME =
      FileTime.from(Instant.parse("2019-05-04T03:02:01.123456700Z"));

  @TempDir Path temp;
  private Path tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = temp.resolve("tree");
    Files.createDirectories(tree.resolve("a b/ü/empty"));
    Files.createDirectories(tree.resolve("a b/.kpack"));
    Files.writeString(tree.resolve("artifact_manifest.txt"), "a b\n");
    Files.writeString(tree.resolve("a b/.kpack/first.kpack"), "first by name");
    Files.writeString(tree.resolve("a b/ü/" + "long".repeat(50)), "content");
    Files.write(tree.resolve("a b/large"), new byte[3_000_000]);
    Files.createSymbolicLink(tree.resolve("a b/link"), Path.of("ü/" + "long".repeat(50)));
    Files.setPosixFilePermissions(
        tree.resolve("a b/large"), PosixFilePermissions.fromString("r-x--x---"));
    Files.setPosixFilePermissions(
        tree.resolve("a b/ü"), PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.getFileAttributeView(
            tree.resolve("a b/link"), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(TIME, null, null);
    for (String path :
        List.of(
            "a b/large",
            "a b/ü/" + "long".repeat(50),
            "a b/ü/empty",
            "a b/ü",
            "a b",
            "a b/.kpack/first.kpack",
            "a b/.kpack",
            "artifact_manifest.txt")) {
      Files.setLastModifiedTime(tree.resolve(path), TIME);
    }
  }

  @Test
  void whatIsPackedComesOutAgainWithModesAndTimes() throws IOException {
    Path tar = temp.resolve("x.tar.zst");
    long size = TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    assertThat(tar).hasSize(size);
    Path out = TestTar.tree(tar, temp);
    Map<String, String> before = TreeText.of(tree);
    Map<String, String> after = TreeText.of(out);
    // The folder itself has no entry, nor has the prefix.
    before.remove("");
    after.remove("");
    before.remove("a b");
    after.remove("a b");
    assertThat(after).isEqualTo(before);
    assertThat(after.get("a b/large")).contains("2019-05-04T03:02:01.1234567Z");
  }

  @Test
  void aFileWithSeveralNamesStaysOne() throws IOException {
    Files.createLink(tree.resolve("a b/large-too"), tree.resolve("a b/large"));
    Path tar = temp.resolve("x.tar.zst");
    TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    Path out = TestTar.tree(tar, temp);
    assertThat(Files.isSameFile(out.resolve("a b/large-too"), out.resolve("a b/large"))).isTrue();
    assertThat(out.resolve("a b/large-too")).hasSameBinaryContentAs(tree.resolve("a b/large"));
  }

  @Test
  void theManifestComesFirstAndOtherToolsReadIt() throws Exception {
    Path tar = temp.resolve("x.tar.zst");
    TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    Process list =
        new ProcessBuilder(
                "sh", "-c", "zstd -dc \"$0\" | tar -tf - --quoting-style=literal", tar.toString())
            .redirectErrorStream(true)
            .start();
    List<String> lines = new ArrayList<>();
    try (var reader = list.inputReader()) {
      reader.lines().forEach(lines::add);
    }
    assertThat(list.waitFor()).as("%s", lines).isZero();
    assertThat(lines)
        .startsWith("artifact_manifest.txt", "a b/.kpack/", "a b/.kpack/first.kpack", "a b/large")
        .hasSize(8);
  }

  @Test
  void everyMemberOfAnArtifactLiesBelowAPrefix() throws IOException {
    Files.createDirectories(tree.resolve("c/d/stage"));
    Files.writeString(tree.resolve("c/d/stage/file"), "in a prefix");
    Files.writeString(tree.resolve("c/outside"), "in none");
    Files.writeString(tree.resolve("artifact_manifest.txt"), "c/d/stage\na b\ngone\n");
    // Their first name in the order of paths lies in no prefix.
    Files.createLink(tree.resolve("a"), tree.resolve("a b/large"));
    Files.createLink(tree.resolve("a b/manifest"), tree.resolve("artifact_manifest.txt"));
    Path tar = temp.resolve("x.tar.zst");
    TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    TarDigest.write(tar, Progress.NONE);
    assertThat(StrictReader.checked(tar))
        .contains("c/d/stage/file", "a b/manifest", "a b/large", "a b/ü/empty/")
        .doesNotContain("a", "a b/", "c/outside", "c/", "c/d/", "c/d/stage/");
  }

  @Test
  void anyOtherTreeIsPackedWhole() throws IOException {
    Files.delete(tree.resolve("artifact_manifest.txt"));
    Path tar = temp.resolve("x.tar.zst");
    TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    Path out = TestTar.tree(tar, temp);
    assertThat(TreeText.of(out)).containsKey("a b");
  }

  @Test
  void aDigestOfAnotherFileIsRefused() throws IOException {
    Path tar = temp.resolve("x.tar.zst");
    TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    TarDigest.write(tar, Progress.NONE);
    Path digest = temp.resolve("x.tar.zst.sha256sum");
    String stated = Files.readString(digest);
    Files.writeString(digest, stated.substring(0, 64).toUpperCase(java.util.Locale.ROOT));
    assertThat(TestTar.tree(tar, temp)).isDirectory();
    Files.writeString(digest, "0".repeat(64) + "  x.tar.zst");
    assertThatThrownBy(() -> TestTar.tree(tar, temp))
        .hasMessageContaining("x.tar.zst.sha256sum")
        .hasMessageContaining(stated.substring(0, 64));
    Files.writeString(digest, "no digest");
    assertThatThrownBy(() -> TestTar.tree(tar, temp)).hasMessageContaining("64 hexadecimal digits");
  }

  @Test
  void theBytesDependOnTheTreeAlone() throws IOException {
    Path one = temp.resolve("one.tar.zst");
    Path four = temp.resolve("four.tar.zst");
    TarPack.write(tree, one, new TarOptions(3, 1, false), Progress.NONE);
    TarPack.write(tree, four, new TarOptions(3, 4, false), Progress.NONE);
    assertThat(Files.mismatch(one, four)).isEqualTo(-1);
    assertThat(Files.getLastModifiedTime(one)).isEqualTo(Files.getLastModifiedTime(four));
  }

  @Test
  void itAppearsWholeOrNotAtAll() throws Exception {
    Path tar = Files.writeString(temp.resolve("x.tar.zst"), "old");
    assertThatThrownBy(() -> TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(new ProcessBuilder("mkfifo", tree.resolve("a b/pipe").toString()).start().waitFor())
        .isZero();
    assertThatThrownBy(() -> TarPack.write(tree, tar, new TarOptions(3, 1, true), Progress.NONE))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("pipe");
    assertThat(tar).hasContent("old");
    Files.delete(tree.resolve("a b/pipe"));
    TarPack.write(tree, tar, new TarOptions(3, 1, true), Progress.NONE);
    assertThat(tar.toFile().length()).isGreaterThan(100);
    try (var files = Files.list(temp)) {
      assertThat(files).hasSize(2);
    }
  }
}
