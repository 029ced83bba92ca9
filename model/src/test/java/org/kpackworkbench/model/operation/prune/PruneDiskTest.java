package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.pack.Expected;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** Where there is no room, or nothing may be written, nothing is; what is in use stays as it is. */
@DisabledOnOs(OS.WINDOWS)
class PruneDiskTest {
  private static final TargetFilter MINE = TargetFilter.of(List.of("gfx942"));

  @TempDir private Path folder;
  private Path library;

  /** A disk that is full. */
  private record Full(long usableBytes) implements DiskRoom.Disk {
    @Override
    public long totalBytes() {
      return 1L << 40;
    }
  }

  @BeforeEach
  void copy() throws IOException {
    Files.createDirectories(folder.resolve("tree/lib"));
    library = Files.copy(FatFixture.MANY.path(), folder.resolve("tree/lib/libmany.so"));
  }

  private PruneRequest inPlace(Path input) {
    return PruneRequest.keeping(input, input, MINE).inPlace();
  }

  private static List<String> targets(Path file) throws IOException {
    return Prune.targets(file, Progress.NONE).stream().map(GpuTarget::toString).toList();
  }

  /** A disk of which nothing stays free. */
  private record Small(long usableBytes) implements DiskRoom.Disk {
    @Override
    public long totalBytes() {
      return 0;
    }
  }

  /** What a bundle unpacks to is there beside the result for a time. */
  @Test
  void workFilesNeedRoomToo() throws IOException {
    Path compressed = Files.copy(FatFixture.COMPRESSED.path(), folder.resolve("lib.so"));
    long after = new Prune(inPlace(compressed)).plan(Progress.NONE).afterBytes();
    Map<String, String> before = Expected.tree(folder);
    for (long more : List.of(1_000L, 1_000_000L)) {
      Prune prune =
          new Prune(inPlace(compressed), true, at -> new DiskRoom(at, new Small(after + more)));
      if (more < 10_000) {
        assertThatThrownBy(prune::run).isInstanceOf(DiskRoom.TooMuchException.class);
        assertThat(Expected.tree(folder)).isEqualTo(before);
      } else {
        assertThat(prune.run().files()).hasSize(1);
      }
    }
  }

  @Test
  void roomIsCheckedBeforeAnythingIsWritten() throws IOException {
    Path tree = folder.resolve("tree");
    Map<String, String> before = Expected.tree(folder);
    for (PruneRequest request :
        List.of(
            inPlace(tree),
            inPlace(library),
            PruneRequest.keeping(tree, folder.resolve("new"), MINE),
            PruneRequest.keeping(library, folder.resolve("new.so"), MINE))) {
      assertThatThrownBy(
              () ->
                  new Prune(
                          request,
                          true,
                          at -> {
                            assertThat(Expected.tree(folder)).isEqualTo(before);
                            return new DiskRoom(at, new Full(DiskRoom.RESERVE_BYTES + 40_000));
                          })
                      .run())
          .isInstanceOf(DiskRoom.TooMuchException.class)
          .hasMessageContaining("50.9 KiB would be written, and the disk has 256.0 MiB left");
      assertThat(Expected.tree(folder)).isEqualTo(before);
    }
  }

  /** What is in a package is worked on in a folder that users do not know. */
  @Test
  void aFullDiskIsAboutTheOutput() throws IOException {
    Path packed = folder.resolve("a.tar");
    TarPack.write(folder.resolve("tree"), packed, TarOptions.DEFAULT, Progress.NONE);
    Map<String, String> before = Expected.tree(folder);
    Path output = folder.resolve("new/b.tar");
    Prune prune =
        new Prune(
            PruneRequest.keeping(packed, output, MINE),
            true,
            at -> new DiskRoom(at, new Small(100)));
    assertThatThrownBy(prune::run)
        .isInstanceOf(DiskRoom.TooMuchException.class)
        .hasMessageStartingWith(output + ": ");
    assertThat(Expected.tree(folder)).isEqualTo(before);
  }

  @Test
  void aReadOnlyFileIsReplacedAndStaysReadOnly() throws IOException {
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("r--r--r--"));
    new Prune(inPlace(library)).run();
    assertThat(targets(library)).containsExactly("gfx942");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(library)))
        .isEqualTo("r--r--r--");
  }

  /** Also of a tree in which other folders can be written: none of its files changes. */
  @Test
  void aReadOnlyFolderIsNamedAndNothingChanges() throws Exception {
    Path tree = folder.resolve("tree");
    Path other = Files.copy(library, tree.resolve("libother.so"));
    Path readOnly = library.getParent().toRealPath();
    try (Unwritable unused = Unwritable.of(readOnly)) {
      for (Path input : List.of(library, tree)) {
        assertThatThrownBy(() -> new Prune(inPlace(input)).run())
            .isInstanceOf(FileSystemException.class)
            .hasMessageStartingWith(readOnly + ": the folder cannot be written");
        assertThat(library).hasSameBinaryContentAs(FatFixture.MANY.path());
        assertThat(other).hasSameBinaryContentAs(FatFixture.MANY.path());
        assertThat(Expected.names(tree)).containsExactly("lib", "libother.so");
      }
      assertThatThrownBy(
              () ->
                  new Prune(PruneRequest.keeping(other, library.resolveSibling("new.so"), MINE))
                      .run())
          .hasMessageContaining("the folder cannot be written");
    }
  }

  /** Also the one that comes last: no file before it changes. */
  @Test
  void anImmutableFileIsNamedAndNothingChanges() throws Exception {
    Path tree = folder.resolve("tree");
    Path other = Files.copy(library, tree.resolve("libother.so")).toRealPath();
    Map<String, String> before = Expected.tree(tree);
    Unwritable.change("+i", other);
    try {
      assumeFalse(isOpenToWrite(other), "chattr does not work");
      for (Path input : List.of(other, tree)) {
        assertThatThrownBy(() -> new Prune(inPlace(input)).run())
            .isInstanceOf(FileSystemException.class)
            .hasMessageStartingWith(other + ": ")
            .hasMessageContaining("immutable")
            .hasMessageContaining("chattr -i");
        assertThat(Expected.tree(tree)).isEqualTo(before);
        assertThat(Expected.names(tree)).containsExactly("lib", "libother.so");
      }
    } finally {
      Unwritable.change("-i", other);
    }
    assertThat(new Prune(inPlace(tree)).run().files()).hasSize(2);
  }

  private static boolean isOpenToWrite(Path file) throws IOException {
    try (OutputStream unused = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      return true;
    } catch (FileSystemException immutable) {
      return false;
    }
  }

  /** A folder that nothing can be written in, also not by root. */
  private record Unwritable(Path folder) implements AutoCloseable {
    static Unwritable of(Path folder) throws Exception {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
      if (Files.isWritable(folder)) {
        change("+i", folder);
      }
      assumeFalse(Files.isWritable(folder), "root writes here, and chattr does not work");
      return new Unwritable(folder);
    }

    private static void change(String mode, Path folder) throws Exception {
      Optional<Path> tool =
          List.of(Path.of("/usr/bin/chattr"), Path.of("/bin/chattr")).stream()
              .filter(Files::isExecutable)
              .findFirst();
      if (tool.isPresent()) {
        new ProcessBuilder(tool.get().toString(), mode, folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
      }
    }

    @Override
    public void close() throws Exception {
      change("-i", folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Who has mapped a file, as a process that runs it, sees what it mapped. */
  @Test
  void aFileInUseKeepsItsContentForItsUser() throws IOException {
    byte[] before = Files.readAllBytes(library);
    for (Path input : List.of(library, folder.resolve("tree"))) {
      Files.write(library, before);
      try (OpenFile inUse = OpenFile.open(library)) {
        new Prune(inPlace(input)).run();
        assertThat(targets(library)).containsExactly("gfx942");
        assertThat(inUse.view().bytes(0, before.length)).isEqualTo(before);
      }
    }
  }
}
