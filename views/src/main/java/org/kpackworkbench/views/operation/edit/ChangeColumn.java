package org.kpackworkbench.views.operation.edit;

import java.util.function.Function;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow.Change;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;

/** The column of an editor's table that says what edits have done to a row. */
public final class ChangeColumn {
  private static final double EMS = 8;

  private ChangeColumn() {}

  /** The column, by what says how a row was changed. */
  public static <R> RowColumn<R> of(Function<R, Change> change) {
    return RowColumn.<R>face(
            "Change", row -> words(change.apply(row)), row -> face(change.apply(row)))
        .wishing(EMS);
  }

  private static String words(Change change) {
    return switch (change) {
      case NONE -> "";
      case CHANGED -> "changed";
      case ADDED -> "added";
    };
  }

  private static Face face(Change change) {
    return Face.of(words(change), "")
        .with(
            switch (change) {
              case NONE -> null;
              case CHANGED -> KpackIcon.RENAME;
              case ADDED -> KpackIcon.ADD;
            });
  }
}
