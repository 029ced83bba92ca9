package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.output.ContentCheck;
import org.kpackworkbench.model.operation.output.OperationNote;

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
  private final List<EditListener> listeners = new CopyOnWriteArrayList<>();
  private FileStamp stamp;

  /** Changes of an edit, and their opposite. */
  record Step(Runnable forth, Runnable back) {}

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
    history.applied(edit, perform(edit));
    changed(EditListener.Change.APPLIED);
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

  /**
   * Returns warnings of what is saved: what not all loaders find.
   *
   * @param target the file that it is saved to
   * @throws IOException if files beside it cannot be read
   */
  public List<OperationNote> warnings(Path target) throws IOException {
    return List.of();
  }

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
    E edit = history.undo();
    if (edit != null) {
      changed(EditListener.Change.UNDONE);
    }
    return edit;
  }

  /** Applies the edit again that was undone last; says which, null if there is none. */
  public final @Nullable E redo() {
    E edit = history.redo();
    if (edit != null) {
      changed(EditListener.Change.REDONE);
    }
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

  /**
   * Saves to the file that was opened.
   *
   * @throws FormatException {@code FILE_CHANGED} where another program has written it meanwhile;
   *     {@link #rebaseOnto} keeps the edits. Also what {@link DocumentSave#run} throws
   */
  public final void save(Progress progress) throws IOException {
    run(saving(), progress);
  }

  /**
   * Saves to another file, which is edited from then on.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it is there and may not be replaced
   */
  public final void saveAs(Path target, boolean replace, Progress progress) throws IOException {
    run(savingAs(target, replace), progress);
  }

  private void run(DocumentSave<E> saving, Progress progress) throws IOException {
    saving.run(progress);
    saved(saving);
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

  private void changed(EditListener.Change change) {
    derivedChanged(null);
    tell(change);
  }

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
    private final List<Applied<E>> all = new ArrayList<>();
    private int count;
    private List<E> saved = List.of();

    private record Applied<E>(E edit, Step step) {}

    /** The edits that are applied, the first one first. */
    public List<E> done() {
      return edits(0, count);
    }

    /** The edits that can be redone, the next one first. */
    public List<E> undone() {
      return edits(count, all.size());
    }

    private List<E> edits(int from, int to) {
      return all.subList(from, to).stream().map(Applied::edit).toList();
    }

    /** Whether the edits are others than those that were saved. */
    public boolean dirty() {
      return !done().equals(saved);
    }

    /** The applied edits that are not saved yet. */
    public List<E> unsaved() {
      return edits(common(), count);
    }

    /** Saved edits that were undone since, the first one first. */
    public List<E> takenBack() {
      return List.copyOf(saved.subList(common(), saved.size()));
    }

    private int common() {
      int common = 0;
      while (common < Math.min(count, saved.size())
          && all.get(common).edit().equals(saved.get(common))) {
        common++;
      }
      return common;
    }

    /** A new edit was applied; what was undone before cannot be redone any more. */
    void applied(E edit, Step step) {
      all.subList(count, all.size()).clear();
      all.add(new Applied<>(edit, step));
      count++;
    }

    @Nullable E undo() {
      if (count == 0) {
        return null;
      }
      Applied<E> last = all.get(--count);
      last.step().back().run();
      return last.edit();
    }

    @Nullable E redo() {
      if (count == all.size()) {
        return null;
      }
      Applied<E> next = all.get(count++);
      next.step().forth().run();
      return next.edit();
    }

    /** These edits are saved now. */
    void saved(List<E> edits) {
      saved = List.copyOf(edits);
    }
  }
}
