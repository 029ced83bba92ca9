package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.archives.PlannedArchive;

/** The library that the benchmark makes is one that converts, with what it promises to have. */
class LargeLibraryTest {
  @TempDir Path folder;

  @Test
  void itConvertsLikeAnyOther() throws IOException {
    Path library = folder.resolve("liblarge.so");
    LargeLibrary.write(library, LargeLibrary.WRAPPERS, 4_000_000);
    assertThat(LayoutVerifier.verify(ElfFile.read(ByteView.of("l", Files.readAllBytes(library)))))
        .isEmpty();
    PackReport report =
        new Pack(PackRequest.of(library, folder.resolve("out"), "g", "f")).run(Progress.NONE);
    PlannedArchive written = report.archives().getFirst();
    assertThat(written.kernels()).isEqualTo(777);
    assertThat(written.blobs()).isEqualTo(777);
    assertThat(written.targets()).hasSize(7);
    assertThat(Expected.inArchives(library, "liblarge.so", Expected.paths(report.archives())))
        .isEqualTo(777);
    try (KpackArchive archive = KpackArchive.open(written.path())) {
      CodeObject code = CodeObject.read(archive.load(500));
      assertThat(code.target()).isEqualTo(archive.entry(500).target());
    }
  }
}
