package org.kpackworkbench.model.operation.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

class ArtifactInputTest {
  @TempDir Path temp;

  private static TestTar artifact(String root) throws IOException {
    return new TestTar()
        .file(root + "artifact_manifest.txt", "math/stage\n")
        .file(root + "math/stage/lib/x.txt", "x");
  }

  private Path scratch() {
    return temp.resolve("not there yet/out");
  }

  @Test
  void aPackedArtifactIsOpenUntilItIsClosed() throws IOException {
    for (String root : new String[] {"", "blas_lib_gfx942/"}) {
      Path tar = artifact(root).write(temp.resolve("blas_lib_gfx942.tar.zst"));
      Path folder;
      try (ArtifactInput input =
          ArtifactInput.open(tar, scratch(), UnpackBudget.operation(false), Progress.NONE)) {
        assertThat(input.unpacked()).isTrue();
        assertThat(input.artifact().name()).hasToString("blas_lib_gfx942");
        assertThat(input.artifact().presentPrefixes()).containsExactly("math/stage");
        folder = input.artifact().folder();
        assertThat(folder.resolve("math/stage/lib/x.txt")).hasContent("x");
        assertThat(folder.toString()).startsWith(tar.toString());
      }
      assertThat(temp.resolve("not there yet")).doesNotExist();
    }
  }

  @Test
  void aFolderIsUsedWhereItLies() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("blas_lib_gfx942"));
    Files.writeString(folder.resolve("artifact_manifest.txt"), "math/stage\n");
    try (ArtifactInput input =
        ArtifactInput.open(folder, scratch(), UnpackBudget.operation(false), Progress.NONE)) {
      assertThat(input.unpacked()).isFalse();
      assertThat(input.artifact().folder()).isEqualTo(folder);
    }
    assertThat(folder).exists();
    assertThat(scratch()).doesNotExist();
  }

  @Test
  void whatIsNoArtifactIsRefusedAndLeavesNothing() throws IOException {
    Path empty = new TestTar().file("x", "x").write(temp.resolve("blas_lib_gfx942.tar.xz"));
    assertThatThrownBy(
            () ->
                ArtifactInput.open(empty, scratch(), UnpackBudget.operation(false), Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(empty.toString())
        .hasMessageContaining("stage prefixes");
    Path unnamed = artifact("").write(temp.resolve("nameless.tar.xz"));
    assertThatThrownBy(
            () ->
                ArtifactInput.open(
                    unnamed, scratch(), UnpackBudget.operation(false), Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("PREFIX_FAMILY");
    assertThatThrownBy(
            () ->
                ArtifactInput.open(
                    temp.resolve("a_b.tar.zst"),
                    scratch(),
                    UnpackBudget.operation(false),
                    Progress.NONE))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(temp.resolve("not there yet")).doesNotExist();
  }

  @Test
  void aShardHasFoldersAndPackedArtifacts() throws IOException {
    artifact("").write(temp.resolve("b_lib_gfx942.tar.zst"));
    artifact("").write(temp.resolve("a_lib_gfx942.tar.xz"));
    Files.writeString(temp.resolve("b_lib_gfx942.tar.zst.sha256sum"), "no artifact");
    Path folder = Files.createDirectory(temp.resolve("b_dev_generic"));
    Files.writeString(folder.resolve("artifact_manifest.txt"), "math/stage\n");
    Files.createDirectory(temp.resolve("other"));
    assertThat(ArtifactInput.in(temp))
        .extracting(ArtifactInput::folderName)
        .containsExactly("a_lib_gfx942", "b_dev_generic", "b_lib_gfx942");
  }
}
