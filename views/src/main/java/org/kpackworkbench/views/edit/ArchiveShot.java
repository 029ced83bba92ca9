package org.kpackworkbench.views.edit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.edit.ArchiveEdit;
import org.kpackworkbench.model.edit.EditedArchive;
import org.kpackworkbench.model.edit.EditedRow;

/**
 * An edited archive at one moment, as it is shown.
 *
 * @param rows its rows
 * @param done the edits that are applied, in words, the first one first
 * @param undone those that can be redone, the next one first
 * @param dirty whether there is something to save
 */
record ArchiveShot(List<EditedRow> rows, List<String> done, List<String> undone, boolean dirty) {
  static final ArchiveShot NOTHING = new ArchiveShot(List.of(), List.of(), List.of(), false);

  static ArchiveShot of(EditedArchive archive) throws IOException {
    List<EditedRow> rows = new ArrayList<>(archive.rowCount());
    for (int i = 0; i < archive.rowCount(); i++) {
      rows.add(archive.row(i));
    }
    return new ArchiveShot(
        rows,
        archive.history().done().stream().map(ArchiveEdit::words).toList(),
        archive.history().undone().stream().map(ArchiveEdit::words).toList(),
        archive.dirty());
  }

  /** What a menu says for undoing; empty where nothing can be. */
  String undoText() {
    return done.isEmpty() ? "" : "Undo " + done.getLast();
  }

  /** What a menu says for redoing; empty where nothing can be. */
  String redoText() {
    return undone.isEmpty() ? "" : "Redo " + undone.getFirst();
  }

  /** All edits, the next one to redo behind the last one that is applied. */
  List<HistoryLine> history() {
    List<HistoryLine> lines = new ArrayList<>();
    done.forEach(words -> lines.add(new HistoryLine(words, true)));
    undone.forEach(words -> lines.add(new HistoryLine(words, false)));
    return lines;
  }

  /** A line of the history. */
  record HistoryLine(String words, boolean applied) {
    @Override
    public String toString() {
      return applied ? words : words + " (undone)";
    }
  }
}
