package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.spi.EditingView;

/** Saves what was changed, and asks before changes would be lost. UI thread only. */
record Edits(OpenFiles files, Jobs jobs, Dialogs dialogs) {
  /** Names of files with changes that are not saved. */
  List<String> unsavedNames() {
    return files.sessions().stream()
        .filter(session -> session.unsavedProperty().get())
        .map(session -> session.place().label())
        .toList();
  }

  /** Writes the changes of a file, then does something; a failure is shown, and nothing lost. */
  void save(FileSession session, Runnable then) {
    EditingView editor = session.editor();
    if (editor != null) {
      editor.draft(
          draft ->
              write(
                  session.place().label(),
                  draft,
                  () -> {
                    if (editor.readAgainWhenSaved()) {
                      session.keep(editor);
                      files.reload(session);
                    } else {
                      files.saved(session);
                    }
                    then.run();
                  }));
    }
  }

  /** Asks for another name, and writes the current contents to that file, which is then open. */
  void saveAs(FileSession session) {
    EditingView editor = session.editor();
    Path target =
        editor == null || !editor.savesAs()
            ? null
            : dialogs.chooseSave("Save As", session.place().label()).orElse(null);
    if (editor == null || target == null) {
      return;
    }
    Path wanted = OpenFiles.normal(target);
    if (wanted.equals(session.path())) {
      save(session, () -> {});
      return;
    }
    FileSession other = files.find(wanted).orElse(null);
    if (other != null && other.unsavedProperty().get()) {
      dialogs.showError(
          "%s could not be saved as %s".formatted(session.place().label(), other.place().label()),
          new IOException(wanted + " is open with changes of its own. Save or close it first."));
      return;
    }
    editor.draftAs(
        wanted,
        draft ->
            write(
                other == null ? new Place.File(wanted).label() : other.place().label(),
                draft,
                () -> {
                  files.find(wanted).ifPresent(files::close);
                  files.replace(session, wanted, editor);
                }));
  }

  private void write(String name, EditingView.Draft draft, Runnable written) {
    Job job =
        jobs.start(
            "Save " + name,
            progress -> {
              draft.write(progress);
              return name;
            },
            saved -> JobOutcome.quiet());
    job.stateProperty()
        .subscribe(
            state -> {
              switch (state) {
                case RUNNING -> {}
                case DONE -> draft.written(written);
                case CANCELLED -> draft.notWritten();
                case FAILED -> {
                  draft.notWritten();
                  Throwable failure = job.failureProperty().get();
                  if (failure != null) {
                    dialogs.showError("%s could not be saved".formatted(name), failure);
                  }
                }
              }
            });
  }

  /** Makes the edits again on the file as another program has written it, and reads it again. */
  void keepEdits(FileSession session) {
    EditingView editor = session.editor();
    if (editor != null) {
      editor.keepEdits(
          () -> {
            session.keep(editor);
            files.reload(session);
          });
    }
  }

  /** Closes files; asks about changes first. */
  void close(List<FileSession> sessions) {
    settle(List.copyOf(sessions).iterator(), files::close, () -> {});
  }

  /** Reads a file again; asks first if its changes would be lost. */
  void reload(FileSession session) {
    if (!session.unsavedProperty().get()
        || dialogs.confirm(
            "Reload %s?".formatted(session.place().label()),
            Dialogs.UNSAVED + " They are lost when the file is read again.",
            "Reload")) {
      EditingView editor = session.editor();
      if (editor == null) {
        files.reload(session);
      } else {
        editor.discard(() -> files.reload(session));
      }
    }
  }

  /** Does something once unsaved changes are saved or discarded. */
  void leave(Runnable then) {
    settle(List.copyOf(files.sessions()).iterator(), session -> {}, then);
  }

  private void settle(Iterator<FileSession> all, Consumer<FileSession> each, Runnable then) {
    while (all.hasNext()) {
      FileSession session = all.next();
      if (session.unsavedProperty().get()) {
        files.activeProperty().set(session);
        switch (dialogs.askUnsaved(session.place().label())) {
          case SAVE -> {
            save(
                session,
                () -> {
                  each.accept(session);
                  settle(all, each, then);
                });
            return;
          }
          case KEEP_OPEN -> {
            return;
          }
          case DISCARD -> {
            EditingView editor = session.editor();
            if (editor != null) {
              editor.discard(
                  () -> {
                    each.accept(session);
                    settle(all, each, then);
                  });
              return;
            }
          }
        }
      }
      each.accept(session);
    }
    then.run();
  }
}
