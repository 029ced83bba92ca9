package org.kpackworkbench.views.operation.edit;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument.Rebased;
import org.kpackworkbench.views.kit.dialog.ErrorText;

/**
 * The result of applying edits to another version of a file.
 *
 * @param kept how many still apply
 * @param lines those that do not, each with why; and saved edits that had been undone
 */
public record DroppedEdits(int kept, List<Line> lines) {

  /** An edit that was not kept, in words, and why. */
  public record Line(String edit, String why) {}

  public DroppedEdits {
    lines = List.copyOf(lines);
  }

  static DroppedEdits of(int kept, List<? extends Rebased.Dropped<?>> dropped, List<String> lost) {
    List<Line> lines = new ArrayList<>();
    for (Rebased.Dropped<? extends Edit> each : dropped) {
      lines.add(new Line(each.edit().words(), ErrorText.of(each.why()).inOneLine()));
    }
    for (String words : lost) {
      lines.add(new Line("undo of " + words, "The edit was saved, and the file contains it now."));
    }
    return new DroppedEdits(kept, lines);
  }

  /** Several results as one. */
  static DroppedEdits together(List<DroppedEdits> results) {
    return new DroppedEdits(
        results.stream().mapToInt(DroppedEdits::kept).sum(),
        results.stream().flatMap(result -> result.lines().stream()).toList());
  }

  /** In a sentence. */
  String words() {
    String edits = CountText.of(kept, "edit was kept", "edits were kept");
    if (lines.isEmpty()) {
      return edits + ". Nothing is saved yet.";
    }
    return "%s, %d %s not apply any more."
        .formatted(edits, lines.size(), CountText.word(lines.size(), "does", "do"));
  }
}
