package org.kpackworkbench.views.edit;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.edit.ArchiveEdit;
import org.kpackworkbench.model.edit.EditedArchive;
import org.kpackworkbench.views.editing.EditSession;

/** Makes the edits that forms have been filled in for. UI thread. */
final class ArchiveEdits {
  private final EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session;

  ArchiveEdits(EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session) {
    this.session = session;
  }

  /** Edits that have to be read from files first. */
  interface Made {
    List<ArchiveEdit> make() throws IOException;
  }

  /** Makes an edit. */
  void make(ArchiveEdit edit) {
    session.apply(edit);
  }

  /** Makes the edits of a form, which says itself where they cannot be. */
  void make(EditForm form, Made edits) {
    form.busy(true);
    make(
        edits,
        why -> {
          if (why != null) {
            session.forgetFailure();
          }
          form.ended(why);
        });
  }

  /** Makes edits; {@code then} is told why they could not be. */
  void make(Made edits, Consumer<@Nullable Throwable> then) {
    session.change(
        archive -> {
          for (ArchiveEdit edit : edits.make()) {
            archive.apply(edit);
          }
        },
        then);
  }
}
