package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Some of the code objects of a database, which can be gone through as often as needed. */
sealed interface DatabasePart permits CodeFiles, KernelTables, PackedImages {
  /** Advice about a file that is not what its database is made of. */
  String WRONG_FILE = "Remove the file from the folder, or copy it again from its source.";

  /** Name of the database. */
  String database();

  /** The folder or file that it is, below what is packed; empty for all of it. */
  String path();

  /** Number of files that are packed. */
  int files();

  /** Returns, after a pass, the read failures of files that say what the rows are selected by. */
  default Map<Path, FormatException> problems() {
    return Map.of();
  }

  /**
   * Goes through its rows, always in the same order, and holds little more than one.
   *
   * @param budget what this pass may unpack, with those through other parts
   * @throws IOException if it is damaged, or no database that can be packed
   */
  void rows(UnpackBudget budget, Progress progress, Taker<DatabaseRow> taker) throws IOException;
}
