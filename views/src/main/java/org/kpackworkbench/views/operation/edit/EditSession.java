package org.kpackworkbench.views.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.operation.edit.DocumentSave;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditJournal;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.EditedDocument.Rebased;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.EditingView;

/**
 * A document that is edited: its current state, and the result of the last edit. Requests are
 * processed in the background, in their order; nothing is skipped. The file is opened, for reading,
 * on first use. UI thread.
 *
 * @param <E> its edits
 * @param <D> the document
 * @param <S> what is shown of it
 */
public final class EditSession<E extends Edit, D extends EditedDocument<E>, S> {
  private final EditedKind<E, D, S> kind;
  private final Journals journals;
  private final Background background;
  private final Deque<Task<D>> waiting = new ArrayDeque<>();
  private final Deque<Runnable> draftsWaiting = new ArrayDeque<>();
  private final ReadOnlyObjectWrapper<@Nullable S> shown = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<EditHistory> history =
      new ReadOnlyObjectWrapper<>(EditHistory.NONE);
  private final ReadOnlyBooleanWrapper unsaved = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Throwable> refusal = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<List<OperationNote>> warnings =
      new ReadOnlyObjectWrapper<>(List.of());
  private final ReadOnlyObjectWrapper<@Nullable Throwable> notWrittenDown =
      new ReadOnlyObjectWrapper<>();
  private Path path;
  private @Nullable Open<D> open;
  private boolean running;
  private boolean drafted;
  private boolean closed;

  /** A session on a file; reads nothing yet. */
  public EditSession(
      Path path, EditedKind<E, D, S> kind, Journals journals, Background background) {
    this.path = path;
    this.kind = kind;
    this.journals = journals;
    this.background = background;
  }

  /** A document that is open, and where its edits are written down. */
  private record Open<D>(D document, @Nullable EditJournal journal) {}

  /**
   * Task that waits to be done.
   *
   * @param edits whether it may leave something unsaved
   * @param then run on the UI thread once it was done, with why it could not be
   */
  private record Task<D>(
      Maker<Open<D>, Open<D>> change, boolean edits, Consumer<@Nullable Throwable> then) {}

  private record Done<D, S>(
      Open<D> open, S shown, EditHistory history, Path path, @Nullable Throwable failure) {}

  /** The file; another one once it was saved as that. */
  public Path path() {
    return path;
  }

  /** Returns the kind of the document. */
  EditedKind<E, D, S> kind() {
    return kind;
  }

  Journals journals() {
    return journals;
  }

  /** Returns the state of the document to show; null until it has been read. */
  public ReadOnlyObjectProperty<@Nullable S> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /** The edits that were made, and which of them are undone. */
  public ReadOnlyObjectProperty<EditHistory> historyProperty() {
    return history.getReadOnlyProperty();
  }

  /** Whether there are edits that are not in the file, also such that are still to be made. */
  public ReadOnlyBooleanProperty unsavedProperty() {
    return unsaved.getReadOnlyProperty();
  }

  /** Whether something is being done. */
  public ReadOnlyBooleanProperty busyProperty() {
    return busy.getReadOnlyProperty();
  }

  /** Why the last request failed; null if it was. */
  public ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** Why the document cannot be edited at all; null if it can. */
  public ReadOnlyObjectProperty<@Nullable Throwable> refusalProperty() {
    return refusal.getReadOnlyProperty();
  }

  /** Why edits are not written down any more, so that a crash would lose them; null: they are. */
  public ReadOnlyObjectProperty<@Nullable Throwable> notWrittenDownProperty() {
    return notWrittenDown.getReadOnlyProperty();
  }

  /** Warnings of what was saved last. */
  public ReadOnlyObjectProperty<List<OperationNote>> warningsProperty() {
    return warnings.getReadOnlyProperty();
  }

  /** Forgets why the last thing could not be done. */
  public void forgetFailure() {
    failure.set(null);
  }

  /** Reads the document, unless that has been done. */
  public void open() {
    if (open == null && refusal.get() == null && !running && waiting.isEmpty()) {
      enqueue(same -> same, false, why -> {});
    }
  }

  /** Makes an edit, after all earlier requests. */
  public void apply(E edit) {
    change(document -> document.apply(edit));
  }

  /** Does something that may make edits, after all earlier requests. */
  public void change(Taker<? super D> work) {
    change(work, why -> {});
  }

  /**
   * Does something that may make edits, after all earlier requests.
   *
   * @param then run once it was done, with why it could not be; null if it could
   */
  public void change(Taker<? super D> work, Consumer<@Nullable Throwable> then) {
    enqueue(
        now -> {
          work.take(now.document());
          return now;
        },
        true,
        then);
  }

  /**
   * Does something that makes no edits, after all earlier requests.
   *
   * @param then run once it was done, with the reason if it failed, which is reported there; null
   *     if it could
   */
  public void read(Taker<? super D> work, Consumer<@Nullable Throwable> then) {
    enqueue(
        now -> {
          work.take(now.document());
          return now;
        },
        false,
        why -> {
          if (why != null) {
            failure.set(null);
          }
          then.accept(why);
        });
  }

  /** Takes the last edit back. */
  public void undo() {
    change(EditedDocument::undo);
  }

  /** Makes the edit again that was taken back last. */
  public void redo() {
    change(EditedDocument::redo);
  }

  /** Takes edits back, or makes them again, until that many are applied. */
  public void goTo(int applied) {
    change(
        document -> {
          while (document.history().done().size() > applied && document.undo() != null) {
            // one less
          }
          while (document.history().done().size() < applied && document.redo() != null) {
            // one more
          }
        });
  }

  /**
   * Passes on a function that saves the document as it is after all requests so far. Only one is
   * saved at a time: the next waits for the result of the one before.
   *
   * @param target another file to be saved as; null for its own
   */
  public void draft(@Nullable Path target, Consumer<? super EditingView.Draft> ready) {
    if (drafted) {
      draftsWaiting.add(() -> draft(target, ready));
      return;
    }
    drafted = true;
    SessionDraft<E, D> draft = new SessionDraft<>(this);
    enqueue(
        now -> {
          draft.make(now.document(), target);
          return now;
        },
        false,
        why -> {
          if (why != null) {
            // The caller of the save is notified, and reports it.
            failure.set(null);
          }
          draft.cannot(why);
          ready.accept(draft);
        });
  }

  /** The result of the last draft is known. */
  void draftEnded() {
    drafted = false;
    Runnable next = draftsWaiting.poll();
    if (next != null) {
      next.run();
    }
    closeIfAsked();
  }

  /**
   * Opens the file as it is now, makes the edits again that are not saved, and goes on with that.
   *
   * @param then receives the edits that were not kept; not run where the file cannot be opened
   */
  public void keepEdits(Consumer<DroppedEdits> then) {
    List<DroppedEdits> result = new ArrayList<>();
    enqueue(
        before -> {
          Open<D> newer = opened();
          List<String> lost =
              before.document().history().takenBack().stream().map(Edit::words).toList();
          Rebased<E> rebased = before.document().rebaseOnto(newer.document());
          result.add(DroppedEdits.of(rebased.kept().size(), rebased.dropped(), lost));
          letGo(before);
          return newer;
        },
        true,
        why -> {
          if (why == null) {
            then.accept(result.getFirst());
          }
        });
  }

  /** Makes edits again that a crash left behind. */
  public void recover(RecoveredEdits left, Consumer<DroppedEdits> then) {
    List<DroppedEdits> result = new ArrayList<>();
    change(
        document -> {
          List<Rebased.Dropped<E>> dropped = new ArrayList<>();
          for (Edit edit : left.edits()) {
            E own = kind.edits().cast(edit);
            try {
              document.apply(own);
            } catch (IOException why) {
              dropped.add(new Rebased.Dropped<>(own, why));
            }
          }
          int kept = left.edits().size() - dropped.size();
          if (kept > 0) {
            // They are written down again by now.
            left.discard();
          }
          result.add(DroppedEdits.of(kept, dropped, left.lost()));
        },
        why -> {
          if (!result.isEmpty()) {
            then.accept(result.getFirst());
          }
        });
  }

  /** The edits are discarded: what was written down of them is removed. */
  public void discard(Runnable done) {
    if (open == null) {
      done.run();
      return;
    }
    enqueue(
        now -> {
          EditJournal journal = now.journal();
          if (journal != null) {
            journal.close();
          }
          return now;
        },
        false,
        why -> done.run());
  }

  /** Closes the session: what was requested is still done, then the file is let go. */
  public void close() {
    closed = true;
    closeIfAsked();
  }

  private void enqueue(
      Maker<Open<D>, Open<D>> change, boolean edits, Consumer<@Nullable Throwable> then) {
    if (edits && !running && waiting.isEmpty()) {
      // The failure of one of several requests stays visible until the next request.
      failure.set(null);
    }
    waiting.add(new Task<>(change, edits, then));
    mark();
    next();
  }

  private void next() {
    Task<D> task = running ? null : waiting.poll();
    if (task == null) {
      closeIfAsked();
      return;
    }
    running = true;
    busy.set(true);
    Open<D> before = open;
    background.run(
        () -> perform(before, task.change()),
        done -> {
          running = false;
          show(done);
          task.then().accept(done.failure());
          next();
        },
        why -> {
          running = false;
          busy.set(false);
          if (open == null) {
            refusal.set(why);
          } else {
            failure.set(why);
          }
          mark();
          task.then().accept(why);
          next();
        });
  }

  private Done<D, S> perform(@Nullable Open<D> before, Maker<Open<D>, Open<D>> change)
      throws IOException {
    Open<D> now = before == null ? opened() : before;
    Throwable why = null;
    try {
      now = change.make(now);
    } catch (IOException | RuntimeException failed) {
      // What was done before it failed is shown, with the failure.
      why = failed;
    }
    D document = now.document();
    return new Done<>(
        now,
        kind.look().make(document),
        EditHistory.of(document.history()),
        document.stamp().path(),
        why);
  }

  private Open<D> opened() throws IOException {
    D document = kind.opener().make(path);
    return new Open<>(document, journals.attach(document));
  }

  private void show(Done<D, S> done) {
    open = done.open();
    path = done.path();
    if (done.failure() != null) {
      failure.set(done.failure());
    }
    EditJournal journal = done.open().journal();
    notWrittenDown.set(journal == null ? null : journal.failure());
    history.set(done.history());
    shown.set(done.shown());
    busy.set(!waiting.isEmpty());
    mark();
  }

  private void mark() {
    unsaved.set(history.get().dirty() || waiting.stream().anyMatch(Task::edits));
  }

  private void letGo(Open<D> that) throws IOException {
    EditJournal journal = that.journal();
    if (journal != null) {
      journal.close();
    }
    that.document().close();
  }

  private void closeIfAsked() {
    Open<D> last = open;
    if (closed && last != null && !running && waiting.isEmpty() && !drafted) {
      open = null;
      background.run(
          () -> {
            letGo(last);
            return path;
          },
          done -> {},
          failure::set);
    }
  }

  /** A document at one moment, to be saved while editing goes on. */
  private static final class SessionDraft<E extends Edit, D extends EditedDocument<E>>
      implements EditingView.Draft {
    private final EditSession<E, D, ?> session;
    private volatile @Nullable DocumentSave<E> saving;
    private volatile @Nullable Throwable cannot;

    SessionDraft(EditSession<E, D, ?> session) {
      this.session = session;
    }

    /** Takes the current contents. On the thread that edits. */
    void make(D document, @Nullable Path target) throws IOException {
      saving = target == null ? document.saving() : document.savingAs(target, true);
    }

    /** Why there is nothing that could be saved; null if there is. */
    void cannot(@Nullable Throwable why) {
      cannot = why;
    }

    @Override
    public void write(Progress progress) throws IOException {
      made().run(progress);
    }

    private DocumentSave<E> made() throws IOException {
      DocumentSave<E> made = saving;
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
      List<OperationNote> found = new ArrayList<>();
      session.change(
          document -> {
            document.saved(made());
            found.addAll(warnings(document));
          },
          why -> {
            session.warnings.set(List.copyOf(found));
            session.draftEnded();
            noted.run();
          });
    }

    private List<OperationNote> warnings(D document) {
      try {
        return document.warnings(document.stamp().path());
      } catch (IOException unreadable) {
        // The file is saved, and what lies beside it is checked when that is opened.
        return List.of();
      }
    }

    @Override
    public void notWritten() {
      session.draftEnded();
    }
  }
}
