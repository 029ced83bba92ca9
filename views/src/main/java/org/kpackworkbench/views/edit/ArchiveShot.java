package org.kpackworkbench.views.edit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.edit.EditedArchive;
import org.kpackworkbench.model.edit.EditedRow;

/** An edited archive at one moment, as it is shown. */
record ArchiveShot(List<EditedRow> rows) {
  static ArchiveShot of(EditedArchive archive) throws IOException {
    List<EditedRow> rows = new ArrayList<>(archive.rowCount());
    for (int i = 0; i < archive.rowCount(); i++) {
      rows.add(archive.row(i));
    }
    return new ArchiveShot(rows);
  }
}
