package org.kpackworkbench.model.operation.output;

import java.nio.file.Path;
import org.kpackworkbench.model.base.finding.Severity;

/** What operations that move or remove files of kernel databases say of them. */
public final class DatabaseNotes {
  private DatabaseNotes() {}

  /**
   * A file with the kernels of several architectures, which can move to none of them.
   *
   * @param database the database that it belongs to
   * @param stays where the operation leaves it, as a clause
   */
  public static OperationNote combined(Path file, String database, String stays) {
    return new OperationNote(
        Severity.WARNING,
        "database-recognised",
        file,
        "it is a file of %s with the kernels of several architectures: %s"
            .formatted(database, stays),
        "Remove the kernels of other architectures with prune, or pack them with pack-database.");
  }

  /**
   * A file whose path contains an architecture that no recogniser knows.
   *
   * @param database the database in whose place it is
   * @param stays where the operation leaves it, as a clause
   */
  public static OperationNote missed(Path file, String database, String stays) {
    return new OperationNote(
        Severity.WARNING,
        "database-recognised",
        file,
        "it is a file of %s whose name contains an architecture, but no recogniser assigns it to one: %s"
            .formatted(database, stays),
        "");
  }
}
