package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.IndexWriter;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** A loader's answers are the same whether an index leads to them or not. */
class IndexedLoaderTest {
  private static final List<String> TARGETS = List.of("gfx942", "gfx1100");

  @TempDir Path folder;

  private Path archive(StorageScheme scheme) throws Exception {
    Path path = folder.resolve(scheme + ".kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            path,
            new TableHead("group", "family", TARGETS),
            WriteOptions.DEFAULT.withScheme(scheme),
            Progress.NONE)) {
      for (int i = 0; i < 20; i++) {
        byte[] code = ("code object " + i / 3).repeat(20).getBytes(StandardCharsets.UTF_8);
        writer.add(
            NewEntry.of(new BinaryKey("lib/liba.so", i / 2, true), TARGETS.get(i % 2)),
            ByteView.of("code", code));
      }
      writer.finish();
    }
    return path;
  }

  private static String words(LoaderArchive archive, String key, String target, boolean unpacks)
      throws Exception {
    LoaderArchive.Answer answer = archive.ask(key, target, unpacks);
    ByteView bytes = answer.bytes();
    return "%s %s %s %d %s %s"
        .formatted(
            answer.error(),
            answer.why(),
            answer.undefined(),
            answer.sizeBytes(),
            answer.stored(),
            bytes == null ? null : bytes.text(0, (int) bytes.size()));
  }

  private static void compare(Path file) throws Exception {
    try (LoaderArchive indexed = LoaderArchive.open(file, UnpackBudget.one(), false, true);
        LoaderArchive read = LoaderArchive.open(file, UnpackBudget.one(), false, false)) {
      assertThat(indexed.architectures()).isEqualTo(read.architectures()).isEqualTo(TARGETS);
      assertThat(indexed.zstd()).isEqualTo(read.zstd());
      for (int i = 0; i < 12; i++) {
        for (String target : List.of("gfx942", "gfx1100", "gfx90a")) {
          for (boolean unpacks : new boolean[] {true, false}) {
            String key = "lib/liba.so#" + i;
            assertThat(words(indexed, key, target, unpacks))
                .as("%s %s", key, target)
                .isEqualTo(words(read, key, target, unpacks));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "ZSTD_PER_KERNEL"})
  void answersAsWithoutIndex(StorageScheme scheme) throws Exception {
    Path file = archive(scheme);
    IndexWriter.write(file, Progress.NONE);
    compare(file);
    try (LoaderArchive indexed = LoaderArchive.open(file, UnpackBudget.one(), false, true)) {
      assertThat(indexed.isIndexed()).isTrue();
      indexed.ask("lib/liba.so#0", "gfx942", true);
      assertThat(indexed.isIndexed()).isTrue();
    }
  }

  @Test
  void readsTheTableWhenTheIndexIsDamaged() throws Exception {
    Path file = archive(StorageScheme.ZSTD_PER_KERNEL);
    Path index = IndexWriter.write(file, Progress.NONE);
    FileTime time = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    // A row's target, where the index has the checksum of its block.
    int at = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("hsaco");
    bytes[at]++;
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);
    compare(file);
    byte[] pages = Files.readAllBytes(index);
    pages[pages.length - 1]++;
    Files.write(index, pages);
    compare(file);
  }
}
