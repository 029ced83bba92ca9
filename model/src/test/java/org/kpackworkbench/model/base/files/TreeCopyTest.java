package org.kpackworkbench.model.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;

class TreeCopyTest {
  private static final String NOTE = "user:note";

  @TempDir private Path folder;
  private Path from;

  @BeforeEach
  void tree() throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    Files.writeString(from.resolve("a"), "content");
  }

  private Path copied() throws IOException {
    Path to = Files.createDirectory(folder.resolve("to"));
    TreeCopy copy = new TreeCopy(to, Progress.NONE);
    for (TreeItem item : TreeItem.below(from, Progress.NONE)) {
      switch (item.kind()) {
        case FOLDER -> copy.folder(item);
        case FILE -> copy.file(item);
        case LINK, SPECIAL -> throw new AssertionError(item);
      }
    }
    copy.finish();
    return to;
  }

  @DisabledOnOs(OS.WINDOWS)
  @Test
  void aFileWithSeveralNamesStaysOne() throws IOException {
    Files.createLink(Files.createDirectory(from.resolve("b")).resolve("a"), from.resolve("a"));
    Files.writeString(from.resolve("c"), "content");
    Path to = copied();
    assertThat(to.resolve("b/a")).hasContent("content");
    assertThat(Files.isSameFile(to.resolve("a"), to.resolve("b/a"))).isTrue();
    assertThat(Files.isSameFile(to.resolve("a"), to.resolve("c"))).isFalse();
    assertThat(Files.isSameFile(to.resolve("a"), from.resolve("a"))).isFalse();
  }

  @DisabledOnOs(OS.WINDOWS)
  @Test
  void whatUsersNotedIsKept() throws IOException {
    assumeTrue(
        Files.getFileStore(from).supportsFileAttributeView("user"),
        "the disk has no extended attributes of users");
    byte[] note = "mine".getBytes(StandardCharsets.UTF_8);
    Files.setAttribute(from.resolve("a"), NOTE, note);
    Files.setAttribute(Files.createDirectory(from.resolve("b")), NOTE, note);
    Path to = copied();
    for (String name : new String[] {"a", "b"}) {
      assertThat(Files.getAttribute(to.resolve(name), NOTE)).isEqualTo(note);
    }
    Path like = Files.writeString(folder.resolve("like"), "less");
    TreeCopy.like(from.resolve("a"), like);
    assertThat(Files.getAttribute(like, NOTE)).isEqualTo(note);
  }
}
