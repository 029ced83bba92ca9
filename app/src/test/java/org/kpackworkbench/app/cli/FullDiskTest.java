package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxToolkit;

/** Commands that write on a disk that is full or read-only; needs the right to mount one. */
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
  private static final long DISK_BYTES = 4 << 20;
  private static final int PAGE_BYTES = 4096;

  @TempDir static Path folder;
  private static Path disk;
  private static WritingCommands commands;

  @BeforeAll
  static void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    Process mount =
        new ProcessBuilder(
                "mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "none", disk.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeThat(mount.waitFor()).as("mounting needs root").isZero();
    commands = WritingCommands.make(Files.createDirectory(folder.resolve("in")));
    FxToolkit.registerPrimaryStage();
  }

  @AfterAll
  static void unmount() throws Exception {
    new ProcessBuilder("umount", "-l", disk.toString()).start().waitFor();
  }

  /** Everything but the file that takes the room. */
  private static Map<String, String> content() throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> all = Files.walk(disk)) {
      for (Path each : all.filter(path -> !path.endsWith("filler")).toList()) {
        content.put(
            disk.relativize(each).toString(),
            Files.isRegularFile(each)
                ? Files.getLastModifiedTime(each)
                    + " "
                    + Files.mismatch(each, each)
                    + Files.size(each)
                : "");
      }
    }
    return content;
  }

  private static void fill(long leaveBytes) throws IOException {
    long count = Files.getFileStore(disk).getUsableSpace() - leaveBytes;
    try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
      for (long at = 0; at + PAGE_BYTES <= count; at += PAGE_BYTES) {
        out.write(new byte[PAGE_BYTES]);
      }
    }
  }

  /** Names of all commands that write. */
  static java.util.Set<String> names() throws IOException {
    return commands.writingTo(disk).keySet();
  }

  private static void remount(String how) throws Exception {
    Process remount =
        new ProcessBuilder("mount", "-o", "remount," + how, disk.toString()).inheritIO().start();
    assertThat(remount.waitFor()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"convert", "edit", "extract", "overlay"})
  void saysWhereThereIsNoRoomAndKeepsWhatIsThere(String name) throws Exception {
    fillUp(name);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("names")
  void eachCommandSaysWhereThereIsNoRoomAndKeepsWhatIsThere(String name) throws Exception {
    fillUp(name);
  }

  private static void fillUp(String name) throws Exception {
    List<Object> command = commands.writingTo(disk).get(name);
    CliRun first = CliRun.of(command.toArray());
    assertThat(first.status()).as(first.err()).isLessThan(2);
    Map<String, String> before = content();
    int failed = 0;
    // A page more each time, until there is enough.
    for (int pages = 0; pages < 40; pages += 1 + pages / 4) {
      fill((long) pages * PAGE_BYTES);
      CliRun run = CliRun.of(command.toArray());
      Files.delete(disk.resolve("filler"));
      if (run.status() != 2) {
        assertThat(run.status()).isEqualTo(first.status());
        break;
      }
      failed++;
      // Where the size is known beforehand nothing is begun.
      assertThat(run.err())
          .containsAnyOf("No space left on device", "and the disk has")
          .contains(disk.toString());
      if (!name.equals("extract")) {
        assertThat(content()).isEqualTo(before);
      }
      assertThat(content().keySet()).isEqualTo(before.keySet());
    }
    assertThat(failed).isPositive();
  }

  /** In place, files are the old ones until there is room for all new ones. */
  @ParameterizedTest
  @ValueSource(strings = {"libmany.so", "."})
  void pruneInPlaceChangesNothingWhereThereIsNoRoom(String what) throws Exception {
    Path tree = Files.createDirectories(disk.resolve("tree"));
    Files.copy(CliRun.fixture("libmany.so"), tree.resolve("libmany.so"));
    Files.copy(CliRun.fixture("libdrift.so"), tree.resolve("libdrift.so"));
    Path input = tree.resolve(what).normalize();
    Map<String, String> before = content();
    int failed = 0;
    for (int pages = 0; pages < 200; pages += 1 + pages / 4) {
      fill((long) pages * PAGE_BYTES);
      CliRun run = CliRun.of("prune", input, "--keep", "gfx1030", "--in-place");
      Files.delete(disk.resolve("filler"));
      if (run.status() != 2) {
        assertThat(run.status()).as(run.err()).isZero();
        break;
      }
      failed++;
      assertThat(run.err())
          .containsAnyOf("No space left on device", "and the disk has")
          .contains(disk.toString());
      assertThat(content()).isEqualTo(before);
    }
    assertThat(failed).isPositive();
    assertThat(content()).isNotEqualTo(before);
    for (String name : List.of("libmany.so", "libdrift.so")) {
      Files.delete(tree.resolve(name));
    }
    Files.delete(tree);
  }

  @ParameterizedTest
  @ValueSource(strings = {"convert", "edit", "extract", "overlay"})
  void saysThatTheDiskIsReadOnly(String name) throws Exception {
    makeReadOnly(name);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("names")
  void eachCommandSaysThatTheDiskIsReadOnly(String name) throws Exception {
    makeReadOnly(name);
  }

  private static void makeReadOnly(String name) throws Exception {
    List<Object> command = commands.writingTo(disk).get(name);
    assertThat(CliRun.of(command.toArray()).status()).isLessThan(2);
    Map<String, String> before = content();
    remount("ro");
    try {
      CliRun run = CliRun.of(command.toArray());
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err())
          .contains(disk.toString(), "Read-only file system")
          .doesNotContain("kpack-workbench-");
      assertThat(content()).isEqualTo(before);
    } finally {
      remount("rw");
    }
  }
}
