package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.job.Background;

class OpenFilesTest {
  @TempDir Path folder;

  private final Deque<Runnable> work = new ArrayDeque<>();
  private final List<FakeFile> loaded = new ArrayList<>();
  private final OpenFiles files =
      new OpenFiles(
          (path, progress) -> {
            progress.step(0);
            Files.size(path);
            FakeFile file = new FakeFile(path);
            loaded.add(file);
            return file;
          },
          Background.on(work::add, Runnable::run));

  private void runAll() {
    while (!work.isEmpty()) {
      work.poll().run();
    }
  }

  private Path file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "x");
  }

  @Test
  void aFileIsOpenedOnceWhateverItIsCalled() throws IOException {
    Path path = file("a.so");
    FileSession session = files.open(path);
    assertThat(session.state()).isEqualTo(FileSession.State.LOADING);
    assertThat(files.open(folder.resolve("../" + folder.getFileName() + "/a.so")))
        .isSameAs(session);
    runAll();
    assertThat(session.state()).isEqualTo(FileSession.State.OPEN);
    assertThat(session.file()).isSameAs(loaded.getFirst());
    assertThat(session.ownership().at(0x2800).getLast().kind()).isEqualTo(OwnerKind.DEVICE_CODE);
    assertThat(loaded).hasSize(1);
  }

  private FileSession opened(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return files.open(Files.writeString(file, "x"));
  }

  @Test
  void filesOfOneNameSayWhereTheyDiffer() throws IOException {
    FileSession first = opened("a/one/lib/librocrand.so.1");
    assertThat(first.titleProperty().get()).isEqualTo("librocrand.so.1");
    FileSession second = opened("a/two/lib/librocrand.so.1");
    FileSession other = opened("a/two/lib/libhipfft.so.0");
    assertThat(List.of(first, second, other))
        .extracting(each -> each.titleProperty().get())
        .containsExactly("librocrand.so.1 — one", "librocrand.so.1 — two", "libhipfft.so.0");
    FileSession third = opened("a/librocrand.so.1");
    assertThat(List.of(first, second, third))
        .extracting(each -> each.titleProperty().get())
        .containsExactly(
            "librocrand.so.1 — a/one/lib", "librocrand.so.1 — a/two/lib", "librocrand.so.1 — a");
    files.close(second);
    files.close(third);
    assertThat(first.titleProperty().get()).isEqualTo("librocrand.so.1");
  }

  @Test
  void closingWhileLoadingLetsGoOfTheFile() throws IOException {
    FileSession session = files.open(file("a.so"));
    files.close(session);
    runAll();
    assertThat(session.state()).isEqualTo(FileSession.State.CLOSED);
    assertThat(loaded).as("the loader noticed that it was cancelled").isEmpty();
    assertThat(files.sessions()).isEmpty();
  }

  @Test
  void theOneBesideComesInFrontWhenAFileIsClosed() throws IOException {
    FileSession a = files.open(file("a"));
    FileSession b = files.open(file("b"));
    FileSession c = files.open(file("c"));
    runAll();
    files.activeProperty().set(b);
    files.close(b);
    assertThat(files.active()).isSameAs(c);
    files.close(c);
    assertThat(files.active()).isSameAs(a);
    files.close(a);
    assertThat(files.active()).isNull();
    runAll();
    assertThat(loaded).allMatch(file -> file.closed);
  }

  @Test
  void aFailureIsKeptAndCanBeTriedAgain() throws IOException {
    Path path = folder.resolve("later.so");
    FileSession session = files.open(path);
    runAll();
    assertThat(session.state()).isEqualTo(FileSession.State.FAILED);
    assertThat(session.failure()).isInstanceOf(java.nio.file.NoSuchFileException.class);
    file("later.so");
    files.checkDisk();
    runAll();
    assertThat(session.onDiskProperty().get()).isEqualTo(FileSession.OnDisk.CHANGED);
    files.reload(session);
    runAll();
    assertThat(session.state()).isEqualTo(FileSession.State.OPEN);
    assertThat(session.onDiskProperty().get()).isEqualTo(FileSession.OnDisk.SAME);
  }

  @Test
  void changesOnDiskAreNoticedOnceAndCanBeIgnored() throws IOException {
    Path path = file("a.so");
    FileSession session = files.open(path);
    runAll();
    files.checkDisk();
    runAll();
    assertThat(session.onDiskProperty().get()).isEqualTo(FileSession.OnDisk.SAME);
    Files.writeString(path, "something longer");
    files.checkDisk();
    runAll();
    assertThat(session.onDiskProperty().get()).isEqualTo(FileSession.OnDisk.CHANGED);
    files.ignoreChange(session);
    runAll();
    files.checkDisk();
    runAll();
    assertThat(session.onDiskProperty().get()).as("ignored").isEqualTo(FileSession.OnDisk.SAME);
    Files.writeString(path, "and again, longer still");
    files.checkDisk();
    runAll();
    assertThat(session.onDiskProperty().get()).isEqualTo(FileSession.OnDisk.CHANGED);
    Files.delete(path);
    files.checkDisk();
    runAll();
    assertThat(session.onDiskProperty().get()).isEqualTo(FileSession.OnDisk.VANISHED);
    assertThat(session.state()).as("what was read stays").isEqualTo(FileSession.State.OPEN);
  }

  @Test
  void reloadingClosesTheOldOne() throws IOException {
    FileSession session = files.open(file("a.so"));
    runAll();
    files.reload(session);
    assertThat(session.state()).isEqualTo(FileSession.State.LOADING);
    runAll();
    assertThat(loaded).hasSize(2);
    assertThat(loaded.get(0).closed).isTrue();
    assertThat(loaded.get(1).closed).isFalse();
    assertThat(session.file()).isSameAs(loaded.get(1));
  }
}
