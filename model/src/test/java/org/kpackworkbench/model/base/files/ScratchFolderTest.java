package org.kpackworkbench.model.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
  @TempDir Path temp;

  @Test
  void itGoesAwayWithEverythingInIt() throws IOException {
    Path parent = temp.resolve("a/b");
    Path folder;
    try (ScratchFolder scratch = ScratchFolder.in(parent, "x".repeat(300))) {
      folder = scratch.folder();
      Files.createDirectories(folder.resolve("deep/er"));
      Files.writeString(folder.resolve("deep/er/file"), "x");
    }
    assertThat(folder).doesNotExist();
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAndNothingElse() throws Exception {
    // More than any system gives to a process.
    long gone = Integer.MAX_VALUE;
    Path left =
        Files.createDirectories(
            temp.resolve(".other.kpack-workbench-" + gone + "-0123abcd.work/in"));
    Path inUse =
        Files.createDirectory(
            temp.resolve(
                ".other.kpack-workbench-" + ProcessHandle.current().pid() + "-0123abcd.work"));
    Path hidden = Files.createDirectory(temp.resolve(".hidden.work"));
    try (ScratchFolder scratch = ScratchFolder.in(temp, "mine")) {
      assertThat(scratch.folder()).exists();
      assertThat(left.getParent()).doesNotExist();
      assertThat(inUse).exists();
      assertThat(hidden).exists();
    }
  }
}
