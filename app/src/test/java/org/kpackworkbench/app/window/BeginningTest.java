package org.kpackworkbench.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.settings.UserSettings;
import org.kpackworkbench.app.window.WorkbenchApplication.Beginning;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.DocumentFile;

class BeginningTest {
  @TempDir private Path folder;

  private Beginning begin(boolean compare, Path... files) {
    return Beginning.of(new FirstFiles(List.of(files), compare), DocumentFile::load);
  }

  private Path file(String name) throws IOException {
    return Files.writeString(folder.toRealPath().resolve(name), "some text");
  }

  @Test
  void theSettingsAreThoseOfTheUser() throws IOException {
    assertThat(begin(false).settings().folder()).isEqualTo(UserSettings.folder().toAbsolutePath());
  }

  @Test
  void theFirstOfTheFilesIsReadAhead() throws IOException {
    Path first = file("a.txt");
    ReadAhead ahead = Objects.requireNonNull(begin(false, first, file("b.txt")).ahead());
    try (OpenedFile read =
        ahead
            .before(
                (path, progress) -> {
                  throw new AssertionError(path + " is read again");
                })
            .load(first, Progress.NONE)) {
      assertThat(read.path()).isEqualTo(first);
    }
  }

  @Test
  void foldersAndWhatIsComparedAreReadByTheirPages() throws IOException {
    assertThat(begin(false).ahead()).isNull();
    assertThat(begin(false, folder).ahead()).isNull();
    assertThat(begin(true, file("a.txt"), file("b.txt")).ahead()).isNull();
  }
}
