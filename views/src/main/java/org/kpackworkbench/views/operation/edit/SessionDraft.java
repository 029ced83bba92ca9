package org.kpackworkbench.views.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.DocumentSaving;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.views.spi.EditingView;

/** A document at one moment, to be saved while editing goes on. */
final class SessionDraft<E extends Edit, D extends EditedDocument<E>> implements EditingView.Draft {
  private final EditSession<E, D, ?> session;
  private volatile @Nullable DocumentSaving<E> saving;
  private volatile @Nullable Throwable cannot;

  SessionDraft(EditSession<E, D, ?> session) {
    this.session = session;
  }

  /** Takes what is there now. On the thread that edits. */
  void make(D document, @Nullable Path target) throws IOException {
    saving = target == null ? document.saving() : document.savingAs(target, true);
  }

  /** Why there is nothing that could be saved; null where there is. */
  void cannot(@Nullable Throwable why) {
    cannot = why;
  }

  @Override
  public void write(Progress progress) throws IOException {
    made().run(progress);
  }

  private DocumentSaving<E> made() throws IOException {
    DocumentSaving<E> made = saving;
    if (made == null) {
      Throwable why = cannot;
      throw why instanceof IOException failure
          ? failure
          : new IOException("what is to be saved could not be read", why);
    }
    return made;
  }

  @Override
  public void written(Runnable noted) {
    session.change(
        document -> document.saved(made()),
        why -> {
          session.draftEnded();
          noted.run();
        });
  }

  @Override
  public void notWritten() {
    session.draftEnded();
  }
}
