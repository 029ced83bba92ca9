package org.kpackworkbench.model.operation.output;

import java.nio.file.Path;
import java.util.Optional;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.database.Databases;

/** What operations that move or remove files of kernel databases say of them. */
public final class DatabaseNotes {
  private DatabaseNotes() {}

  /**
   * What is to be said of a file that stays where the code of all architectures is, if anything.
   *
   * @param path of the file, relative to its stage prefix
   * @param stays where the operation leaves it, as a clause
   */
  public static Optional<OperationNote> staying(
      Databases databases, String path, Path file, String stays) {
    return databases
        .missed(path)
        .map(database -> missed(file, database, stays))
        .or(() -> databases.combined(path).map(database -> combined(file, database, stays)));
  }

  private static OperationNote combined(Path file, String database, String stays) {
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
