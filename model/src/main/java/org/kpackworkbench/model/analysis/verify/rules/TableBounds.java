package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.base.bytes.FormatException;

/** {@code toc_offset} lies behind the header and inside the file. */
public final class TableBounds extends OpeningRule {
  public TableBounds() {
    super(
        "archive-table-bounds",
        "The table of contents starts behind the header and inside the file.",
        "The file may have been cut off while it was copied or written.");
  }

  @Override
  boolean concerns(FormatException failure) {
    return isTableOffset(failure);
  }
}
