package org.kpackworkbench.model.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.members.MemberFileSystem;

class FileCopyTest {
  private static final int SIZE_BYTES = (20 << 20) + 13;

  @TempDir private Path folder;
  private final byte[] bytes = new byte[SIZE_BYTES];
  private Path from;
  private Path to;

  @BeforeEach
  void write() throws IOException {
    new Random(7).nextBytes(bytes);
    from = Files.write(folder.resolve("from"), bytes);
    to = folder.resolve("to");
  }

  /** Counts what was done, and is cancelled where that is enough. */
  private static final class Counting implements Progress {
    private final long most;
    private long done;

    Counting(long most) {
      this.most = most;
    }

    @Override
    public void begin(String what, long totalUnits, Unit unit) {}

    @Override
    public void advance(long units) {
      done += units;
    }

    @Override
    public boolean cancelled() {
      return done > most;
    }
  }

  @Test
  void aFileInSteps() throws IOException {
    Counting progress = new Counting(Long.MAX_VALUE);
    FileCopy.content(from, to, progress);
    assertThat(Files.readAllBytes(to)).isEqualTo(bytes);
    assertThat(progress.done).isEqualTo(SIZE_BYTES);
    assertThatThrownBy(() -> FileCopy.content(from, to, progress))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("to");
  }

  @Test
  void cancelled() {
    assertThatThrownBy(() -> FileCopy.content(from, to, new Counting(1 << 20)))
        .isInstanceOf(CancellationException.class);
    assertThat(to).satisfies(file -> assertThat(Files.size(file)).isLessThan(SIZE_BYTES));
    assertThatThrownBy(
            () ->
                FileCopy.bytes(
                    new ByteArrayInputStream(bytes),
                    new ByteArrayOutputStream(),
                    new Counting(1 << 20)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void streamsWithADigest() throws IOException {
    Counting progress = new Counting(Long.MAX_VALUE);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] digest =
        FileCopy.bytes(new ByteArrayInputStream(bytes), out, Digests.sha256(), progress);
    assertThat(out.toByteArray()).isEqualTo(bytes);
    assertThat(digest).isEqualTo(Digests.sha256().digest(bytes));
    assertThat(FileCopy.digest(new ByteArrayInputStream(bytes), Digests.sha256(), progress))
        .isEqualTo(digest);
    assertThat(progress.done).isEqualTo(2L * SIZE_BYTES);
  }

  /** The file that a link leads to, and not the link. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void modeAndTimes() throws IOException {
    FileTime time = FileTime.fromMillis(1_000_000_000_000L);
    Files.setPosixFilePermissions(from, PosixFilePermissions.fromString("r-xr-x---"));
    Files.setLastModifiedTime(from, time);
    Path link = Files.createSymbolicLink(folder.resolve("link"), from);
    TreeCopy.one(link, to, Progress.NONE, new LostAttributes());
    assertThat(to).isRegularFile().hasSameBinaryContentAs(from);
    assertThat(Files.isSymbolicLink(to)).isFalse();
    assertThat(Files.getPosixFilePermissions(to)).isEqualTo(Files.getPosixFilePermissions(from));
    assertThat(Files.getLastModifiedTime(to)).isEqualTo(time);
  }

  /** Who copies a file with no known owner must not get a program with the rights of another. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void setUserBitsStayWithTheOwnerOnly() throws IOException {
    Member tool = Member.file("tool", 1, 06755, 0, () -> MemberChannel.of(new byte[] {1}));
    Member.Owner own =
        new Member.Owner(
            (Integer) Files.getAttribute(from, "unix:uid"),
            (Integer) Files.getAttribute(from, "unix:gid"));
    for (Member each : List.of(tool, tool.ownedBy(own))) {
      MemberFileSystem members = MemberFileSystem.of(folder.resolve("p.deb"), List.of(each));
      TreeCopy.one(members.path("tool"), to, Progress.NONE, new LostAttributes());
      assertThat(FileModes.of(to)).isEqualTo(each.owner() == null ? 0755 : 06755);
      Files.delete(to);
    }
  }
}
