package org.kpackworkbench.model.operation.edit;

/** Where a code object's bytes come from. */
public sealed interface Content {

  /** A file of its own. */
  record OfFile(FileStamp file) implements Content {}

  /** A row of another archive. */
  record OfRow(FileStamp archive, RowRef row) implements Content {}

  /** For menus: the name of the file. */
  default String words() {
    return switch (this) {
      case OfFile(FileStamp file) -> file.fileName();
      case OfRow(FileStamp archive, RowRef row) -> row.words() + " of " + archive.fileName();
    };
  }
}
