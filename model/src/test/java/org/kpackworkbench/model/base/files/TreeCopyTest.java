package org.kpackworkbench.model.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;

class TreeCopyTest {
  private static final String NOTE = "user:note";

  @TempDir private Path folder;
  private final LostAttributes lost = new LostAttributes();
  private Path from;

  @BeforeEach
  void tree() throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    Files.writeString(from.resolve("a"), "content");
  }

  private Path copied() throws IOException {
    Path to = Files.createDirectory(folder.resolve("to"));
    TreeCopy copy = new TreeCopy(to, Progress.NONE, lost);
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

  private List<String> lost() {
    return lost.each(
        (first, name, files) -> "%s: %d %s".formatted(first.getFirst().getFileName(), files, name));
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
    TreeCopy.like(from.resolve("a"), like, lost);
    assertThat(Files.getAttribute(like, NOTE)).isEqualTo(note);
    assertThat(lost()).isEmpty();
  }

  /** A link has no attributes of users. */
  @EnabledOnOs(OS.LINUX)
  @Test
  void whatIsRefusedIsNamedAndTheCopyGoesOn() throws IOException {
    assumeTrue(
        Files.getFileStore(from).supportsFileAttributeView("user"),
        "the disk has no extended attributes of users");
    FileTime time = FileTime.fromMillis(1_000_000_000_000L);
    for (String name : new String[] {"a", "b"}) {
      Path file = Files.writeString(from.resolve(name), "content");
      Files.setAttribute(file, NOTE, new byte[] {1});
      Files.setAttribute(file, "user:other-" + name, new byte[] {1});
      Files.setLastModifiedTime(file, time);
      Path link = Files.createSymbolicLink(folder.resolve(name), file);
      TreeCopy.like(file, link, lost);
      assertThat(Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS)).isEqualTo(time);
    }
    assertThat(lost()).containsExactly("a: 2 user.note", "a: 1 user.other-a", "b: 1 user.other-b");
  }

  /** Who may give them to a file may copy them. */
  @EnabledOnOs(OS.LINUX)
  @Test
  void capabilitiesAreKept() throws Exception {
    Path tool = from.resolve("a");
    assumeTrue(
        ran("setcap", "cap_net_raw=ep", tool.toString()).isPresent(), "needs setcap as root");
    Path copy = copied().resolve("a");
    assertThat(ran("getcap", copy.toString())).hasValue(copy + " cap_net_raw=ep\n");
    assertThat(lost()).isEmpty();
  }

  /** What a command prints; empty if it is missing or fails. */
  private static Optional<String> ran(String... command) throws Exception {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException missing) {
      return Optional.empty();
    }
  }
}
