package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Row;

/** Takes a comparison row by row and writes each at once. For one thread. */
interface Sink {
  void begin(Comparison comparison, Summary summary) throws IOException;

  /**
   * A row.
   *
   * @param path the keys of the rows above it and its own, with {@code ▸} between
   */
  void row(String path, Row row) throws IOException;

  void end(Comparison comparison) throws IOException;
}
