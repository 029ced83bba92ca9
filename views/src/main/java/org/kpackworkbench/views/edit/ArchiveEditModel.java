package org.kpackworkbench.views.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.edit.ArchiveEdit;
import org.kpackworkbench.model.edit.ArchiveSaving;
import org.kpackworkbench.model.edit.EditedArchive;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.views.extend.EditingView;
import org.kpackworkbench.views.job.Background;

/**
 * An archive that is edited: what it looks like now, and what became of the last edit. Edits run in
 * the background, one at a time; what is asked for meanwhile is passed over. UI thread.
 */
final class ArchiveEditModel {
  private final Path path;
  private final Background background;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final ReadOnlyObjectWrapper<ArchiveShot> shot =
      new ReadOnlyObjectWrapper<>(this, "shot", ArchiveShot.NOTHING);
  private final ReadOnlyBooleanWrapper unsaved = new ReadOnlyBooleanWrapper(this, "unsaved");
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure =
      new ReadOnlyObjectWrapper<>(this, "failure");
  private @Nullable EditedArchive archive;
  private boolean opening;
  private boolean closed;

  ArchiveEditModel(Path path, Background background) {
    this.path = path;
    this.background = background;
  }

  /** Something that is done to the archive in the background. */
  interface Work {
    void with(EditedArchive archive) throws IOException;
  }

  ReadOnlyObjectProperty<ArchiveShot> shotProperty() {
    return shot.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty unsavedProperty() {
    return unsaved.getReadOnlyProperty();
  }

  /** Why the last edit could not be made; null where it was. */
  ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  private record Opened(EditedArchive archive, ArchiveShot shot) {}

  /** Opens the archive, unless it is open. */
  void open() {
    if (archive != null || opening) {
      return;
    }
    opening = true;
    background.run(
        () -> {
          EditedArchive opened = EditedArchive.open(path);
          return new Opened(opened, ArchiveShot.of(opened));
        },
        opened -> {
          opening = false;
          archive = opened.archive();
          show(opened.shot());
          closeIfAsked();
        },
        why -> {
          opening = false;
          failure.set(why);
        });
  }

  void apply(ArchiveEdit edit) {
    run(document -> document.apply(edit));
  }

  void undo() {
    run(EditedArchive::undo);
  }

  void redo() {
    run(EditedArchive::redo);
  }

  void run(Work work) {
    EditedArchive document = archive;
    if (document == null || !busy.compareAndSet(false, true)) {
      return;
    }
    background.run(
        () -> {
          work.with(document);
          return ArchiveShot.of(document);
        },
        now -> {
          busy.set(false);
          failure.set(null);
          show(now);
          closeIfAsked();
        },
        why -> {
          busy.set(false);
          failure.set(why);
          closeIfAsked();
        });
  }

  private void show(ArchiveShot now) {
    shot.set(now);
    unsaved.set(now.dirty());
  }

  /** What saves it; {@code afterwards} is run once it is saved. */
  EditingView.Draft draft(Runnable afterwards) {
    EditedArchive document = Objects.requireNonNull(archive, "nothing was edited");
    return new EditingView.Draft() {
      private @Nullable ArchiveSaving saving;

      @Override
      public void write() throws IOException {
        if (!busy.compareAndSet(false, true)) {
          throw new IOException("an edit is still under way; save again in a moment");
        }
        try {
          ArchiveSaving run = document.saving();
          run.run(Progress.NONE);
          saving = run;
        } finally {
          busy.set(false);
        }
      }

      @Override
      public void written() {
        document.saved(Objects.requireNonNull(saving));
        ArchiveShot now = shot.get();
        show(new ArchiveShot(now.rows(), now.done(), now.undone(), document.dirty()));
        afterwards.run();
      }
    };
  }

  /** Nobody looks at it any more. */
  void close() {
    closed = true;
    closeIfAsked();
  }

  private void closeIfAsked() {
    EditedArchive document = archive;
    if (closed && document != null && !busy.get()) {
      archive = null;
      background.run(
          () -> {
            document.close();
            return path;
          },
          done -> {},
          failure::set);
    }
  }
}
