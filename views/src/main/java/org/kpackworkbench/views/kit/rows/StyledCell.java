package org.kpackworkbench.views.kit.rows;

import java.util.List;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;

/** A cell with the classes for the stylesheet that its face has. */
abstract class StyledCell<R> extends TableCell<LoadedRow<R>, RowColumn.Face> {
  private List<String> styles = List.of();

  final void style(RowColumn.@Nullable Face shown) {
    List<String> now =
        shown == null || shown.style().isEmpty() ? List.of() : List.of(shown.style().split(" "));
    if (!now.equals(styles)) {
      getStyleClass().removeAll(styles);
      getStyleClass().addAll(now);
      styles = now;
    }
  }
}
