package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.window.shell.OpenFiles.FolderScan;

class FolderScanTest {
  @TempDir Path folder;

  @Test
  void findsWhatIsWorthOpeningInSubfoldersToo() throws IOException {
    Files.createDirectories(folder.resolve("lib/kpack"));
    Path library = Files.writeString(folder.resolve("lib/a.so"), "x");
    Path archive = Files.writeString(folder.resolve("lib/kpack/b.kpack"), "x");
    Files.writeString(folder.resolve("readme.txt"), "x");
    FolderScan scan =
        FolderScan.of(folder, path -> !path.toString().endsWith(".txt"), Progress.NONE);
    assertThat(scan.files()).containsExactly(library, archive);
    assertThat(scan.complete()).isTrue();
  }

  @Test
  void stopsAfterSoManyFiles() throws IOException {
    for (int i = 0; i < FolderScan.MOST_FILES + 5; i++) {
      Files.writeString(folder.resolve("f" + i), "x");
    }
    FolderScan scan = FolderScan.of(folder, path -> true, Progress.NONE);
    assertThat(scan.files()).hasSize(FolderScan.MOST_FILES);
    assertThat(scan.complete()).isFalse();
  }

  @Test
  void canBeCancelled() throws IOException {
    Files.writeString(folder.resolve("f"), "x");
    Progress cancelled = () -> true;
    assertThatThrownBy(() -> FolderScan.of(folder, path -> true, cancelled))
        .isInstanceOf(CancellationException.class);
  }
}
