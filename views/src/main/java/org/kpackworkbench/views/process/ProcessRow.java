package org.kpackworkbench.views.process;

import java.util.List;
import org.kpackworkbench.model.loader.process.MappedBinary;
import org.kpackworkbench.model.loader.process.ProcessEntry;

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

  boolean matches(String query) {
    String text = "%d %s".formatted(pid(), command()).toLowerCase(java.util.Locale.ROOT);
    return text.contains(query.toLowerCase(java.util.Locale.ROOT).strip());
  }
}
