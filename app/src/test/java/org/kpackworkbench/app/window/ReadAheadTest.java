package org.kpackworkbench.app.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.spi.FileLoader;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.DocumentFile;

class ReadAheadTest {
  @TempDir private Path folder;
  private Path file;
  private final List<String> loads = new CopyOnWriteArrayList<>();

  @BeforeEach
  void file() throws IOException {
    file = Files.writeString(folder.toRealPath().resolve("a.txt"), "before");
  }

  private FileLoader loader(String name) {
    return (path, progress) -> {
      loads.add(name + " " + path.getFileName());
      return DocumentFile.load(path, progress);
    };
  }

  private static void load(FileLoader loader, Path path) throws IOException {
    try (OpenedFile file = loader.load(path, Progress.NONE)) {
      assertThat(file.path()).isEqualTo(path);
    }
  }

  @Test
  void whatWasReadIsTakenOnceAndTheRestIsLoaded() throws IOException {
    Path other = Files.writeString(file.resolveSibling("b.txt"), "other");
    FileLoader loader = ReadAhead.of(file, loader("ahead")).before(loader("later"));
    load(loader, other);
    load(loader, file);
    load(loader, file);
    assertThat(loads)
        .containsExactlyInAnyOrder(
            "ahead " + file.getFileName(),
            "later " + other.getFileName(),
            "later " + file.getFileName());
  }

  @Test
  void aFileThatHasChangedIsReadAgain() throws IOException {
    FileLoader changing =
        (path, progress) -> {
          OpenedFile read = loader("ahead").load(path, progress);
          Files.writeString(path, "and afterwards");
          return read;
        };
    FileLoader loader = ReadAhead.of(file, changing).before(loader("later"));
    load(loader, file);
    assertThat(loads).containsExactly("ahead a.txt", "later a.txt");
  }

  /** The window keeps the loader for as long as it is open, and the file may be large. */
  @Test
  void whatWasTakenAndClosedIsNotKept() throws IOException {
    FileLoader loader = ReadAhead.of(file, loader("ahead")).before(loader("later"));
    WeakReference<OpenedFile> taken = new WeakReference<>(loader.load(file, Progress.NONE));
    Objects.requireNonNull(taken.get()).close();
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          while (taken.get() != null) {
            System.gc();
          }
        });
    load(loader, file);
    assertThat(loads).containsExactly("ahead a.txt", "later a.txt");
  }

  @Test
  void aFailureIsThatOfTheFile() {
    Path missing = file.resolveSibling("missing.kpack");
    FileLoader loader = ReadAhead.of(missing, loader("ahead")).before(loader("later"));
    assertThatThrownBy(() -> loader.load(missing, Progress.NONE))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(loads).containsExactly("ahead missing.kpack");
  }

  @Test
  void whoWaitsForTheFileStopsItsReading() {
    FileLoader untilStopped =
        (path, progress) -> {
          while (true) {
            Thread.onSpinWait();
            progress.step(1);
          }
        };
    FileLoader loader = ReadAhead.of(file, untilStopped).before(loader("later"));
    assertThatThrownBy(() -> loader.load(file, () -> true))
        .isInstanceOf(CancellationException.class);
    assertThat(loads).isEmpty();
  }
}
