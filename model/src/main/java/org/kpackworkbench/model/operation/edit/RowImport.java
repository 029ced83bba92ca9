package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Takes rows of another archive into an edited one. */
final class RowImport {
  private final RowTable rows;
  private final ArchiveChanges changes;
  private final Checks checks;
  private final Clash clash;

  RowImport(RowTable rows, ArchiveChanges changes, Checks checks, Clash clash) {
    this.rows = rows;
    this.changes = changes;
    this.checks = checks;
    this.clash = clash;
  }

  /** A row of another archive, if it can be used. */
  static Slot.Row find(KpackArchive source, RowRef ref, Checks checks) throws FormatException {
    int row = ref.nth() == 0 ? source.findText(ref.key(), ref.target()) : -1;
    if (row < 0) {
      throw checks.missing(ref.words() + " in " + source.view().name());
    }
    return usable(source, row);
  }

  private static Slot.Row usable(KpackArchive source, int row) throws FormatException {
    FormatException problem = source.problem(row);
    if (problem != null) {
      throw problem;
    }
    return Slot.Row.of(source, row);
  }

  void rows(KpackArchive source, List<RowRef> refs) throws IOException {
    for (RowRef ref : refs) {
      add(find(source, ref, checks));
    }
  }

  void all(KpackArchive source) throws IOException {
    for (int row = 0; row < source.entryCount(); row++) {
      add(usable(source, row));
    }
  }

  private void add(Slot.Row row) throws IOException {
    List<Integer> there = rows.ids(row.name());
    if (there.isEmpty()) {
      changes.add(row);
      return;
    }
    int id = there.getFirst();
    switch (clash) {
      case KEEP -> {}
      case REPLACE -> changes.put(id, row);
      case REFUSE -> {
        if (!rows.row(id).blob().sameBytes(row.blob())) {
          throw checks
              .error("row", Reason.DUPLICATE_KEY)
              .expected("rows that are not there yet, or hold the same bytes")
              .found(row.key() + " @ " + row.target() + " with other bytes")
              .advice("Say which of the two is to stay.")
              .build();
        }
      }
    }
  }
}
