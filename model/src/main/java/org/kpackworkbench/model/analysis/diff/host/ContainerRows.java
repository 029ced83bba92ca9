package org.kpackworkbench.model.analysis.diff.host;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.base.bytes.FormatException;

/** The rows of host binaries that only one container has. */
interface ContainerRows {
  /** The row of the headers. */
  Draft header();

  /** Returns why no section could be read of a file that says it has some; null of other files. */
  @Nullable FormatException lost(int side);

  /** Returns the problems of the container of a side. */
  List<FormatException> problems(int side);

  /** Adds the rows of sections and other tables, which come behind those of device code. */
  void addTables(ListComparison.Builder builder, PartOpener opener) throws FormatException;
}
