package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import org.kpackworkbench.model.operation.edit.EditedDocument.Rebased;

/**
 * An archive with the edits of a journal that still apply, not saved yet.
 *
 * @param document the archive; the caller closes it
 * @param rebased what still applies
 */
public record ReappliedEdits(EditedArchive document, Rebased<ArchiveEdit> rebased) {
  /** Opens the archive and applies the edits to it. */
  public static ReappliedEdits of(RecoveredEdits left) throws IOException {
    EditedArchive document = EditedArchive.open(left.file().path());
    return new ReappliedEdits(
        document,
        Rebased.onto(document, left.edits().stream().map(ArchiveEdit.class::cast).toList()));
  }
}
