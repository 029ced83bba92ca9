package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.base.bytes.FormatException;

/** Where {@code toc_offset} points there is a MessagePack map, and the header is all there. */
public final class TableUnreadable extends OpeningRule {
  public TableUnreadable() {
    super(
        "archive-table-start",
        "There is a whole header, and where it points a MessagePack map.",
        "The file may have been cut off, or something else was written over it.");
  }

  @Override
  boolean concerns(FormatException failure) {
    return !OWN_RULES.contains(failure.reason()) && !isTableOffset(failure);
  }
}
