package org.kpackworkbench.views.analysis.process;

import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.resolve.process.MappedBinary;
import org.kpackworkbench.model.analysis.resolve.process.ProcessEntry;
import org.kpackworkbench.views.kit.rows.RowColumn;

/**
 * A process in the table. Immutable.
 *
 * @param entry the process
 * @param binaries what it has mapped that has device code, or a marker for it
 */
record ProcessRow(ProcessEntry entry, List<MappedBinary> binaries) {
  ProcessRow {
    binaries = List.copyOf(binaries);
  }

  long pid() {
    return entry.pid();
  }

  String command() {
    return entry.command();
  }

  /** Libraries that were replaced while it ran. */
  long replaced() {
    return entry.files().stream().filter(file -> file.deleted() && file.isLibrary()).count();
  }

  /** What rows are filtered by; the number of a process also as a word. */
  static List<RowColumn<ProcessRow>> fields() {
    return List.of(
        RowColumn.<ProcessRow>text("Command", ProcessRow::command).alsoNamed("name"),
        RowColumn.text("PID", row -> Long.toString(row.pid())),
        RowColumn.count("Replaced", ProcessRow::replaced),
        RowColumn.text(
            "Binary",
            row ->
                row.binaries().stream().map(MappedBinary::name).collect(Collectors.joining(" "))));
  }
}
