package org.kpackworkbench.model.operation.edit;

import java.util.List;

/** How edits name what they change. */
final class Words {
  private Words() {}

  static String of(List<RowRef> rows) {
    return rows.size() == 1 ? rows.getFirst().words() : rows.size() + " rows";
  }
}
