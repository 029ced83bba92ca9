package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.job.Progress;

/** Writers in processes of their own. */
class ArchiveWriterProcessTest {
  @TempDir Path folder;

  private static Process start(List<String> options, Object... arguments) throws IOException {
    return ChildJvm.start(
        ChildJvm.command(
            options,
            WriteManyMain.class,
            List.of(
                KpackArchive.class,
                com.github.luben.zstd.Zstd.class,
                org.msgpack.core.MessagePack.class,
                org.jspecify.annotations.Nullable.class),
            arguments));
  }

  @Test
  void memoryStaysFlatHoweverManyKernelsThereAre() throws Exception {
    write("-Xmx64m", 10_000);
  }

  @Tag("long")
  @Test
  void memoryStaysFlatForGigabytesOfKernels() throws Exception {
    write("-Xmx256m", 100_000);
  }

  private void write(String heap, int count) throws Exception {
    Path path = folder.resolve("many.kpack");
    Process process = start(List.of(heap), path, count, 40_000);
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.lines().toList())
          .containsExactly("half", count + " entries, " + count + " blobs");
    }
    assertThat(process.waitFor()).isZero();
    try (KpackArchive archive = KpackArchive.open(path)) {
      assertThat(archive.entryCount()).isEqualTo(count);
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.load(count - 1).u8(39_999)).isEqualTo((count - 1) & 0xff);
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void killedTheOldFileStaysAndTheNextWriterTidiesUp() throws Exception {
    Path path = Files.writeString(folder.resolve("out.kpack"), "old");
    Process process = start(List.of(), path, 1_000_000, 40_000);
    while (files().size() < 2) {
      assertThat(process.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    process.destroyForcibly().waitFor();
    assertThat(path).hasContent("old");
    assertThat(files()).hasSize(2);
    assertThat(files().getFirst())
        .startsWith(".out.kpack.kpack-workbench-" + process.pid() + "-")
        .endsWith(".part");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            path,
            new TableHead("g", "f", List.of()),
            WriteOptions.DEFAULT.withReplace(true),
            Progress.NONE)) {
      writer.finish();
    }
    assertThat(files()).containsExactly("out.kpack");
    try (KpackArchive archive = KpackArchive.open(path)) {
      assertThat(archive.problems()).isEmpty();
    }
  }
}
