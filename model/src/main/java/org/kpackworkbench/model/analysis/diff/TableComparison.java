package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Rows that are aligned by key. There may be hundreds of thousands; what is asked of all of them
 * ({@link #change}, {@link #group}, {@link #deltaBytes}) is answered from memory.
 */
public non-sealed interface TableComparison extends Comparison {

  /** The kinds of rows, in their order. */
  List<String> groups();

  /** How many rows there are, the same ones counted. */
  int rowCount();

  /** A row; its texts are read from the files. */
  Row row(int index) throws FormatException;

  /** What became of a row, as far as is known. */
  Change change(int index);

  /** What kind of thing a row is; one of {@link #groups}. */
  String group(int index);

  /**
   * By how many bytes a row grew from the first side to the last; what is not there counts as
   * nothing, and 0 means unknown.
   */
  long deltaBytes(int index);

  /**
   * The row of the same thing as a {@code RENAMED} one, under its other name; -1 for other rows.
   * Both rows show both names.
   */
  default int counterpart(int index) {
    return -1;
  }

  /**
   * Opens the comparison below a row. It ends with this one, and can be closed before.
   *
   * @return null where nothing lies below
   * @throws FormatException where a side of it cannot be read at all
   */
  @Nullable Comparison open(int index, Progress progress) throws IOException;
}
