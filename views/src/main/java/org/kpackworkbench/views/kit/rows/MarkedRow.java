package org.kpackworkbench.views.kit.rows;

import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.control.TableRow;
import javafx.scene.input.MouseButton;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;

/** A line of the table that stands out where something is wrong with what it shows. */
final class MarkedRow<R> extends TableRow<Row<R>> {
  private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

  private final RowsSpec<R> spec;
  private Subscription content = Subscription.EMPTY;

  MarkedRow(RowsSpec<R> spec, Consumer<Row<R>> onDoubleClick) {
    this.spec = spec;
    setOnMouseClicked(
        event -> {
          Row<R> row = getItem();
          boolean twice = event.getClickCount() == 2 && event.getButton() == MouseButton.PRIMARY;
          if (twice && row != null) {
            onDoubleClick.accept(row);
          }
        });
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
