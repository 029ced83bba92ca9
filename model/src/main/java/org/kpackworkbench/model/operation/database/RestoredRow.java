package org.kpackworkbench.model.operation.database;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * A row of an archive that {@link PackDatabase} wrote, and the file that it is restored to.
 *
 * @param path the archive's file
 * @param file its path below the output
 * @param source the database that it came from, among those with that path; empty if not known
 * @param architectures of all of its file or folder, where the row states them
 * @param cells the contents of a table or directory beside the code
 */
record RestoredRow(
    Path path,
    KpackArchive archive,
    ArchiveEntry entry,
    Path file,
    String source,
    List<String> architectures,
    RowCells cells) {
  /**
   * Reads a row.
   *
   * @throws OperationException if no database can be made of it
   */
  static RestoredRow of(Path path, KpackArchive archive, int number) throws IOException {
    ArchiveEntry entry = archive.entry(number);
    FormatException problem = entry.problem();
    if (problem != null) {
      throw problem;
    }
    Map<String, MsgValue> metadata = archive.metadata(number);
    if (!(metadata.get(DatabaseRow.DATABASE) instanceof MsgValue.Text(String database))
        || !(metadata.get(DatabaseRow.PATH) instanceof MsgValue.Text(String name))) {
      throw wrong(path, entry, "expected database and path in the metadata, found none");
    }
    Path file = BinaryKey.unsafe(name).isEmpty() ? Path.of(name).normalize() : Path.of("");
    if (file.toString().isEmpty()) {
      throw wrong(path, entry, "expected a path below the folder, found %s".formatted(name));
    }
    // Archives that do not state it are of one database each, as far as is known.
    String source =
        metadata.get(DatabaseRow.SOURCE) instanceof MsgValue.Text(String stated) ? stated : "";
    List<String> architectures = new ArrayList<>();
    if (metadata.get(DatabaseRow.ARCHITECTURES) instanceof MsgValue.Array(List<MsgValue> values)) {
      for (MsgValue value : values) {
        if (value instanceof MsgValue.Text(String architecture)) {
          architectures.add(architecture);
        }
      }
    }
    try {
      RowCells cells = RowCells.of(database, entry, metadata);
      return new RestoredRow(path, archive, entry, file, source, List.copyOf(architectures), cells);
    } catch (RowCells.Missing missing) {
      throw wrong(path, entry, missing.words());
    }
  }

  /** The file, or the folder of code objects: it is of one architecture, or of several. */
  Path database() {
    Path folder = file.getParent();
    return !(cells instanceof RowCells.CodeFile) ? file : folder == null ? Path.of("") : folder;
  }

  /** Returns the path below the output of a file that the row names for its code, if it does. */
  Optional<Path> named() {
    return cells instanceof RowCells.Table table && table.codePath() != null
        ? Optional.of(file.resolveSibling(table.codePath()).normalize())
        : Optional.empty();
  }

  /** Writes the code. */
  void extract(OutputStream out) throws IOException {
    archive.extract(entry.row(), out, CodeObjects.EXTRACT_LIMIT_BYTES);
  }

  /** The code. */
  byte[] code() throws IOException {
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    extract(code);
    return code.toByteArray();
  }

  /** A refusal of rows that contradict each other; {@code %s} in it is the row's file. */
  OperationException clash(String contradiction) {
    return Obstacle.CLASH.exception(
        "%s, %s: %s. Name each archive once, and unpack different databases separately.",
        path, entry.key().text(), contradiction.formatted(file));
  }

  private static OperationException wrong(Path archive, ArchiveEntry entry, String what) {
    return Obstacle.UNKNOWN_DATABASE.exception(
        "%s, %s: %s. Name archives that pack-database wrote.", archive, entry.key().text(), what);
  }
}
