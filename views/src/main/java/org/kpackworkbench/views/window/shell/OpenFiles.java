package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.DiskState;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.spi.FileLoader;
import org.kpackworkbench.views.spi.OpenedFile;

/** The files of the window, in the order of their tabs. UI thread only. */
public final class OpenFiles {
  private static final System.Logger LOG = System.getLogger(OpenFiles.class.getName());

  private final FileLoader loader;
  private final Background background;
  private final ObservableList<FileSession> sessions = FXCollections.observableArrayList();
  // Kept: the list that others see forgets its listeners when it is collected.
  private final ObservableList<FileSession> seen =
      FXCollections.unmodifiableObservableList(sessions);
  private final ObservableList<FileSession> watched =
      FXCollections.observableArrayList(
          session -> new Observable[] {session.onDiskProperty(), session.unsavedProperty()});
  private final FilteredList<FileSession> outdated =
      new FilteredList<>(
          watched,
          session ->
              session.onDiskProperty().get() != FileSession.OnDisk.SAME
                  && !session.unsavedProperty().get());
  private final ObjectProperty<@Nullable FileSession> active = new SimpleObjectProperty<>();
  private boolean checking;

  OpenFiles(FileLoader loader, Background background) {
    this.loader = loader;
    this.background = background;
    Bindings.bindContent(watched, sessions);
    // First of all listeners: others show the titles.
    seen.addListener((Observable changed) -> FileTitles.tellApart(seen));
  }

  /** The files, in the order of their tabs. */
  public ObservableList<FileSession> sessions() {
    return seen;
  }

  /** The files that are no longer on disk as they were read, without those with unsaved edits. */
  ObservableList<FileSession> outdated() {
    return outdated;
  }

  /** The active file; null if none is open. */
  public ObjectProperty<@Nullable FileSession> activeProperty() {
    return active;
  }

  /** The active file; null if none is. */
  public @Nullable FileSession active() {
    return active.get();
  }

  /** Returns the files that were read, in the order of their tabs. */
  List<OpenedFile> read() {
    return seen.stream().flatMap(session -> Stream.ofNullable(session.file())).toList();
  }

  /** Returns the files that were read, the active one first. */
  List<OpenedFile> readActiveFirst() {
    List<OpenedFile> all = new ArrayList<>();
    for (FileSession session : seen) {
      OpenedFile file = session.file();
      if (file != null) {
        all.add(Objects.equals(session, active()) ? 0 : all.size(), file);
      }
    }
    return all;
  }

  /** The session of a file, where it is open. */
  public Optional<FileSession> find(Path path) {
    // A package is the file that holds it and the top of what is in it.
    String wanted = normal(path).toString();
    return sessions.stream()
        .filter(session -> session.path().toString().equals(wanted))
        .findFirst();
  }

  /** The view in which a file has changes that are not saved and could be written elsewhere. */
  Optional<EditingView> unsaved(Path path) {
    return find(path)
        .filter(session -> session.unsavedProperty().get())
        .map(FileSession::editor)
        .filter(EditingView::savesAs);
  }

  /** Activates a file, opening it where it is not open yet. */
  public FileSession open(Path path) {
    FileSession session =
        find(path)
            .orElseGet(
                () -> {
                  FileSession fresh = new FileSession(normal(path));
                  sessions.add(fresh);
                  load(fresh);
                  return fresh;
                });
    active.set(session);
    return session;
  }

  /** Reads a file again. */
  public void reload(FileSession session) {
    OpenedFile before = session.file();
    session.loading();
    release(before);
    load(session);
  }

  /** The file was written by its own view: its bytes are read again, its views stay. */
  void saved(FileSession session) {
    OpenedFile before = session.file();
    background.run(
        () ->
            new Loaded(loader.load(session.asked(), Progress.NONE), DiskState.of(session.asked())),
        loaded -> {
          if (session.state() == FileSession.State.OPEN) {
            session.opened(loaded.file(), loaded.disk());
            findOwners(session, loaded.file());
            release(before);
          } else {
            release(loaded.file());
          }
        },
        failure -> LOG.log(Level.WARNING, "could not read " + session.path() + " again", failure));
  }

  /** Another file takes the place of one that was saved as that; its view goes on with it. */
  void replace(FileSession session, Path path, EditingView staying) {
    OpenedFile before = session.file();
    FileSession fresh = new FileSession(normal(path));
    fresh.replace(session);
    fresh.keep(staying);
    session.keep(staying);
    session.loading();
    session.takeStaying();
    sessions.set(sessions.indexOf(session), fresh);
    session.closed();
    release(before);
    load(fresh);
    active.set(fresh);
  }

  /** Closes a file; the one beside it becomes active. */
  public void close(FileSession session) {
    int index = sessions.indexOf(session);
    if (index < 0) {
      return;
    }
    OpenedFile file = session.file();
    sessions.remove(index);
    session.closed();
    if (active.get() == session) {
      active.set(sessions.isEmpty() ? null : sessions.get(Math.min(index, sessions.size() - 1)));
    }
    release(file);
  }

  /** Closes all. */
  public void closeAll() {
    List.copyOf(sessions).forEach(this::close);
  }

  /** Checks the disk for changes of open files. */
  public void checkDisk() {
    if (checking || sessions.isEmpty()) {
      // A disk that does not answer must not collect questions.
      return;
    }
    checking = true;
    List<FileSession> now = List.copyOf(sessions);
    background.run(
        () -> now.stream().map(session -> DiskState.of(session.asked())).toList(),
        states -> {
          checking = false;
          for (int i = 0; i < now.size(); i++) {
            now.get(i).seen(states.get(i));
          }
        },
        failure -> {
          checking = false;
          LOG.log(Level.WARNING, "could not look for changed files", failure);
        });
  }

  /** Keeps what is shown although the file has changed. */
  public void ignoreChange(FileSession session) {
    background.run(
        () -> DiskState.of(session.asked()),
        session::ignore,
        failure -> LOG.log(Level.WARNING, "could not check " + session.path(), failure));
  }

  private record Loaded(OpenedFile file, DiskState disk) {}

  private void load(FileSession session) {
    background.run(
        () -> {
          // Read first: a change while it is being read is then noticed.
          DiskState disk = DiskState.of(session.asked());
          return new Loaded(loader.load(session.asked(), session.progress()), disk);
        },
        loaded -> {
          if (session.state() == FileSession.State.CLOSED) {
            release(loaded.file());
          } else {
            session.opened(loaded.file(), loaded.disk());
            FileTitles.tellApart(seen);
            findOwners(session, loaded.file());
          }
        },
        failure -> {
          if (session.state() != FileSession.State.CLOSED
              && !(failure instanceof CancellationException)) {
            fail(session, failure);
          }
        });
  }

  private void findOwners(FileSession session, OpenedFile file) {
    background.run(
        file::ownership,
        owners -> session.owned(file, owners),
        failure -> LOG.log(Level.WARNING, "owners of " + file.path() + " are unknown", failure));
  }

  private void fail(FileSession session, Throwable failure) {
    background.run(
        () -> DiskState.of(session.asked()),
        disk -> session.failed(failure, disk),
        other -> LOG.log(Level.WARNING, "could not check " + session.path(), other));
  }

  private void release(@Nullable OpenedFile file) {
    if (file == null) {
      return;
    }
    background.run(
        () -> {
          file.close();
          return file.path();
        },
        path -> LOG.log(Level.DEBUG, "closed {0}", path),
        failure -> LOG.log(Level.WARNING, "could not close " + file.path(), failure));
  }

  static Path normal(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /**
   * Finds the files worth opening in a folder. Bounded: it stops after so many files and folders.
   *
   * @param files what was found, in the order of their names
   * @param complete whether nothing was left out
   */
  record FolderScan(List<Path> files, boolean complete) {
    static final int MOST_FILES = 40;
    static final int MOST_LOOKED_AT = 20_000;
    static final int DEEPEST = 12;

    /**
     * Looks through a folder; what cannot be read is skipped.
     *
     * @param worth whether a file is of a kind that can be shown; may read it
     */
    static FolderScan of(Path folder, Predicate<Path> worth, Progress progress) throws IOException {
      List<Path> found = new ArrayList<>();
      boolean[] complete = {true};
      Files.walkFileTree(
          folder,
          EnumSet.noneOf(java.nio.file.FileVisitOption.class),
          DEEPEST,
          new SimpleFileVisitor<>() {
            private int lookedAt;

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              progress.step(1);
              lookedAt++;
              if (attributes.isRegularFile() && worth.test(file)) {
                found.add(file);
              }
              if (found.size() > MOST_FILES || lookedAt > MOST_LOOKED_AT) {
                complete[0] = false;
                return FileVisitResult.TERMINATE;
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
      found.sort(null);
      return new FolderScan(
          List.copyOf(found.subList(0, Math.min(found.size(), MOST_FILES))), complete[0]);
    }
  }
}
