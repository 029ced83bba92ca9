package org.kpackworkbench.views.operation.edit;

import java.util.List;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument.History;

/**
 * The edits of a document at one moment, in words.
 *
 * @param done those that are applied, the first one first
 * @param undone those that can be redone, the next one first
 * @param saved how many edits the file has, counted from the first; -1 if other edits than these
 *     were saved
 * @param dirty whether there is something to save
 */
public record EditHistory(List<String> done, List<String> undone, int saved, boolean dirty) {
  static final EditHistory NONE = new EditHistory(List.of(), List.of(), 0, false);

  public EditHistory {
    done = List.copyOf(done);
    undone = List.copyOf(undone);
  }

  static EditHistory of(History<? extends Edit> history) {
    return new EditHistory(
        words(history.done()), words(history.undone()), savedAt(history), history.dirty());
  }

  private static int savedAt(History<? extends Edit> history) {
    int done = history.done().size();
    int unsaved = history.unsaved().size();
    int takenBack = history.takenBack().size();
    if (takenBack == 0) {
      return done - unsaved;
    }
    // What was saved and undone since is among what can be redone, unless edits came between.
    boolean ahead =
        unsaved == 0
            && history.undone().size() >= takenBack
            && history.undone().subList(0, takenBack).equals(history.takenBack());
    return ahead ? done + takenBack : -1;
  }

  private static List<String> words(List<? extends Edit> edits) {
    return edits.stream().map(Edit::words).toList();
  }

  /** Returns the menu text for undoing; empty if nothing can be undone. */
  public String undoText() {
    return done.isEmpty() ? "" : "Undo " + done.getLast();
  }

  /** Returns the menu text for redoing; empty if nothing can be redone. */
  public String redoText() {
    return undone.isEmpty() ? "" : "Redo " + undone.getFirst();
  }
}
