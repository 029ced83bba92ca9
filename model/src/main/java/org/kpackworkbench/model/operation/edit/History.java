package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The edits of a document: those that are applied, those that were undone and can be redone, and
 * which of them are saved. Without limit. For one thread.
 *
 * @param <E> the document's kind of edit
 */
public final class History<E extends Edit> {
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

  /** What an undo would drop; null where nothing is left. */
  public @Nullable E undoable() {
    return done.isEmpty() ? null : done.getLast();
  }

  /** What a redo would apply again; null where nothing was undone. */
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
