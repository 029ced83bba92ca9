package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.output.ContentCheck;

/**
 * An original that never changes, and a list of edits. What is shown is derived from both.
 *
 * <p>For one thread; only what {@code saving} returns may be run on another.
 *
 * @param <E> the kind of edit
 */
public abstract sealed class EditedDocument<E extends Edit> implements AutoCloseable
    permits EditedArchive, EditedManifest, EditedMarker {
  private final History<E> history = new History<>();
  private final Deque<Step> done = new ArrayDeque<>();
  private final Deque<Step> undone = new ArrayDeque<>();
  private final List<EditListener> listeners = new CopyOnWriteArrayList<>();
  private FileStamp stamp;

  /** Changes of an edit, and their opposite. */
  interface Step {
    void forth();

    void back();
  }

  EditedDocument(FileStamp stamp) {
    this.stamp = stamp;
  }

  /** The file as it was opened or last saved. */
  public final FileStamp stamp() {
    return stamp;
  }

  /** The edits. */
  public final History<E> history() {
    return history;
  }

  /** Whether there is something to save. */
  public final boolean dirty() {
    return history.dirty();
  }

  /**
   * Applies an edit.
   *
   * @throws IOException why it cannot be; then nothing has changed
   */
  public final void apply(E edit) throws IOException {
    Step step = perform(edit);
    done.addLast(step);
    undone.clear();
    history.applied(edit);
    derivedChanged(null);
    tell(EditListener.Change.APPLIED);
  }

  /**
   * Returns what verification would call an error in what an edit adds or changes; what was wrong
   * before it does not count. Changes nothing.
   *
   * @param file where the document is to be saved, with what lies around it
   * @param check how contents are checked
   * @throws IOException if the edit cannot be made
   */
  public abstract List<Finding> errorsOf(E edit, Path file, ContentCheck check, Progress progress)
      throws IOException;

  /** The errors among findings, without those that were there before. */
  static List<Finding> newErrors(List<Finding> before, List<Finding> after) {
    return after.stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .filter(error -> before.stream().noneMatch(known -> isSame(known, error)))
        .toList();
  }

  /** An edit may put what is wrong elsewhere, or in other words. */
  private static boolean isSame(Finding known, Finding error) {
    return known.severity() == Severity.ERROR
        && known.rule().equals(error.rule())
        && (known.place().equals(error.place()) || known.message().equals(error.message()));
  }

  /** Drops the last edit; says which, null if there is none. */
  public final @Nullable E undo() {
    if (done.isEmpty()) {
      return null;
    }
    Step step = done.removeLast();
    step.back();
    undone.addLast(step);
    E edit = history.undo();
    derivedChanged(null);
    tell(EditListener.Change.UNDONE);
    return edit;
  }

  /** Applies the edit again that was undone last; says which, null if there is none. */
  public final @Nullable E redo() {
    if (undone.isEmpty()) {
      return null;
    }
    Step step = undone.removeLast();
    step.forth();
    done.addLast(step);
    E edit = history.redo();
    derivedChanged(null);
    tell(EditListener.Change.REDONE);
    return edit;
  }

  /**
   * Called when derived state has changed.
   *
   * @param saving what was saved; null if that is not what happened
   */
  void derivedChanged(@Nullable DocumentSave<E> saving) {}

  /** Adds a listener for changes. */
  public final void listen(EditListener listener) {
    listeners.add(listener);
  }

  /** Changes what is derived, and says how to take that back and do it again. */
  abstract Step perform(E edit) throws IOException;

  /** Applies the edits that are not saved to the file as it is now; the caller closes both. */
  public final Rebased<E> rebaseOnto(EditedDocument<E> newer) {
    return Rebased.onto(newer, history.unsaved());
  }

  /** Saves the current contents to the file that was opened. */
  public abstract DocumentSave<E> saving() throws IOException;

  /**
   * Saves the current contents to another file, which is edited from then on.
   *
   * @param replace whether it may be there already
   */
  public abstract DocumentSave<E> savingAs(Path target, boolean replace) throws IOException;

  /** Takes note of what was saved. */
  public final void saved(DocumentSave<E> saving) {
    stamp = saving.stamp();
    history.saved(saving.edits());
    derivedChanged(saving);
    tell(EditListener.Change.SAVED);
  }

  /** Releases the original. */
  @Override
  public void close() throws IOException {}

  private void tell(EditListener.Change change) {
    listeners.forEach(listener -> listener.changed(this, change));
  }

  /**
   * The result of applying edits to another version of the file.
   *
   * @param kept those that still apply, in their order
   * @param dropped those that do not, with why
   */
  public record Rebased<E extends Edit>(List<E> kept, List<Dropped<E>> dropped) {
    public Rebased {
      kept = List.copyOf(kept);
      dropped = List.copyOf(dropped);
    }

    /** An edit that does not apply any more. */
    public record Dropped<E extends Edit>(E edit, IOException why) {}

    /** Applies edits in their order, passing over what does not apply. */
    static <E extends Edit> Rebased<E> onto(EditedDocument<E> document, List<E> edits) {
      List<E> kept = new java.util.ArrayList<>();
      List<Dropped<E>> dropped = new java.util.ArrayList<>();
      for (E edit : edits) {
        try {
          document.apply(edit);
          kept.add(edit);
        } catch (IOException why) {
          dropped.add(new Dropped<>(edit, why));
        }
      }
      return new Rebased<>(kept, dropped);
    }
  }

  /** Receives the changes of an edited document, on the thread that edits it. */
  public interface EditListener {

    /** Kinds of changes of a document. */
    enum Change {
      /** An edit was applied. */
      APPLIED,
      /** The last edit was undone. */
      UNDONE,
      /** An edit that was undone was applied again. */
      REDONE,
      /** The document was saved. */
      SAVED
    }

    /** Called after the change. */
    void changed(EditedDocument<?> document, Change change);
  }

  /**
   * The edits of a document: those that are applied, those that were undone and can be redone, and
   * which of them are saved. Without limit. For one thread.
   *
   * @param <E> the document's kind of edit
   */
  public static final class History<E extends Edit> {
    private final List<E> done = new ArrayList<>();
    private final List<E> undone = new ArrayList<>();
    private List<E> saved = List.of();

    /** The edits that are applied, the first one first. */
    public List<E> done() {
      return List.copyOf(done);
    }

    /** The edits that can be redone, the next one first. */
    public List<E> undone() {
      return List.copyOf(undone.reversed());
    }

    /** Returns the edit that an undo would drop; null if nothing is left. */
    public @Nullable E undoable() {
      return done.isEmpty() ? null : done.getLast();
    }

    /** Returns the edit that a redo would apply again; null if nothing was undone. */
    public @Nullable E redoable() {
      return undone.isEmpty() ? null : undone.getLast();
    }

    /** Whether the edits are others than those that were saved. */
    public boolean dirty() {
      return !done.equals(saved);
    }

    /** The applied edits that are not saved yet. */
    public List<E> unsaved() {
      return List.copyOf(done.subList(common(), done.size()));
    }

    /** Saved edits that were undone since, the first one first. */
    public List<E> takenBack() {
      return List.copyOf(saved.subList(common(), saved.size()));
    }

    private int common() {
      int count = 0;
      while (count < Math.min(done.size(), saved.size())
          && done.get(count).equals(saved.get(count))) {
        count++;
      }
      return count;
    }

    /** A new edit was applied; what was undone before cannot be redone any more. */
    void applied(E edit) {
      done.add(edit);
      undone.clear();
    }

    E undo() {
      E edit = done.removeLast();
      undone.add(edit);
      return edit;
    }

    E redo() {
      E edit = undone.removeLast();
      done.add(edit);
      return edit;
    }

    /** These edits are saved now. */
    void saved(List<E> edits) {
      saved = List.copyOf(edits);
    }
  }
}
