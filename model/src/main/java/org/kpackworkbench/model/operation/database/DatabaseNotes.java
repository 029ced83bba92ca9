package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.output.OperationNote;

/** What operations that move or remove files of kernel databases say of them. */
public final class DatabaseNotes {
  private DatabaseNotes() {}

  /**
   * What there is to say of a file that an operation would move, if it can.
   *
   * @param targets which architecture files are for
   * @param file where it is
   * @param path its path, relative to its stage prefix, with {@code /}
   * @param stays where the operation leaves what it cannot move, as a clause
   */
  public static List<OperationNote> of(
      Databases databases,
      DatabaseTargets targets,
      Path file,
      String path,
      long sizeBytes,
      String stays)
      throws IOException {
    List<OperationNote> notes = new ArrayList<>();
    databases.missed(path).ifPresent(name -> notes.add(missed(file, name, stays)));
    Optional<String> combined = databases.combined(path);
    if (combined.isPresent() && targets.of(file, path) == null) {
      notes.add(combined(file, combined.get(), targets.rows(file), stays));
    }
    if (sizeBytes > 0) {
      databases
          .uncommitted(path)
          .ifPresent(database -> notes.add(uncommitted(file, database, "moved together")));
    }
    return notes;
  }

  /**
   * A file with changes of a database that are not in the database yet.
   *
   * @param database the path of the database
   * @param done what is done with both of them, as a participle
   */
  public static OperationNote uncommitted(Path file, String database, String done) {
    return new OperationNote(
        Severity.WARNING,
        "database-uncommitted",
        file,
        "it has changes that are not in %s yet: both are %s"
            .formatted(database.substring(database.lastIndexOf('/') + 1), done),
        "Close the program that has the database open, or let SQLite apply them: sqlite3 FILE"
            + " 'PRAGMA wal_checkpoint(TRUNCATE)'");
  }

  /**
   * A file that may have the kernels of several architectures, and can move to none of them.
   *
   * @param database the database that it belongs to
   * @param stays where the operation leaves it, as a clause
   */
  private static OperationNote combined(
      Path file, String database, DatabaseTargets.Rows rows, String stays) {
    List<String> architectures = rows.architectures().stream().map(GpuTarget::toString).toList();
    return new OperationNote(
        Severity.WARNING,
        "database-recognised",
        file,
        "it is a file of %s %s: %s"
            .formatted(
                database,
                architectures.isEmpty()
                    ? rows.problem()
                    : "with the kernels of several architectures, " + ListText.some(architectures),
                stays),
        architectures.isEmpty()
            ? ""
            : "Remove the kernels of other architectures with prune, or pack them with"
                + " pack-database.");
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
