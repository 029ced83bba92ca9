package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplacingFileTest {
  @TempDir Path folder;

  private long fileCount() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  private static void write(ReplacingFile file, String text) throws IOException {
    file.channel().write(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theNameIsTakenAtTheEnd(boolean replace) throws Exception {
    Path target = folder.resolve("a");
    try (ReplacingFile file = ReplacingFile.create(target, replace)) {
      write(file, "new");
      assertThat(target).doesNotExist();
      file.commit();
    }
    assertThat(target).hasContent("new");
    assertThat(fileCount()).isOne();
  }

  @Test
  void withoutCommitNothingIsLeft() throws Exception {
    Path target = Files.writeString(folder.resolve("a"), "old");
    try (ReplacingFile file = ReplacingFile.create(target, true)) {
      write(file, "new");
    }
    assertThat(target).hasContent("old");
    assertThat(fileCount()).isOne();
  }

  @Test
  void whatIsThereStaysUnlessItMayBeReplaced() throws Exception {
    Path target = folder.resolve("a");
    try (ReplacingFile file = ReplacingFile.create(target, false)) {
      Files.writeString(target, "meanwhile");
      assertThatThrownBy(file::commit).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(target).hasContent("meanwhile");
    assertThatThrownBy(() -> ReplacingFile.create(target, false))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> ReplacingFile.create(folder, true))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("folder");
    assertThat(fileCount()).isOne();
  }

  @Test
  void permissionsStayAndALinkIsReplacedAndNeverFollowed() throws Exception {
    Path target = Files.writeString(folder.resolve("a"), "old");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-x---"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a"));
    try (ReplacingFile file = ReplacingFile.create(target, true)) {
      write(file, "new");
      file.commit();
    }
    try (ReplacingFile file = ReplacingFile.create(link, true)) {
      write(file, "other");
      file.commit();
    }
    assertThat(link).isRegularFile().hasContent("other");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(target).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void aChangeOfAFileItselfKeepsTheLinkThatNamedIt() throws Exception {
    Path target = Files.writeString(folder.resolve("a"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a"));
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nothing"));
    assertThat(ReplacingFile.inPlace(link)).isEqualTo(target.toRealPath());
    assertThat(ReplacingFile.inPlace(link, folder.resolve("./link")))
        .isEqualTo(target.toRealPath());
    assertThat(ReplacingFile.inPlace(target, link)).isEqualTo(link);
    assertThatThrownBy(() -> ReplacingFile.create(dangling, false))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void linksOfTheSystemAreNotReplaced() {
    assertThatThrownBy(() -> ReplacingFile.create(Path.of("/proc/self/exe"), true))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("standard output");
  }

  private static long deadPid() {
    long dead = 0;
    for (long pid = 4_000_000; dead == 0; pid--) {
      dead = ProcessHandle.of(pid).isEmpty() ? pid : 0;
    }
    return dead;
  }

  @Test
  void aFolderIsTidiedOfAllThatDeadProcessesLeft() throws Exception {
    long dead = deadPid();
    long alive = ProcessHandle.current().pid();
    Files.createFile(folder.resolve(".a.kpack-workbench-" + dead + "-0123abcd.part"));
    Files.createFile(folder.resolve(".b.kpack-workbench-" + dead + "-0123abcd.part.old"));
    Files.createDirectory(folder.resolve(".c.kpack-workbench-" + dead + "-0123abcd.part"));
    Files.createFile(folder.resolve(".d.kpack-workbench-" + alive + "-0123abcd.part"));
    Files.createFile(folder.resolve("e.kpack-workbench-" + dead + "-0123abcd.part"));
    ReplacingFile.removeLeft(folder);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString().substring(0, 2)))
          .containsExactlyInAnyOrder(".c", ".d", "e.");
    }
  }

  @Test
  void aNameMayBeAsLongAsNamesMayBe() throws Exception {
    for (String name : new String[] {"x".repeat(255), "\ud83d\ude00".repeat(63), "ü".repeat(127)}) {
      Path target = folder.resolve(name);
      Path temporary;
      try (ReplacingFile file = ReplacingFile.create(target, false)) {
        temporary = file.temporary();
        write(file, "new");
        file.commit();
      }
      assertThat(target).hasContent("new");
      String left = temporary.getFileName().toString().replaceAll("-\\d+-", "-" + deadPid() + "-");
      Files.createFile(folder.resolve(left));
      ReplacingFile.create(target, true).close();
      assertThat(folder.resolve(left)).doesNotExist();
    }
  }

  @Test
  void inAFolderALinkIsReplacedAndWhatItLeadsToIsNot() throws Exception {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
    try (ReplacingFile file = ReplacingFile.createInFolder(link, true)) {
      write(file, "new");
      file.commit();
    }
    assertThat(link).isRegularFile().hasContent("new");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(link)))
        .doesNotContain("rwxrwxrwx");
    assertThat(elsewhere).hasContent("old");
  }

  @Test
  void onlyWhatADeadProcessLeftForThisTargetIsRemoved() throws Exception {
    long dead = deadPid();
    long alive = ProcessHandle.current().pid();
    Path stale = Files.createFile(folder.resolve(".a.kpack-workbench-" + dead + "-0123abcd.part"));
    Path others = Files.createFile(folder.resolve(".b.kpack-workbench-" + dead + "-0123abcd.part"));
    Path running =
        Files.createFile(folder.resolve(".a.kpack-workbench-" + alive + "-0123abcd.part"));
    ReplacingFile.create(folder.resolve("a"), false).close();
    assertThat(stale).doesNotExist();
    assertThat(others).exists();
    assertThat(running).exists();
  }
}
