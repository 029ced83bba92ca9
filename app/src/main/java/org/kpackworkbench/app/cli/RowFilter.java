package org.kpackworkbench.app.cli;

import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.CodeObjectRow;

/** Which rows are wanted. */
@FunctionalInterface
interface RowFilter {
  /** All. */
  RowFilter ALL = row -> true;

  boolean accepts(CodeObjectRow row) throws FormatException;
}
