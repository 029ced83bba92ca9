package org.kpackworkbench.views.rows;

import javafx.css.PseudoClass;
import javafx.scene.control.TableRow;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;

/** A line of the table that stands out where something is wrong with what it shows. */
final class MarkedRow<R> extends TableRow<Row<R>> {
  private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

  private final RowsSpec<R> spec;
  private Subscription content = Subscription.EMPTY;

  MarkedRow(RowsSpec<R> spec) {
    this.spec = spec;
  }

  @Override
  protected void updateItem(@Nullable Row<R> row, boolean empty) {
    super.updateItem(row, empty);
    content.unsubscribe();
    content = Subscription.EMPTY;
    if (row == null || empty || !spec.marked()) {
      pseudoClassStateChanged(PROBLEM, false);
      return;
    }
    content =
        row.contentProperty()
            .subscribe(
                now ->
                    pseudoClassStateChanged(
                        PROBLEM, now != null && !spec.mark(now).problem().isEmpty()));
  }
}
