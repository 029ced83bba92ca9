package org.kpackworkbench.views.shell;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.kpackworkbench.views.dialog.Dialogs;
import org.kpackworkbench.views.extend.EditingView;
import org.kpackworkbench.views.job.Background;

/** Saves what was changed, and asks before changes would be lost. UI thread only. */
final class Edits {
  private final OpenFiles files;
  private final Background background;
  private final Dialogs dialogs;

  Edits(OpenFiles files, Background background, Dialogs dialogs) {
    this.files = files;
    this.background = background;
    this.dialogs = dialogs;
  }

  /** Writes the changes of a file, then does something; a failure is shown, and nothing lost. */
  void save(FileSession session, Runnable then) {
    EditingView editor = session.editor();
    if (editor == null) {
      return;
    }
    EditingView.Draft draft = editor.draft();
    background.run(
        () -> {
          draft.write();
          return session;
        },
        saved -> {
          draft.written();
          if (editor.readAgainWhenSaved()) {
            files.reload(saved);
          } else {
            files.saved(saved);
          }
          then.run();
        },
        failure ->
            dialogs.showError("%s could not be saved".formatted(session.place().label()), failure));
  }

  /** Closes files; asks about changes first. */
  void close(List<FileSession> sessions) {
    settle(List.copyOf(sessions).iterator(), files::close, () -> {});
  }

  /** Reads a file again; asks first where its changes would be lost. */
  void reload(FileSession session) {
    if (!session.unsavedProperty().get()
        || dialogs.confirm(
            "Reload %s?".formatted(session.place().label()),
            "It has changes that are not saved. They are lost when the file is read again.",
            "Reload")) {
      files.reload(session);
    }
  }

  /** Does something once nobody wants to keep unsaved changes open. */
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
          case DISCARD -> {}
        }
      }
      each.accept(session);
    }
    then.run();
  }
}
