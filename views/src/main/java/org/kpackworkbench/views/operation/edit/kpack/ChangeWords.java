package org.kpackworkbench.views.operation.edit.kpack;

import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;

/** Says what edits have done to a row. */
final class ChangeWords {
  private ChangeWords() {}

  static String of(EditedRow.Change change) {
    return switch (change) {
      case NONE -> "";
      case CHANGED -> "changed";
      case ADDED -> "added";
    };
  }
}
