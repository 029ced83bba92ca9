package org.kpackworkbench.model.format.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.FatBinary;

/** Code objects too large for memory are examined like others. */
class FiledCodeTest {
  @TempDir Path folder;

  private List<FiledCode.Judged> judged(Path library, long inMemoryBytes) throws IOException {
    try (OpenFile open = OpenFile.open(library);
        DirectoryStream<Path> archives = Files.newDirectoryStream(folder.resolve(".kpack"))) {
      FatBinary fat = FatBinary.read(ElfFile.read(open.view()));
      FiledCode code =
          new FiledCode(
              "lib/libx.so",
              KernelOwners.of(fat, Progress.NONE),
              null,
              Progress.NONE,
              inMemoryBytes);
      for (Path path : archives) {
        try (KpackArchive archive = KpackArchive.open(path)) {
          for (int row = 0; row < archive.entryCount(); row++) {
            code.add(
                path, archive, row, archive.entry(row).index(), archive.entry(row).targetText());
          }
        }
      }
      return code.judge();
    }
  }

  @Test
  void largeOnesAreUnpackedToAFile() throws IOException {
    Path library = CountedTree.of("libowner.so", folder, "libx.so");
    List<FiledCode.Judged> inMemory = judged(library, 1 << 20);
    assertThat(inMemory).filteredOn(one -> one.ownership().wrong()).hasSize(5);
    // All are larger than a byte.
    assertThat(judged(library, 1)).isEqualTo(inMemory);
  }
}
